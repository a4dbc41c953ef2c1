"""Logging in and out, a new password, API tokens."""

import time
from datetime import timedelta

import pytest
from django.utils import timezone

from local import ports
from portal import login_limit
from portal.models import ApiToken
from tests.factories import PASSWORD, ApiTokenFactory, UserFactory

TOKENS = "/tokens/"


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
    assert "correct username and password" in answer.content.decode()


def test_logging_in_never_leads_to_another_site(client, user):
    answer = client.post(
        "/login/",
        {
            "username": user.username,
            "password": PASSWORD,
            "next": "https://evil.example/",
        },
    )

    assert answer["Location"] == "/"


def log_in(client, user, password):
    given = {"username": user.username, "password": password}
    return client.post("/login/", given)


def test_guessing_a_password_ends_in_a_pause(client, user, redis_server):
    other = UserFactory()
    for _guess in range(login_limit.MOST_FAILURES - 1):
        assert "correct username" in log_in(client, user, "wrong").content.decode()
    log_in(client, user, "wrong")

    refused = log_in(client, user, PASSWORD)

    assert "Too many failed attempts" in refused.content.decode()
    assert log_in(client, other, PASSWORD).status_code == 302


@pytest.mark.django_db
def test_the_door_of_the_administration_is_no_way_round(client, redis_server):
    user = UserFactory(staff=True)
    for _guess in range(login_limit.MOST_FAILURES):
        log_in(client, user, "wrong")

    client.post("/admin/login/", {"username": user.username, "password": PASSWORD})

    assert client.get("/admin/").status_code == 302


def test_the_pause_is_for_the_address_that_guessed(
    client, user, redis_server, settings
):
    settings.HTTPS = True
    for _guess in range(login_limit.MOST_FAILURES):
        log_in(client, user, "wrong")
        client.defaults["HTTP_X_FORWARDED_FOR"] = "192.0.2.1, 198.51.100.7"
        log_in(client, user, "wrong")

    client.defaults["HTTP_X_FORWARDED_FOR"] = "198.51.100.7, 198.51.100.8"

    assert log_in(client, user, PASSWORD).status_code == 302


def test_logging_in_does_not_need_redis(client, user, settings):
    settings.CACHES = {
        "default": settings.CACHES["default"]
        | {"LOCATION": f"redis://127.0.0.1:{ports.choose()}/0"}
    }
    began = time.monotonic()

    assert log_in(client, user, "wrong").status_code == 200
    assert log_in(client, user, PASSWORD).status_code == 302
    assert time.monotonic() - began < 3


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
        {"old_password": PASSWORD, "new_password1": new, "new_password2": new},
        follow=True,
    )

    user.refresh_from_db()
    assert user.check_password(new)
    assert "The password has been changed." in answer.content.decode()
    assert page.get(TOKENS).status_code == 200


def test_a_weak_password_is_refused_under_its_field(page, user):
    answer = page.post(
        "/password/",
        {"old_password": PASSWORD, "new_password1": "12345", "new_password2": "12345"},
    )

    assert "too short" in answer.content.decode()
    user.refresh_from_db()
    assert user.check_password(PASSWORD)


def test_a_key_is_shown_once_and_works(page, user, client):
    answer = page.post(TOKENS, {"name": "ci", "scope": "read", "lifetime": "30"})

    token = ApiToken.objects.get(user=user)
    key = answer.context["key"]
    assert key in answer.content.decode()
    assert token.key_hash == ApiToken.hash(key)
    assert token.scope == "read"
    assert timedelta(days=29) < token.expires_at - timezone.now() < timedelta(days=31)
    assert "no-store" in answer["Cache-Control"]
    assert key not in page.get(TOKENS).content.decode()


def test_a_token_may_be_valid_until_it_is_revoked(page, user):
    page.post(TOKENS, {"name": "ci", "scope": "write", "lifetime": ""})

    assert ApiToken.objects.get(user=user).expires_at is None


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

    with django_assert_num_queries(3):  # session, user, tokens
        page.get(TOKENS)
