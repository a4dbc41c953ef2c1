"""The addresses of submissions."""

from django.urls import path

from portal.pages.submissions import actions as submission_actions
from portal.pages.submissions import detail as submission_detail
from portal.pages.submissions import files as submission_files
from portal.pages.submissions import views as submissions

urlpatterns = [
    path("submissions/", submissions.submissions, name="submissions"),
    path("submissions/new/", submissions.new, name="submission-new"),
    path(
        "submissions/template.<str:kind>",
        submission_files.template,
        name="report-template",
    ),
    path("submissions/<uuid:id>/", submission_detail.detail, name="submission-detail"),
    *(
        path(f"submissions/<uuid:id>/{word}/", view, name=f"submission-{word}")
        for word, view in (
            ("statement", submission_actions.state),
            ("files", submission_actions.add_files),
            ("submit", submission_actions.submit),
            ("take-back", submission_actions.take_back),
            ("withdraw", submission_actions.withdraw),
            ("comment", submission_actions.comment),
            ("delete", submission_actions.delete),
        )
    ),
    path(
        "submissions/<uuid:id>/files/<uuid:file_id>/",
        submission_files.raw,
        name="submission-file",
    ),
    path(
        "submissions/<uuid:id>/files/<uuid:file_id>/remove/",
        submission_actions.remove_file,
        name="submission-file-remove",
    ),
]
