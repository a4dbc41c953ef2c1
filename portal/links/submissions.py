"""The addresses of submissions and of the files that they hold."""

from uuid import UUID

from django.urls import reverse


def submission_url(submission_id: UUID | str) -> str:
    return reverse("portal:submission-detail", args=[submission_id])


def submitted_file_url(submission_id: UUID | str, file_id: UUID | str) -> str:
    return reverse("portal:submission-file", args=[submission_id, file_id])
