"""The addresses of reviewing."""

from django.urls import path

from portal.pages.reviews import decide as submission_decide
from portal.pages.reviews import queue as review_queue

urlpatterns = [
    path("submissions/review/", review_queue.review, name="submission-review"),
    path(
        "submissions/<uuid:id>/decide/",
        submission_decide.decide,
        name="submission-decide",
    ),
]
