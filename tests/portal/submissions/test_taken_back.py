"""What its owner took back is theirs alone: for reviewers and staff it is not there."""

import pytest

from benchruns.errors import NotAllowed
from benchruns.models import Submission
from benchruns.submissions.review import moves, queue
from tests.benchruns.submissions.review.under_review import submitted
from tests.factories import UserFactory
from tests.portal.web.test_overview import text_of
from tests.submission_factories import ReviewerFactory, SubmittedFileFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def rita():
    return ReviewerFactory(username="rita")


@pytest.fixture
def one(rita):
    """Asked for changes, submitted again."""
    submission = submitted(owner=UserFactory(username="ann"))
    SubmittedFileFactory(submission=submission)
    moves.request_changes(submission.pk, by=rita, text="More.", version=1)
    return moves.submit(submission.pk, by=submission.owner)


def taken_back(one):
    return moves.take_back(one.pk, by=one.owner)


def withdrawn(one):
    return moves.withdraw(taken_back(one).pk, by=one.owner, reason="A wrong disk.")


def statuses(client, one):
    result, file = one.results.get(), one.files.last()
    addresses = (
        f"/submissions/{one.pk}/",
        f"/submissions/{one.pk}/files/{file.pk}/",
        f"/results/{result.pk}/",
        f"/api/v1/submissions/{one.pk}/",
        f"/api/v1/submissions/{one.pk}/events/",
        f"/api/v1/submissions/{one.pk}/files/{file.pk}/raw/",
        f"/api/v1/results/{result.pk}/",
    )
    return {client.get(address).status_code for address in addresses}


@pytest.mark.cases_in_turn
@pytest.mark.parametrize("move", [taken_back, withdrawn])
@pytest.mark.parametrize("who", ["rita", "staff"])
def test_it_is_not_there_for_others(client, one, rita, who, move):
    viewer = rita if who == "rita" else UserFactory(staff=True)
    client.force_login(viewer)
    before = statuses(client, one)

    move(one)

    assert (before, statuses(client, one)) == ({200}, {404})
    assert not Submission.objects.visible_to(viewer).exists()
    assert not client.get("/api/v1/submissions/").json()["results"]
    client.force_login(one.owner)
    assert statuses(client, one) == {200}


def test_it_is_there_again_once_it_is_submitted_again(client, one):
    taken_back(one)
    moves.submit(one.pk, by=one.owner)
    client.force_login(ReviewerFactory())

    assert statuses(client, one) == {200}


def test_what_is_withdrawn_as_it_was_submitted_stays_for_reviewers(client, one):
    moves.withdraw(one.pk, by=one.owner, reason="A wrong disk.")
    client.force_login(ReviewerFactory())

    assert statuses(client, one) == {200}


def test_the_pages_of_who_decided_on_it_go_on(client, one, rita):
    client.force_login(rita)
    assert list(queue.decided(rita)) == [one]

    taken_back(one)

    assert not queue.decided(rita).exists()
    assert client.get("/submissions/review/").status_code == 200
    assert "took" in text_of(client.get("/notices/"))


def test_a_decision_meanwhile_is_told_what_happened(client, one):
    client.force_login(ReviewerFactory())
    taken_back(one)
    words = {"version": 2, "text": "No."}

    by_api = client.post(
        f"/api/v1/submissions/{one.pk}/reject/", words, "application/json"
    )
    on_page = client.post(
        f"/submissions/{one.pk}/decide/", {**words, "move": "reject"}, follow=True
    )

    assert by_api.status_code == 409
    assert "ann took it back on" in by_api.json()["detail"]
    assert "ann took it back on" in text_of(on_page)


def test_it_is_not_talked_about(one):
    taken_back(one)

    with pytest.raises(NotAllowed, match="Nobody else sees a draft"):
        moves.comment(one.pk, by=one.owner, text="Wait.")


def test_a_notice_of_it_tells_its_day_and_leads_nowhere(client, one, rita):
    client.force_login(rita)
    before = client.get("/notices/").content.decode()
    taken_back(one)

    after = client.get("/notices/")

    address = f'href="/submissions/{one.pk}/"'
    assert (address in before, address in after.content.decode()) == (True, False)
    day = one.created_at.strftime("%Y-%m-%d")
    assert f"ann took Report of {day} back to change it." in text_of(after)
    assert "MySQL" not in text_of(after)
