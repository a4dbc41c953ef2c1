"""Codes are issued once, seen by their owner, redeemed once by staff, and audited."""

import re
from datetime import timedelta

import pytest
from cryptography.fernet import Fernet
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from benchruns.errors import FieldErrors, NotAllowed
from benchruns.models import AuditEntry, Reward, RewardPolicy
from benchruns.sentences.rewards import reason_of
from benchruns.submissions.review import moves
from benchruns.submissions.rewards import audit, codes, issue, policy
from benchruns.submissions.rewards import redeem as redeeming
from benchruns.submissions.rewards import revoke as revoking
from benchruns.submissions.rewards.redeem import RedeemingRefused, Why
from tests.benchruns.runs.test_lifecycle import in_threads
from tests.benchruns.submissions.review.under_review import (
    accept,
    accepted,
    draft,
    promise,
    submitted,
)
from tests.factories import UserFactory
from tests.submission_factories import ReviewerFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

TERMS = {
    "is_active": True,
    "discount_percent": 15,
    "gift": "a mug",
    "terms": "On renewal.",
    "valid_days": 90,
}


@pytest.fixture
def staff():
    return UserFactory(staff=True, username="sam")


@pytest.fixture
def reward():
    promise(gift="a mug", terms="On renewal.", valid_days=30)
    return accepted().reward


def code_of(reward):
    return issue.code_of(reward, viewer=reward.owner)


def acts():
    of_rewards = AuditEntry.objects.exclude(action="report_moved").order_by("id")
    return list(of_rewards.values_list("action", flat=True))


def test_no_grade_is_rewarded_until_staff_say_so():
    one = accepted()

    assert not Reward.objects.filter(submission=one).exists()
    assert acts() == []


def test_staff_change_what_a_grade_earns_and_it_is_logged(staff):
    changed = policy.change("excellent", by=staff, **TERMS)

    assert (changed.is_active, changed.discount_percent) == (True, 15)
    assert changed.changed_by == staff
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.action) == (staff, "policy_changed")
    assert entry.details["grade"] == "excellent"
    assert entry.details["before"]["is_active"] is False
    assert entry.details["after"] == TERMS
    # the same once more changes nothing
    policy.change("excellent", by=staff, **TERMS)
    assert AuditEntry.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"discount_percent": 101}, "discount_percent"),
        ({"discount_percent": -1}, "discount_percent"),
        ({"valid_days": 0}, "valid_days"),
        ({"valid_days": 3651}, "valid_days"),
        ({"gift": "x" * 201}, "gift"),
        ({"terms": "x" * 5001}, "terms"),
        ({"discount_percent": 0, "gift": " "}, "discount_percent"),
    ],
)
def test_a_policy_out_of_range_is_refused_by_field(staff, change, field):
    with pytest.raises(FieldErrors) as refused:
        policy.change("accepted", by=staff, **TERMS | change)

    assert set(refused.value.errors) == {field}
    assert not RewardPolicy.objects.filter(is_active=True).exists()


def test_an_unknown_grade_has_no_policy(staff):
    with pytest.raises(FieldErrors, match="accepted, excellent"):
        policy.change("best", by=staff, **TERMS)


def test_only_staff_change_policies():
    with pytest.raises(NotAllowed):
        policy.change("accepted", by=ReviewerFactory(), **TERMS)


def test_a_code_is_issued_with_the_terms_of_the_day(reward, staff):
    policy.change("accepted", by=staff, **TERMS)

    reward.refresh_from_db()
    assert (reward.grade, reward.discount_percent, reward.gift) == (
        "accepted",
        10,
        "a mug",
    )
    assert reward.owner == reward.submission.owner
    days = (reward.expires_at - reward.issued_at) / timedelta(days=1)
    assert days == pytest.approx(30, abs=0.01)
    issued = AuditEntry.objects.get(action="code_issued")
    assert (issued.reward, issued.actor) == (reward, reward.submission.reviewer)


def test_a_code_is_random_readable_and_kept_encrypted(reward):
    code = code_of(reward)

    assert re.fullmatch(r"BB(-[2-9A-HJKMNP-TV-Z]{4}){3}", code)
    signs = code.replace("-", "")
    stored = str(Reward.objects.values().get()) + str(list(AuditEntry.objects.values()))
    assert code not in stored
    assert signs not in stored
    assert len({codes.new() for _ in range(200)}) == 200


def test_only_its_owner_sees_a_code(reward, staff):
    for other in (staff, reward.submission.reviewer, AnonymousUser()):
        with pytest.raises(NotAllowed, match="Only its owner"):
            issue.code_of(reward, viewer=other)


def test_a_code_whose_key_is_gone_is_told_and_no_failure(reward, settings):
    settings.ENCRYPTION_KEYS = [Fernet.generate_key().decode()]

    with pytest.raises(NotAllowed, match="its key is missing"):
        code_of(reward)


def test_a_code_is_read_however_it_is_typed():
    code = codes.new()
    spellings = (code.lower(), code.replace("-", " – "), code[3:], f"\n{code} ")

    assert {codes.read(typed) for typed in spellings} == {code}


@pytest.mark.parametrize(
    "typed", ["", "BB", "BB-OOOO-1111-IIII", "2" * 13, "x" * 10**6, "\0"]
)
def test_what_cannot_be_a_code_is_none(typed):
    assert codes.read(typed) is None


def test_staff_redeem_a_code_once(reward, staff):
    done = redeeming.redeem(code_of(reward).lower(), by=staff)

    assert (done.redeemed_by, done.redeemed_at is not None) == (staff, True)
    assert acts() == ["code_issued", "code_redeemed"]


def refused(typed, *, by):
    with pytest.raises(RedeemingRefused) as caught:
        redeeming.redeem(typed, by=by)
    entry = AuditEntry.objects.get(action="code_refused")
    assert (entry.actor, entry.details) == (by, {"why": caught.value.why})
    return caught.value.why, str(caught.value), entry.reward


def test_an_unknown_code_is_told_apart(reward, staff):
    why, words, noted = refused("BB-2222-2222-2222", by=staff)

    assert (why, noted) == (Why.UNKNOWN, None)
    assert "no such code" in words


def test_a_redeemed_code_says_when_and_by_whom(reward, staff):
    redeeming.redeem(code_of(reward), by=staff)
    reward.refresh_from_db()

    why, words, noted = refused(code_of(reward), by=UserFactory(staff=True))

    assert (why, noted) == (Why.REDEEMED, reward)
    assert f"{reward.redeemed_at:%Y-%m-%d %H:%M} UTC by sam" in words
    again = Reward.objects.get()
    assert again.redeemed_by == staff


def test_an_expired_code_says_when(reward, staff):
    end = timezone.now() - timedelta(seconds=1)
    Reward.objects.update(expires_at=end)

    why, words, _noted = refused(code_of(reward), by=staff)

    assert why == Why.EXPIRED
    assert f"expired on {end:%Y-%m-%d %H:%M} UTC" in words


def test_a_revoked_code_says_so(reward, staff):
    revoking.revoke(reward, by=staff, reason="Sent to the wrong one.")

    why, words, _noted = refused(code_of(reward), by=staff)

    assert why == Why.REVOKED
    assert "revoked on" in words


def test_staff_do_not_redeem_their_own_code(staff):
    promise()
    reward = accepted(owner=staff).reward

    why, words, _noted = refused(code_of(reward), by=staff)

    assert why == Why.OWN
    assert "somebody else" in words
    assert Reward.objects.get().redeemed_at is None


def test_others_do_not_redeem_and_learn_nothing(reward):
    for other in (reward.owner, ReviewerFactory()):
        with pytest.raises(NotAllowed, match="Only staff"):
            redeeming.redeem(code_of(reward), by=other)

    assert acts() == ["code_issued"]


def test_a_code_is_revoked_once_with_its_reason(reward, staff):
    revoking.revoke(reward, by=staff, reason=" Sent  to the wrong one. ")

    entry = AuditEntry.objects.first()
    assert (entry.action, entry.reward) == ("code_revoked", reward)
    assert entry.details == {"reason": "Sent to the wrong one."}
    with pytest.raises(NotAllowed, match="revoked already"):
        revoking.revoke(reward, by=staff, reason="Again.")


def test_what_was_redeemed_is_not_revoked(reward, staff):
    redeeming.redeem(code_of(reward), by=staff)

    with pytest.raises(NotAllowed, match="was redeemed"):
        revoking.revoke(reward, by=staff, reason="Too late.")


@pytest.mark.parametrize("reason", ["", " \0", "x" * 501])
def test_revoking_needs_a_reason_and_staff(reward, staff, reason):
    with pytest.raises(NotAllowed):
        revoking.revoke(reward, by=staff, reason=reason)
    with pytest.raises(NotAllowed, match="Only staff"):
        revoking.revoke(reward, by=reward.owner, reason="Mine.")

    reward.refresh_from_db()
    assert reward.revoked_at is None


def test_withdrawing_revokes_what_was_not_redeemed(reward, staff):
    kept = accepted().reward
    redeeming.redeem(code_of(kept), by=staff)

    for each in (reward, kept):
        one = each.submission
        moves.withdraw(one.pk, by=one.owner, reason="A wrong figure.")

    reward.refresh_from_db()
    kept.refresh_from_db()
    assert (reward.revoked_at is None, kept.revoked_at) == (False, None)
    details = AuditEntry.objects.filter(action="code_revoked").first().details
    assert details == {"reason": "A wrong figure."}
    assert reason_of(details) == "A wrong figure."


def test_a_newer_submission_takes_the_code_of_the_older_along(reward):
    promise("excellent", discount_percent=20)
    old = reward.submission

    new = accept(submitted(owner=old.owner, replaces=old), grade="excellent")

    reward.refresh_from_db()
    assert reward.revoked_at is not None
    assert new.reward.discount_percent == 20
    details = AuditEntry.objects.get(action="code_revoked").details
    assert details == {"why": "replaced"}
    assert reason_of(details) == "A newer submission took its place."


def test_after_a_redeemed_code_newer_submissions_earn_no_more(reward, staff):
    redeeming.redeem(code_of(reward), by=staff)
    old = reward.submission

    second = accept(submitted(owner=old.owner, replaces=old))
    accept(submitted(owner=old.owner, replaces=second))

    assert Reward.objects.get() == reward


def test_a_code_stays_good_where_the_newer_grade_earns_nothing(reward):
    old = reward.submission

    accept(submitted(owner=old.owner, replaces=old), grade="excellent")

    reward.refresh_from_db()
    assert reward.revoked_at is None


def test_staff_read_the_log_newest_first(reward, staff):
    redeeming.redeem(code_of(reward), by=staff)

    entries = list(audit.entries(staff))

    assert [entry.action for entry in entries] == ["code_redeemed", "code_issued"]
    with pytest.raises(NotAllowed):
        audit.entries(reward.owner)


@pytest.mark.django_db(transaction=True)
def test_of_many_who_redeem_at_once_one_does():
    promise()
    for _ in range(3):
        one = accepted().reward
        code, staff = code_of(one), UserFactory(staff=True)

        def redeem(code=code, staff=staff):
            try:
                return redeeming.redeem(code, by=staff).redeemed_by == staff
            except RedeemingRefused as refusal:
                return refusal.why

        done = in_threads(5, redeem)

        assert done.count(True) == 1
        assert done.count(Why.REDEEMED) == 4
        entries = AuditEntry.objects.filter(reward=one)
        assert entries.filter(action="code_redeemed").count() == 1
        assert entries.filter(action="code_refused").count() == 4


def test_the_admin_shows_no_code_and_no_draft_of_others(reward, client):
    client.force_login(UserFactory(staff=True, is_superuser=True))
    hidden = draft()

    listed = client.get("/admin/benchruns/submission/").content.decode()
    shown = client.get(f"/admin/benchruns/reward/{reward.pk}/change/")

    assert str(reward.submission_id) in listed
    assert str(hidden.pk) not in listed
    assert shown.status_code == 200
    for secret in (code_of(reward), reward.code_encrypted, reward.code_hash):
        assert secret not in shown.content.decode()
    assert client.get("/admin/benchruns/auditentry/").status_code == 200
