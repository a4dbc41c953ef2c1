"""Results of uploaded reports, read by everybody who may; what is not current."""

import pytest

from tests.portal.api.results.asked import RESULTS, ids
from tests.submission_factories import SubmissionFactory, SubmittedResultFactory


def test_a_submitted_result_has_its_submission_status_and_replication(anonymous):
    result = SubmittedResultFactory(replication="semi_sync")

    shown = anonymous.get(f"{RESULTS}{result.pk}/").json()

    assert shown["submission"] == str(result.submission_id)
    assert shown["status"] == "current"
    assert shown["replication"] == "semi_sync"
    assert ids(anonymous.get(RESULTS, {"submission": result.submission_id})) == [
        str(result.pk)
    ]
    assert ids(anonymous.get(RESULTS, {"submission": "null"})) == []
    assert ids(anonymous.get(RESULTS, {"replication": "null"})) == []


@pytest.mark.parametrize("status", ["withdrawn", "superseded"])
def test_what_is_not_current_is_listed_on_request_and_keeps_its_address(
    anonymous, status
):
    gone = SubmittedResultFactory(status=status)

    assert ids(anonymous.get(RESULTS)) == []
    assert ids(anonymous.get(RESULTS, {"submission": gone.submission_id})) == []
    assert ids(anonymous.get(RESULTS, {"status": status})) == [str(gone.pk)]
    assert ids(anonymous.get(RESULTS, {"status": "current"})) == []
    assert anonymous.get(f"{RESULTS}{gone.pk}/").json()["status"] == status
    told = anonymous.get("/api/v1/compare/", {"result": gone.pk}).json()
    assert [finding["code"] for finding in told["findings"]] == [status]


def test_a_draft_is_its_owner_s_and_the_reviewers(client, user, stranger):
    submission = SubmissionFactory(submitted=True, owner=user)
    draft = SubmittedResultFactory(draft=True, submission=submission)

    assert client.get(f"{RESULTS}{draft.pk}/").json()["status"] == "draft"
    assert ids(client.get(RESULTS, {"status": "draft"})) == [str(draft.pk)]
    assert ids(client.get(RESULTS)) == []
    assert stranger.get(f"{RESULTS}{draft.pk}/").status_code == 404
    assert ids(stranger.get(RESULTS, {"status": "draft"})) == []


def test_a_withdrawn_result_cannot_be_excluded(client, user):
    submission = SubmissionFactory(accepted=True, owner=user)
    gone = SubmittedResultFactory(submission=submission, status="withdrawn")

    answer = client.post(f"{RESULTS}{gone.pk}/exclude/", {"reason": "A backup ran."})

    assert answer.status_code == 409
    assert "Only a current result" in answer.json()["detail"]
