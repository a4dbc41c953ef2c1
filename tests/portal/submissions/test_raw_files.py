"""Raw files: for owner, reviewers and staff; what was taken out for the history."""

import zlib

import pytest
from django.utils import timezone

from tests.factories import UserFactory
from tests.submission_factories import (
    ReviewerFactory,
    SubmissionFactory,
    SubmittedFileFactory,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def files():
    """A standing file, and one that was taken out before its submission was accepted."""
    accepted = SubmissionFactory(accepted=True)
    now = timezone.now()
    return [
        SubmittedFileFactory(submission=accepted),
        SubmittedFileFactory(submission=accepted, removed_at=now),
    ]


def statuses(client, file):
    page = f"/submissions/{file.submission_id}/files/{file.pk}/"
    return {client.get(f"{base}{page}{end}").status_code for base, end in ADDRESSES}


ADDRESSES = (("", ""), ("/api/v1", "raw/"))


@pytest.mark.parametrize("who", ["nobody", "somebody"])
def test_a_raw_file_is_not_for_the_public(client, files, who):
    if who == "somebody":
        client.force_login(UserFactory())

    assert [statuses(client, file) for file in files] == [{404}, {404}]


def test_what_was_taken_out_is_not_for_staff(client, files):
    client.force_login(UserFactory(staff=True))

    assert [statuses(client, file) for file in files] == [{200}, {404}]


@pytest.mark.parametrize("who", ["owner", "reviewer"])
def test_what_was_taken_out_stays_for_the_history(client, files, who):
    owner = files[0].submission.owner
    client.force_login(owner if who == "owner" else ReviewerFactory())

    assert [statuses(client, file) for file in files] == [{200}, {200}]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize(("base", "end"), ADDRESSES, ids=["page", "api"])
def test_a_text_is_told_in_the_encoding_that_it_is_kept_in(client, encoding, base, end):
    text = "Threads started! é"
    file = SubmittedFileFactory(
        submission=SubmissionFactory(accepted=True),
        content=zlib.compress(text.encode(encoding)),
    )
    client.force_login(file.submission.owner)

    answer = client.get(
        f"{base}/submissions/{file.submission_id}/files/{file.pk}/{end}"
    )

    assert answer.headers["Content-Type"] == f"text/plain; charset={encoding}"
    assert answer.content.decode(answer.charset) == text
