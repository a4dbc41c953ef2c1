"""Rewards: staff look a code up and redeem it once; guessing ends."""

from datetime import timedelta

import pytest
from django.utils import timezone

from benchruns.models import AuditEntry, Reward
from benchruns.submissions.rewards import redeem as redeeming
from tests.benchruns.submissions.review.under_review import accepted, promise
from tests.factories import UserFactory
from tests.portal.submissions.rewards.given import PAGE, UNKNOWN, code_of, redeem
from tests.portal.web.test_overview import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def counted(redis_server, forget):
    """In a Redis where nobody has tried anything yet."""


def test_staff_look_a_code_up_before_they_redeem_it(client, reward, staff):
    looked_up = redeem(client, code_of(reward).lower().replace("-", " "))

    text = text_of(looked_up)
    assert str(reward.submission_id) in text
    assert "10 % off the renewal, a mug valid until" in text
    assert "Grade accepted Discount 10 % Gift a mug Terms On renewal." in text
    assert "Redeem it" in text
    reward.refresh_from_db()
    assert reward.redeemed_at is None

    done = redeem(client, code_of(reward), agreed="1")

    reward.refresh_from_db()
    assert reward.redeemed_by == staff
    assert f"redeemed {reward.redeemed_at:%Y-%m-%d %H:%M} UTC by sam" in text_of(done)
    assert "Redeemed." in text_of(done)
    assert "redeemed yet" not in text_of(done)
    assert "Redeem it" not in text_of(done)
    assert code_of(reward) not in done.content.decode()


def test_a_code_is_redeemed_once(client, reward, staff):
    redeem(client, code_of(reward), agreed="1")

    looked_up = redeem(client, code_of(reward))
    again = redeem(client, code_of(reward), agreed="1")

    assert "by sam" in text_of(looked_up)
    assert "It was redeemed before: it earns nothing more." in text_of(looked_up)
    assert "Redeemed." not in text_of(looked_up)
    assert "Redeem it" not in text_of(looked_up)
    assert again.status_code == 400
    assert "This code was redeemed already, on" in text_of(again)


def test_ones_own_code_is_for_somebody_else(client, staff):
    promise()
    own = accepted(owner=staff).reward

    looked_up = redeem(client, code_of(own))

    assert "somebody else of the staff redeems it" in text_of(looked_up)
    assert "Redeem it" not in text_of(looked_up)


@pytest.mark.parametrize("agreed", [{}, {"agreed": "1"}])
@pytest.mark.parametrize("typed", [UNKNOWN, "x" * 100_000, "\0", "<script>", "٣" * 12])
def test_a_wrong_code_is_told_in_clear_words(client, staff, typed, agreed):
    answer = redeem(client, typed, **agreed)

    assert answer.status_code == 400
    assert "There is no such code." in text_of(answer)
    assert "<script>" not in answer.content.decode().partition("<main")[2]
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.details) == (staff, {"why": "unknown"})


def test_nothing_typed_is_no_try(client, staff):
    answer = redeem(client, "  ")

    assert "Enter a code." in text_of(answer)
    assert not AuditEntry.objects.exists()


def test_guessing_ends_in_a_pause(client, reward, staff, counted):
    for _guess in range(10):
        assert redeem(client, UNKNOWN).status_code == 400

    refused = redeem(client, code_of(reward), agreed="1")

    assert refused.status_code == 429
    assert "Too many wrong codes." in text_of(refused)
    reward.refresh_from_db()
    assert reward.redeemed_at is None
    client.force_login(UserFactory(staff=True))
    assert redeem(client, code_of(reward), agreed="1").status_code == 200


def test_right_codes_are_not_counted(client, reward, staff, counted):
    for _look in range(12):
        assert redeem(client, code_of(reward)).status_code == 200


@pytest.mark.parametrize("query", ["?redeemed=x", "?redeemed=", "?own=x&log=9"])
def test_a_strange_address_shows_the_page(client, staff, query):
    assert client.get(PAGE + query).status_code == 200


def test_what_others_redeemed_is_not_shown_as_ones_own_act(client, reward, staff):
    redeeming.redeem(code_of(reward), by=UserFactory(staff=True))

    answer = client.get(f"{PAGE}?redeemed={reward.pk}")

    assert answer.context["answer"] is None


def test_a_code_expires(client, reward, staff):
    Reward.objects.update(expires_at=timezone.now() - timedelta(seconds=1))

    assert "expired" in text_of(redeem(client, code_of(reward)))
    again = redeem(client, code_of(reward), agreed="1")
    assert "This code expired on" in text_of(again)
