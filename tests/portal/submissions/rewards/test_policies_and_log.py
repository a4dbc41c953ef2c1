"""Rewards: what a grade earns, the codes that were issued, and the log."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchruns.models import AuditEntry, RewardPolicy
from benchruns.submissions.review import moves
from benchruns.submissions.rewards import redeem as redeeming
from tests.benchruns.submissions.review.under_review import accepted, promise
from tests.portal.submissions.rewards.given import (
    PAGE,
    UNKNOWN,
    change,
    code_of,
    redeem,
)
from tests.portal.web.test_overview import text_of

pytestmark = pytest.mark.django_db


def test_staff_change_what_a_grade_earns(client, staff):
    promise("excellent", is_active=False, discount_percent=20)
    answer = change(client, "excellent", terms="On renewal.", valid_days="365")

    policy = RewardPolicy.objects.get(grade="excellent")
    assert (policy.is_active, policy.discount_percent, policy.gift) == (
        True,
        20,
        "a mug",
    )
    assert (policy.valid_days, policy.changed_by) == (365, staff)
    text = text_of(answer)
    assert "Saved." in text
    assert "excellent: active no → yes, gift – → a mug, terms – → On renewal." in text
    assert not RewardPolicy.objects.filter(grade="accepted", is_active=True).exists()


def test_a_grade_without_a_policy_is_given_one(client, staff):
    RewardPolicy.objects.all().delete()

    assert "Reward this grade" in text_of(client.get(PAGE))
    change(client, "excellent")

    assert RewardPolicy.objects.get().discount_percent == 20


def test_a_policy_is_switched_off_by_its_box(client, staff):
    promise()

    client.post(f"{PAGE}policies/accepted/", {"accepted-discount_percent": "10"})

    assert not RewardPolicy.objects.get(grade="accepted").is_active


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"valid_days": "9" * 30}, "Give 1 to 3,650 days"),
        ({"discount_percent": "101"}, "Give a discount from 0 to 100 %."),
        ({"discount_percent": ""}, "Give an integer."),
        ({"discount_percent": "ten"}, "Give an integer."),
        ({"discount_percent": "9" * 5000}, "Give an integer."),
        ({"valid_days": "0"}, "Give 1 to 3,650 days"),
        ({"gift": "x" * 201}, "Write 200 characters at most."),
        ({"discount_percent": "0", "gift": ""}, "A reward is a discount, a gift"),
    ],
)
def test_a_policy_out_of_range_says_what_to_write(client, staff, given, told):
    answer = change(client, **given)

    assert answer.status_code == 400
    assert told in text_of(answer)
    assert not AuditEntry.objects.exists()
    assert change(client, "best").status_code == 404


def test_codes_are_listed_without_the_codes_and_revoked_there(client, reward, staff):
    page = client.get(PAGE)
    assert code_of(reward) not in page.content.decode()
    assert "ann" in text_of(page)
    path = f"{PAGE}{reward.pk}/revoke/"

    silent = client.post(path, {"reason": " "}, follow=True)
    done = client.post(path, {"reason": "Sent to the <b>wrong</b> one."}, follow=True)
    again = client.post(path, {"reason": "Once more."}, follow=True)

    assert "Give the reason." in text_of(silent)
    assert "The code is revoked." in text_of(done)
    assert "&lt;b&gt;wrong&lt;/b&gt;" in done.content.decode()
    assert "The code is revoked already." in text_of(again)
    reward.refresh_from_db()
    assert reward.revoked_at is not None


def test_the_log_has_a_word_for_every_act(client, reward, staff):
    redeem(client, UNKNOWN)
    redeem(client, code_of(reward), agreed="1")
    gone = accepted(owner=reward.owner, tps=150.0).reward.submission
    moves.withdraw(gone.pk, by=gone.owner, reason="A wrong figure.")
    change(client)

    words = [line.words for line in client.get(PAGE).context["log"]]

    assert words == [
        "accepted: discount 10 → 20, terms On renewal. → –, valid days 30 → –",
        "A wrong figure.",
        "accepted",
        "",
        "there is no such code",
        "accepted",
    ]


def test_the_log_and_the_codes_have_pages(client, staff):
    promise()
    for _report in range(26):
        accepted()

    first, second = client.get(PAGE), client.get(f"{PAGE}?log=2&codes=2")

    assert text_of(first).count("1 to 25 of 26") == 2
    assert text_of(second).count("26 to 26 of 26") == 2


def test_the_page_costs_the_same_however_long(client, staff):
    def queries():
        with CaptureQueriesContext(connection) as caught:
            client.get(PAGE)
        return len(caught)

    promise()

    def grow():
        accepted(owner=staff)
        redeeming.redeem(code_of(accepted().reward), by=staff)

    grow()
    few = queries()
    for _more in range(4):
        grow()

    assert queries() == few
