"""Guessed passwords: a pause for one account from one address, and none for others."""

import socket

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User

from local import ports
from tests.factories import PASSWORD, UserFactory
from tests.portal.accounts.account_steps import is_logged_in, log_in

GUESSES = 10


@pytest.fixture
def counted(redis_server, forget):
    """In a Redis where nobody has tried anything yet."""


def guess(client, name, times=GUESSES):
    for _guess in range(times):
        answer = log_in(client, name, "wrong")
        assert "do not belong together" in answer.content.decode()


def test_guessing_a_password_ends_in_a_pause(client, user, counted):
    other = UserFactory()
    guess(client, user.username)

    refused = log_in(client, user.username)

    assert "Too many failed attempts" in refused.content.decode()
    assert not is_logged_in(client)
    assert log_in(client, other.username).status_code == 302


@pytest.mark.django_db
def test_failures_by_name_and_by_address_are_those_of_one_account(client, counted):
    anna = UserFactory(username="anna", email="anna@example.com")
    EmailAddress.objects.create(user=anna, email="a@example.com", verified=True)
    guess(client, "anna", times=GUESSES - 2)
    guess(client, "ANNA@example.com", times=1)
    guess(client, "a@example.com", times=1)

    for name in ("anna", "anna@example.com", "a@example.com"):
        assert "Too many failed attempts" in log_in(client, name).content.decode()


def test_a_login_that_succeeds_counts_as_no_failure(client, user, counted):
    guess(client, user.username, times=GUESSES - 1)
    for _login in range(3):
        assert log_in(client, user.username).status_code == 302
        client.post("/logout/")

    assert log_in(client, user.username).status_code == 302


@pytest.mark.django_db
def test_the_door_of_the_administration_is_the_same(client, counted):
    staff = UserFactory(staff=True)

    asked = client.get(client.get("/admin/")["Location"])

    assert asked["Location"] == "/login/?next=%2Fadmin%2F"
    client.post(
        "/admin/login/?next=/admin/", {"username": staff.username, "password": PASSWORD}
    )
    assert not is_logged_in(client)
    assert log_in(client, staff.username, next="/admin/")["Location"] == "/admin/"
    assert client.get("/admin/").status_code == 200


def test_the_pause_is_for_the_address_that_guessed(client, user, counted, settings):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1  # as HTTPS sets it
    client.defaults["HTTP_X_FORWARDED_FOR"] = "192.0.2.1, 198.51.100.7"
    guess(client, user.username)

    client.defaults["HTTP_X_FORWARDED_FOR"] = "198.51.100.7, 198.51.100.8"

    assert log_in(client, user.username).status_code == 302


def test_addresses_of_one_ipv6_network_are_one(client, user, counted):
    for last in range(GUESSES):
        client.defaults["REMOTE_ADDR"] = f"2001:db8::{last:x}:1"
        guess(client, user.username, times=1)

    client.defaults["REMOTE_ADDR"] = "2001:db8::ffff:1"
    refused = log_in(client, user.username)
    client.defaults["REMOTE_ADDR"] = "2001:db8:0:1::1"
    elsewhere = log_in(client, user.username)

    assert "Too many failed attempts" in refused.content.decode()
    assert elsewhere.status_code == 302


def test_without_a_proxy_nobody_names_an_address_of_his_own(client, user, counted):
    guess(client, user.username)

    client.defaults["HTTP_X_FORWARDED_FOR"] = "198.51.100.8"

    refused = log_in(client, user.username)
    assert "Too many failed attempts" in refused.content.decode()


def test_callers_without_an_address_can_log_in(client, user):
    client.defaults["REMOTE_ADDR"] = ""  # through a socket in the file system

    assert log_in(client, user.username).status_code == 302


@pytest.mark.both_databases
def test_names_that_differ_in_case_alone_are_accounts_of_their_own(client, user):
    User.objects.create_user(user.username.upper(), password="another horse")

    assert log_in(client, user.username.upper(), "another horse").status_code == 302
    client.post("/logout/")
    assert log_in(client, user.username).status_code == 302


def away(settings, port):
    settings.CACHES = {
        "default": settings.CACHES["default"]
        | {"LOCATION": f"redis://127.0.0.1:{port}/0", "OPTIONS": {"socket_timeout": 1}}
    }


def test_logging_in_does_not_need_redis(client, user, settings, caplog):
    away(settings, ports.choose())

    assert log_in(client, user.username, "wrong").status_code == 200
    assert log_in(client, user.username).status_code == 302
    told = [line for line in caplog.messages if "no answer from Redis" in line]
    assert len(told) == 1


def test_a_redis_that_does_not_answer_delays_once(client, user, settings):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        away(settings, silent.getsockname()[1])

        assert log_in(client, user.username).status_code == 302

        silent.setblocking(False)
        with silent.accept()[0], pytest.raises(BlockingIOError):
            silent.accept()
