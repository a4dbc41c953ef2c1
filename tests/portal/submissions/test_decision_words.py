"""Words beside a decision: no button loses those that are for another one."""

import re

import pytest

from tests.benchruns.submissions.review.under_review import submitted
from tests.factories import UserFactory
from tests.portal.submissions.test_submission_pages import text_of, told
from tests.submission_factories import ReviewerFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def rita(client):
    reviewer = ReviewerFactory(username="rita")
    client.force_login(reviewer)
    return reviewer


def press(client, one, word, **typed):
    return client.post(f"/submissions/{one.pk}/{word}/", {"version": 1, **typed})


def comments(one):
    return list(one.events.filter(step="commented").values_list("text", flat=True))


def tag(answer, of):
    return re.search(
        rf"<(?:form|textarea)[^>]* id=\"{of}\"[^>]*>", text_of_any(answer)
    )[0]


def text_of_any(answer):
    return text_of(answer, status=answer.status_code)


def test_words_of_a_decision_stay_when_a_comment_is_sent(client, rita):
    one = submitted()

    sent = press(client, one, "comment", comment="First.", text="Run it twice.")

    assert comments(one) == ["First."]
    assert "Run it twice.</textarea>" in text_of(sent)
    assert "First.</textarea>" not in text_of(sent)
    assert 'data-unsaved="yes"' in tag(sent, "decision")
    again = press(client, one, "comment", comment="Second.")
    assert again["Location"] == f"/submissions/{one.pk}/"


def test_a_comment_stays_when_a_decision_is_made(client, rita):
    one = submitted()

    made = press(
        client, one, "decide", move="request_changes", text="More.", comment="And so"
    )

    one.refresh_from_db()
    assert one.state == "changes_requested"
    assert told(made) == ["Its owner is asked for changes."]
    assert "And so</textarea>" in text_of(made)
    assert 'data-unsaved="yes"' in text_of(made)
    assert comments(one) == []


@pytest.mark.parametrize("move", ["request_changes", "reject"])
def test_missing_words_are_told_at_their_field(client, rita, move):
    one = submitted()

    refused = press(client, one, "decide", move=move, text=" ", comment="And so")

    field = tag(refused, "decision-text")
    assert 'aria-invalid="true" autofocus' in field
    assert "decision-error" in field
    assert re.search(r'id="decision-error"><li>Say ', text_of_any(refused))
    assert told(refused) == []
    assert "And so</textarea>" in text_of_any(refused)


def test_leaving_asks_first_while_something_is_typed(client, rita):
    one = submitted()
    decision = client.get(f"/submissions/{one.pk}/")
    client.force_login(one.owner)
    owner = client.get(f"/submissions/{one.pk}/")

    assert "data-unsaved>" in tag(decision, "decision")
    assert "aria-invalid" not in tag(decision, "decision-text")
    assert 'form="decision"' in tag(decision, "id_comment")
    assert re.search(r'<form[^>]*comment/" data-unsaved>', text_of(owner))


def test_who_may_not_decide_comments_alone(client, rita):
    one = submitted(owner=UserFactory())
    press(client, one, "decide", move="reject", text="No.", is_sure="reject")

    page = client.get(f"/submissions/{one.pk}/")
    press(client, one, "comment", comment="Sorry.")

    assert "form=" not in tag(page, "id_comment")
    assert comments(one) == ["Sorry."]
