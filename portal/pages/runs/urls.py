"""The addresses of runs and their form."""

from django.urls import path

from portal.pages.runs import detail as run_detail
from portal.pages.runs import files as run_files
from portal.pages.runs import live as run_live
from portal.pages.runs import paper as run_paper
from portal.pages.runs import views as runs
from portal.pages.runs.changes import actions as run_actions
from portal.pages.runs.changes import deletion as run_deletion
from portal.pages.runs.generators import counters
from portal.pages.runs.new import views as run_new

urlpatterns = [
    path("runs/", runs.runs, name="runs"),
    path("runs/new/", run_new.new, name="run-new"),
    path("runs/delete/", run_deletion.delete, name="runs-delete"),
    path("runs/<uuid:id>/", run_detail.detail, name="run-detail"),
    path("runs/<uuid:id>/live/", run_live.live, name="run-live"),
    path(
        "runs/<uuid:id>/generators/",
        counters.generator_counters,
        name="run-generators",
    ),
    path("runs/<uuid:id>/cancel/", run_actions.cancel, name="run-cancel"),
    path("runs/<uuid:id>/label/", run_actions.label, name="run-label"),
    path("runs/<uuid:id>/publish/", run_actions.publish, name="run-publish"),
    path("runs/<uuid:id>/unpublish/", run_actions.unpublish, name="run-unpublish"),
    path("runs/<uuid:id>/samples.csv", run_files.samples_csv, name="run-samples-csv"),
    path("runs/<uuid:id>/pdf/", run_paper.paper, name="run-pdf"),
    path("runs/<uuid:id>/output/", run_files.output, name="run-output"),
]
