"""The addresses of submissions and of the files that they hold."""

from uuid import UUID

from django.urls import NoReverseMatch, reverse


def submission_url(submission_id: UUID | str) -> str:
    try:
        return reverse("portal:submission-detail", args=[submission_id])
    except NoReverseMatch:
        return f"/submissions/{submission_id}/"


def submitted_file_url(submission_id: UUID | str, file_id: UUID | str) -> str:
    return f"{submission_url(submission_id)}files/{file_id}/"
