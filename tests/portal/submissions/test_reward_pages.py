"""Rewards: one's own codes; for staff policies, redeeming, codes issued and the log."""

from datetime import timedelta

import pytest
from cryptography.fernet import Fernet
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchruns.models import AuditEntry, Reward, RewardPolicy
from benchruns.submissions.review import moves
from benchruns.submissions.rewards import issue
from benchruns.submissions.rewards import redeem as redeeming
from benchruns.submissions.rewards import revoke as revoking
from tests.benchruns.submissions.review.under_review import (
    accept,
    accepted,
    draft,
    promise,
)
from tests.factories import UserFactory
from tests.portal.web.test_overview import text_of
from tests.submission_factories import ReviewerFactory, SubmittedFileFactory

pytestmark = pytest.mark.django_db

PAGE, REDEEM = "/rewards/", "/rewards/redeem/"
UNKNOWN = "BB-2222-2222-2222"
TERMS = {"discount_percent": 20, "gift": "a mug", "terms": "", "valid_days": ""}


@pytest.fixture
def ann():
    return UserFactory(username="ann")


@pytest.fixture
def staff(client):
    user = UserFactory(staff=True, username="sam")
    client.force_login(user)
    return user


@pytest.fixture
def reward(ann):
    promise(gift="a mug", terms="On renewal.", valid_days=30)
    return accepted(owner=ann).reward


@pytest.fixture
def counted(redis_server, forget):
    """In a Redis where nobody has tried anything yet."""


def code_of(reward):
    return issue.code_of(reward, viewer=reward.owner)


def redeem(client, code, **given):
    return client.post(REDEEM, {"code": code, **given}, follow=True)


def change(client, grade="accepted", **given):
    data = {"is_active": "on", **TERMS} | given
    return client.post(
        f"{PAGE}policies/{grade}/",
        {f"{grade}-{name}": value for name, value in data.items()},
        follow=True,
    )


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
        ({"discount_percent": ""}, "This field is required."),
        ({"discount_percent": "ten"}, "Enter a whole number."),
        ({"discount_percent": "9" * 5000}, "Enter a whole number."),
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


def test_a_code_expires(client, reward, staff):
    Reward.objects.update(expires_at=timezone.now() - timedelta(seconds=1))

    assert "expired" in text_of(redeem(client, code_of(reward)))
    again = redeem(client, code_of(reward), agreed="1")
    assert "This code expired on" in text_of(again)


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
