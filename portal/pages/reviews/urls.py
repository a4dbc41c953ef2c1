"""The addresses of reviewing, notices and rewards."""

from django.urls import path

from portal.pages.account import notices
from portal.pages.guide import submissions as guide_submissions
from portal.pages.reviews import decide as submission_decide
from portal.pages.reviews import queue as review_queue
from portal.pages.rewards import views as rewards

urlpatterns = [
    path("submissions/review/", review_queue.review, name="submission-review"),
    path(
        "submissions/<uuid:id>/decide/",
        submission_decide.decide,
        name="submission-decide",
    ),
    path("notices/", notices.notice_list, name="notices"),
    path("notices/read/", notices.mark_all_read, name="notices-read"),
    path("rewards/", rewards.rewards, name="rewards"),
    path("rewards/redeem/", rewards.redeem, name="reward-redeem"),
    path("rewards/policies/<slug:grade>/", rewards.change_policy, name="reward-policy"),
    path("rewards/<uuid:id>/revoke/", rewards.revoke, name="reward-revoke"),
    path("guide/submissions/", guide_submissions.submissions, name="guide-submissions"),
]
