"""Logging in and out, a new password, API tokens."""

import html
import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from benchruns.encryption import encrypt
from benchruns.models import AuditEntry, Webhook
from benchruns.webhooks import changes
from portal.models import ApiToken
from tests.factories import PASSWORD, ApiTokenFactory, UserFactory
from tests.portal.accounts.account_steps import again
from tests.webhook_factories import WebhookFactory

TOKENS = "/tokens/"
MADE = "/tokens/made/"
READS = {"name": "ci", "scope": "read", "lifetime": "30"}
KEY = "bb_[A-Za-z0-9_-]{43}"  # as README.md says


def test_logging_in_leads_to_the_page_that_asked_for_it(client, user):
    asked = client.get("/runs/new/")
    assert asked.status_code == 302
    assert asked["Location"] == "/login/?next=/runs/new/"

    answer = client.post(
        "/login/",
        {"username": user.username, "password": PASSWORD, "next": "/runs/new/"},
    )

    assert answer["Location"] == "/runs/new/"


def test_a_wrong_password_is_told_without_saying_which_part_is_wrong(client, user):
    answer = client.post("/login/", {"username": user.username, "password": "x"})

    assert answer.status_code == 200
    assert "do not belong together" in answer.content.decode()
    unknown = client.post("/login/", {"username": "nobody", "password": "x"})
    assert "do not belong together" in unknown.content.decode()


@pytest.mark.parametrize(
    "place",
    ["https://evil.example/", "//evil.example/", "/\\evil.example", "http://[", "a:b"],
)
def test_logging_in_never_leads_to_another_site(client, user, place):
    given = {"username": user.username, "password": PASSWORD, "next": place}

    answer = client.post("/login/", given)

    assert answer["Location"] == "/"


def test_logging_out_needs_a_post(page):
    asked = page.get("/logout/")
    assert "Log out?" in asked.content.decode()
    assert page.get("/tokens/").status_code == 200

    assert page.post("/logout/").status_code == 302
    assert page.get(TOKENS).status_code == 302


def test_a_new_password_takes_effect_and_this_session_stays(page, user):
    new = "a much better horse"

    answer = page.post(
        "/password/",
        {"oldpassword": PASSWORD, "password1": new, "password2": new},
        follow=True,
    )

    user.refresh_from_db()
    assert user.check_password(new)
    assert "The password has been changed." in answer.content.decode()
    assert page.get(TOKENS).status_code == 200


def test_with_a_password_end_all_other_sessions_and_tokens(page, user):
    elsewhere = Client()
    elsewhere.force_login(user)
    token = ApiTokenFactory(user=user)
    expired = ApiTokenFactory(user=user, expires_at=timezone.now())
    of_another = ApiTokenFactory()
    new = "a much better horse"

    given = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    answer = page.post("/password/", given, follow=True)

    text = answer.content.decode()
    assert "1 API token no longer works" in text
    assert "signed out everywhere else" in text
    assert elsewhere.get(TOKENS).status_code == 302
    assert page.get(TOKENS).status_code == 200
    left = ApiToken.objects.filter(revoked_at__isnull=True)
    assert set(left) == {expired, of_another}
    noted = AuditEntry.objects.order_by("pk").values_list("action", "subject_id")
    assert list(noted) == [
        ("token_revoked", str(token.pk)),
        ("password_changed", str(user.pk)),
    ]


def test_with_a_password_pause_webhooks_that_tokens_led_elsewhere(page, user):
    own = WebhookFactory(owner=user)
    stolen = WebhookFactory(owner=user, address="http://127.0.0.1:9/theirs")
    of_another = WebhookFactory(address_by=uuid4())
    there = "http://127.0.0.1:9/elsewhere"
    changes.change(stolen, by=user, address=there, by_token=uuid4())
    new = "a much better horse"

    given = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    answer = page.post("/password/", given, follow=True)

    assert "1 webhook of an API token is paused" in answer.content.decode()
    active = Webhook.objects.filter(is_active=True)
    assert set(active) == {own, of_another}
    noted = AuditEntry.objects.get(action="password_changed")
    assert noted.details == {"tokens": 0, "webhooks": 1, "schedules": 0, "runs": 0}


def test_a_webhook_that_its_owner_resumed_on_a_page_is_a_tokens_no_longer(page, user):
    webhook = WebhookFactory(owner=user, address_by=uuid4(), is_active=False)

    page.post(f"/webhooks/{webhook.pk}/resume/")

    webhook.refresh_from_db()
    assert (webhook.is_active, webhook.address_by) == (True, None)


def test_a_key_that_writes_is_made_by_who_knows_the_password(page, user):
    given = {"name": "ci", "scope": "write", "lifetime": "30"}

    asked = page.post(TOKENS, given)
    assert asked["Location"] == "/account/password-again/?next=%2Ftokens%2F"
    assert not ApiToken.objects.exists()

    again(page, "wrong", next=TOKENS)
    assert not ApiToken.objects.exists()

    answer = again(page, next=TOKENS)
    assert answer["Location"] == MADE  # not the page it was asked on
    key = page.get(MADE).context["key"]
    assert ApiToken.objects.get(key_hash=ApiToken.hash(key)).scope == "write"


def test_a_new_key_stands_in_a_call_that_can_be_sent_as_it_is(page):
    made = page.post(TOKENS, READS, follow=True)

    calls = html.unescape(made.content.decode())
    assert f"BENCHBOOK_TOKEN={made.context['key']}\ncurl -s http://testserver" in calls
    assert calls.count("<pre") == 1  # the others start a run, which it may not
    assert 'href="/api/"' in calls.partition('id="quick-start"')[2]
    assert "<title>Your new API token" in calls
    assert "BENCHBOOK_TOKEN=" not in page.get(TOKENS).content.decode()


def test_a_new_key_that_writes_has_the_rest_of_the_quick_start_and_the_way_back(page):
    page.post(TOKENS, READS | {"scope": "write"})
    made = again(page, next=TOKENS)

    shown = page.get(made["Location"])

    text = shown.content.decode()
    assert text.count(shown.context["key"]) == 2  # to copy, and in the first call
    door = page.get("/api/").content.decode()
    for call in ("plan", "start", "figure"):
        code = re.search(rf'<code id="call-{call}">.*?</code>', door, flags=re.DOTALL)
        assert code[0] in text
    assert 'href="/api/"' in text.partition('id="call-figure"')[2]
    assert numbers_of(text) == ["1", "2", "3", "4"]  # it began with step 2
    assert numbers_of(door) == ["1", "2", "3", "4", "5"]


def numbers_of(text):
    """Those of the steps, as they are headed."""
    return re.findall(r"<h2>(\d)\. ", text)


def test_the_page_of_a_new_key_makes_none_when_it_is_loaded_again(page):
    key = page.post(TOKENS, READS, follow=True).context["key"]

    again = page.get(MADE, follow=True)

    assert again.redirect_chain == [(TOKENS, 302)]
    assert "A key is shown once" in again.content.decode()
    assert key not in again.content.decode()
    assert ApiToken.objects.count() == 1


def test_a_new_key_rests_nowhere_but_encrypted_in_the_browser_that_asked(page, user):
    answer = page.post(TOKENS, READS)

    cookie = answer.cookies["new_key"]
    assert (cookie["path"], cookie["httponly"], cookie["max-age"]) == (MADE, True, 60)
    other = Client()
    other.force_login(UserFactory())
    other.cookies["new_key"] = cookie.value
    assert other.get(MADE).status_code == 302
    key = page.get(MADE).context["key"]
    assert key not in cookie.value
    assert not any(key in row.session_data for row in Session.objects.all())
    assert key not in str([row.get_decoded() for row in Session.objects.all()])


@pytest.mark.parametrize(
    "value",
    ["", "x", encrypt("[]"), encrypt("7"), encrypt('["x", "y"]')],
    ids=["empty", "not encrypted", "a list", "a number", "words"],
)
def test_what_is_no_new_key_shows_none(page, value):
    page.cookies["new_key"] = value

    assert page.get(MADE)["Location"] == TOKENS


def test_the_key_of_a_revoked_token_is_not_shown(page, user):
    page.post(TOKENS, READS)
    page.post(f"{TOKENS}{ApiToken.objects.get(user=user).pk}/revoke/")

    assert page.get(MADE)["Location"] == TOKENS


def test_a_key_is_of_the_shape_that_scanners_look_for(user):
    _token, key = ApiToken.issue(user, name="ci", scope="read")

    documented = (settings.BASE_DIR / "README.md").read_text()
    assert re.search(r"`(bb_\[.*)`", documented)[1] == KEY
    assert re.fullmatch(KEY, key)


def test_a_token_made_and_revoked_is_noted(page, user):
    page.post(TOKENS, READS)
    token = ApiToken.objects.get(user=user)
    page.post(f"{TOKENS}{token.pk}/revoke/")

    made, revoked = AuditEntry.objects.order_by("pk")
    assert (made.action, made.actor_id, made.door) == ("token_issued", user.pk, "page")
    assert made.details["scope"] == "read"
    assert (revoked.action, revoked.subject_name) == ("token_revoked", "ci")


def test_a_weak_password_is_refused_under_its_field(page, user):
    answer = page.post(
        "/password/",
        {"oldpassword": PASSWORD, "password1": "12345", "password2": "12345"},
    )

    assert "too short" in answer.content.decode()
    user.refresh_from_db()
    assert user.check_password(PASSWORD)


def test_a_key_is_shown_once_and_works(page, user, client):
    answer = page.post(TOKENS, READS, follow=True)

    token = ApiToken.objects.get(user=user)
    key = answer.context["key"]
    assert key in answer.content.decode()
    assert token.key_hash == ApiToken.hash(key)
    assert token.scope == "read"
    assert timedelta(days=29) < token.expires_at - timezone.now() < timedelta(days=31)
    assert "no-store" in answer["Cache-Control"]
    assert key not in page.get(TOKENS).content.decode()


def test_a_token_may_be_valid_until_it_is_revoked(page, user):
    page.post(TOKENS, {"name": "ci", "scope": "read", "lifetime": ""})

    assert ApiToken.objects.get(user=user).expires_at is None
    row = page.get(TOKENS).content.decode().split("</thead>")[1]
    assert "you revoke it" in row.split("</tr>")[0]


@pytest.mark.parametrize(
    "changes", [{"name": ""}, {"scope": "admin"}, {"lifetime": "7"}], ids=str
)
def test_a_token_form_with_an_error_makes_no_token(page, changes):
    given = {"name": "ci", "scope": "read", "lifetime": "30"} | changes

    answer = page.post(TOKENS, given)

    assert "errorlist" in answer.content.decode()
    assert not ApiToken.objects.exists()


def test_a_revoked_token_leaves_the_list(page, user):
    token = ApiTokenFactory(user=user, name="old laptop")

    answer = page.post(f"{TOKENS}{token.pk}/revoke/", follow=True)

    token.refresh_from_db()
    assert not token.is_valid
    assert not answer.context["tokens"]


def test_tokens_of_others_are_neither_seen_nor_revoked(page):
    token = ApiTokenFactory(name="of somebody else")

    assert "of somebody else" not in page.get(TOKENS).content.decode()
    assert page.post(f"{TOKENS}{token.pk}/revoke/").status_code == 404
    token.refresh_from_db()
    assert token.is_valid


def test_the_list_costs_the_same_however_long(page, user, django_assert_num_queries):
    ApiTokenFactory.create_batch(12, user=user)

    with django_assert_num_queries(5):  # session, user, stop, notices, tokens
        page.get(TOKENS)
