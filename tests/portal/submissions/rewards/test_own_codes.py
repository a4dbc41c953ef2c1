"""Rewards: what an owner sees of a code, on its pages and in the guide."""

import re

import pytest
from cryptography.fernet import Fernet
from django.utils import timezone

from benchruns.models import Reward
from benchruns.submissions.review import moves
from benchruns.submissions.rewards import redeem as redeeming
from benchruns.submissions.rewards import revoke as revoking
from tests.benchruns.submissions.review.under_review import (
    accept,
    accepted,
    draft,
    promise,
)
from tests.factories import UserFactory
from tests.portal.submissions.rewards.given import PAGE, REDEEM, code_of
from tests.portal.web.test_overview import text_of
from tests.submission_factories import ReviewerFactory, SubmittedFileFactory

pytestmark = pytest.mark.django_db


def test_a_report_that_earned_its_code_before_says_so_to_its_owner(client, reward, ann):
    redeeming.redeem(code_of(reward), by=UserFactory(staff=True))
    again = draft(owner=ann)
    for submission in (reward.submission, again):
        SubmittedFileFactory(submission=submission, text="a report")
    accept(moves.submit(again.pk, by=ann))

    def page_of(user):
        client.force_login(user)
        return text_of(client.get(f"/submissions/{again.pk}/"))

    assert "No code: the same report earned one with an earlier" in page_of(ann)
    assert "the same report earned one" not in page_of(ReviewerFactory())


def test_others_than_staff_see_and_do_nothing_of_it(client, reward):
    paths = (REDEEM, f"{PAGE}policies/accepted/", f"{PAGE}{reward.pk}/revoke/")
    for path in paths:
        assert client.post(path)["Location"].startswith("/login/?next=")
    assert client.get(PAGE)["Location"] == f"/login/?next={PAGE}"
    for user in (UserFactory(), ReviewerFactory(), reward.owner):
        client.force_login(user)
        page = client.get(PAGE)
        assert "Redeem a code" not in text_of(page)
        assert "log" not in page.context
        for path in paths:
            assert client.post(path, {"code": code_of(reward)}).status_code == 403
            assert client.get(path)["Location"] == PAGE
            assert client.put(path).status_code == 405

    reward.refresh_from_db()
    assert (reward.redeemed_at, reward.revoked_at) == (None, None)


def test_an_owner_sees_the_code_with_its_terms(client, reward, ann):
    client.force_login(ann)

    answer = client.get(PAGE)

    text = text_of(answer)
    assert code_of(reward) in text
    assert "10 % off the renewal, a mug" in text
    assert "Give the code in when you next renew" in text
    assert f"valid until {reward.expires_at:%Y-%m-%d}" in text
    assert not re.search(r"\s\.\s", answer.content.decode())
    assert "On renewal." in text
    assert f'data-copy="#code-{reward.pk}"' in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]


def test_the_page_of_the_report_shows_the_code_to_its_owner_alone(client, reward, ann):
    path = f"/submissions/{reward.submission_id}/"
    for user in (None, UserFactory(staff=True), reward.submission.reviewer):
        if user:
            client.force_login(user)
        answer = client.get(path)
        assert answer.status_code == 200
        assert code_of(reward) not in answer.content.decode()
        assert answer.context["reward"] is None

    client.force_login(ann)
    assert code_of(reward) in text_of(client.get(path))


def test_a_code_that_is_worth_nothing_more_says_so(client, reward, ann, staff):
    redeeming.redeem(code_of(reward), by=staff)
    void = accepted(owner=ann, tps=150.0).reward
    revoking.revoke(void, by=staff, reason="Sent to the wrong one.")
    late = accepted(owner=ann, tps=200.0).reward
    Reward.objects.filter(pk=late.pk).update(expires_at=timezone.now())
    client.force_login(ann)

    answer = client.get(PAGE)

    standings = [own.standing for own in answer.context["own"]]
    assert standings == ["expired", "revoked", "redeemed"]
    assert "data-copy" not in answer.content.decode()
    assert "sam" not in text_of(answer)


def test_a_code_whose_key_is_gone_is_told(client, reward, ann, settings):
    settings.ENCRYPTION_KEYS = [Fernet.generate_key().decode()]
    client.force_login(ann)

    assert "its key is missing here" in text_of(client.get(PAGE))


def test_who_has_none_is_told_how_to_earn_one(client):
    client.force_login(UserFactory())

    assert "You have no reward yet." in text_of(client.get(PAGE))


def test_the_guide_tells_what_is_rewarded_and_how_reports_are_rated(client):
    unrewarded = text_of(client.get("/guide/submissions/"))
    promise("excellent", discount_percent=25, terms="Within a year.")

    text = text_of(client.get("/guide/submissions/"))

    assert "No reward is offered at present." in unrewarded
    assert "Excellent 25 % off the renewal Within a year." in text
    assert "Programs count up to 100 points" in text
    assert "Completeness 30" in text
    assert "10 for 2, 17 for 3, 21 for 4, 25 for 5 or more" in text
    assert "pgbench 9.5 – 18" in text
    assert 'href="/guide/submissions/"' in client.get("/guide/").content.decode()
