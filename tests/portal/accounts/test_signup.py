"""Signing up: an address that is confirmed, or no account that can be used."""

from urllib.parse import quote

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core import mail, signing
from django.db.models.signals import pre_save

from benchruns.models import AuditEntry
from benchruns.vocabulary import AuditAction
from local import ports
from tests.factories import PASSWORD, UserFactory
from tests.portal.accounts.account_steps import (
    ANNA,
    GOOD,
    again,
    is_logged_in,
    link_in,
    log_in,
    sign_up,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def mail_is_on(settings, forget):
    settings.MAIL_IS_ON = True


@pytest.fixture
def no_mail_server(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", ports.choose()


def test_who_signs_up_confirms_the_address_and_logs_in(client):
    answer = sign_up(client)

    assert answer["Location"] == "/account/email/sent/"
    noted = AuditEntry.objects.get(action=AuditAction.ACCOUNT_MADE)
    assert (noted.actor.username, noted.details) == ("anna", {})
    assert client.get(answer["Location"]).content.decode().count("A mail with") == 1
    (sent,) = mail.outbox
    assert sent.to == [ANNA]
    assert sent.subject == "Benchbook: Confirm your address"
    assert "anna" in sent.body
    link = link_in(sent)
    assert ANNA in client.get(link).content.decode()
    assert not EmailAddress.objects.get().verified  # looking does not confirm

    assert client.post(link)["Location"] == "/login/"

    assert EmailAddress.objects.get().verified
    assert log_in(client, "anna", GOOD).status_code == 302
    assert is_logged_in(client)
    client.post("/logout/")
    assert log_in(client, ANNA.upper(), GOOD).status_code == 302


def test_the_page_that_asked_for_an_account_is_where_it_ends(client):
    page = "/submissions/?own=2"
    offered = client.get(f"/login/?next={quote(page)}").content.decode()
    assert f'href="/signup/?next={quote(page, safe="")}"' in offered

    answer = sign_up(client, next=page)

    sent_page = client.get(answer["Location"]).content.decode()
    assert f'href="/login/?next={quote(page)}"' in sent_page
    confirmed = client.post(link_in(mail.outbox[0]))
    assert confirmed["Location"] == f"/login/?next={quote(page, safe='')}"
    assert log_in(client, "anna", GOOD, next=page)["Location"] == page


@pytest.mark.parametrize(
    "page", ["https://elsewhere.example/", "//elsewhere.example/", "/" + "x" * 300]
)
def test_a_mail_leads_to_no_page_of_strangers(client, page):
    answer = sign_up(client, next=page)

    assert answer["Location"] == "/account/email/sent/"
    assert "next" not in link_in(mail.outbox[0])


def test_before_that_the_password_opens_nothing(client):
    sign_up(client)

    answer = log_in(client, "anna", GOOD)

    assert answer["Location"] == "/account/email/sent/"
    assert not is_logged_in(client)


def test_a_link_that_got_lost_is_sent_again_by_logging_in(client, redis_server, forget):
    sign_up(client)
    at_once = log_in(client, "anna", GOOD)
    assert at_once["Location"] == "/account/email/sent/"
    assert len(mail.outbox) == 1  # that one is minutes old at most

    forget()
    log_in(client, "anna", GOOD)

    assert len(mail.outbox) == 2
    assert client.post(link_in(mail.outbox[1])).status_code == 302


@pytest.mark.parametrize("key", ["abc", "MTIz:abc:def", "%20", "x" * 300])
def test_a_link_that_is_not_whole_confirms_nothing(client, key):
    sign_up(client)

    answer = client.get(f"/account/confirm-email/{key}/")

    assert answer.status_code in (200, 404)
    assert "Is this your address?" not in answer.content.decode()
    client.post(f"/account/confirm-email/{key}/")
    assert not EmailAddress.objects.get().verified


def test_an_old_link_confirms_nothing(client, settings):
    sign_up(client)
    link = link_in(mail.outbox[0])
    assert "Is this your address?" in client.get(link).content.decode()
    settings.ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = -1

    shown = client.get(link)

    assert "This link confirms nothing" in shown.content.decode()
    assert client.post(link).status_code == 404
    assert not EmailAddress.objects.get().verified


def test_a_link_that_is_signed_for_something_else_confirms_nothing(client):
    sign_up(client)
    key = signing.dumps(EmailAddress.objects.get().pk, salt="another")

    client.post(f"/account/confirm-email/{key}/")

    assert not EmailAddress.objects.get().verified


def test_an_address_that_has_an_account_is_not_told_from_a_new_one(client, user):
    new = sign_up(client, username="new", email="new@example.com")
    user.email = ANNA
    user.save()

    taken = sign_up(client)

    assert (taken.status_code, taken["Location"]) == (new.status_code, new["Location"])
    assert not User.objects.filter(username="anna").exists()
    told = mail.outbox[1]
    assert told.to == [ANNA]
    assert "has an account already" in told.body
    assert "/password/reset/" in told.body


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"username": "anna@example.com"}, "A name has no @"),
        ({"username": "x" * 151}, "Give 150 characters at most: it has 151."),
        ({"username": "a\0b"}, "Null characters"),
        ({"email": "nowhere"}, "Give an address, such as name@example.org."),
        ({"email": ""}, "required"),
        (
            {"email": f"a@{'x' * 60}.{'x' * 60}.{'x' * 60}.{'x' * 60}.{'x' * 30}.com"},
            "254",
        ),
        ({"password1": "12345", "password2": "12345"}, "too short"),
        ({"password2": "other"}, "same password"),
    ],
    ids=str,
)
def test_what_is_wrong_is_told_under_its_field(client, changes, words):
    answer = sign_up(client, **changes)

    assert words in answer.content.decode()
    assert not User.objects.exists()
    assert not mail.outbox


def test_a_name_that_somebody_takes_at_the_same_moment_is_refused(client):
    def take_it(**_of_signal):
        pre_save.disconnect(take_it, sender=User)
        User.objects.bulk_create([User(username="anna")])

    pre_save.connect(take_it, sender=User)

    assert "already exists" in sign_up(client).content.decode()
    assert not mail.outbox


@pytest.mark.both_databases
def test_a_name_that_is_taken_is_refused_in_any_case(client):
    UserFactory(username="Anna")

    assert "already exists" in sign_up(client).content.decode()


@pytest.mark.parametrize(
    ("name", "words"),
    [("SIGN_UP", "make its accounts themselves"), ("MAIL_IS_ON", "sends no mail")],
)
def test_sign_up_can_be_off(client, settings, name, words):
    assert 'href="/signup/"' in client.get("/login/").content.decode()
    setattr(settings, name, False)

    assert words in client.get("/signup/").content.decode()
    assert words in sign_up(client).content.decode()
    assert not User.objects.exists()
    assert "/signup/" not in client.get("/login/").content.decode()


def test_a_mail_server_that_is_away_leaves_no_account_behind(client, no_mail_server):
    answer = sign_up(client)

    assert answer.status_code == 200
    assert "The mail could not be sent" in answer.content.decode()
    assert not User.objects.exists()
    assert not EmailAddress.objects.exists()


def test_nor_does_it_tell_that_an_address_has_an_account(client, no_mail_server):
    UserFactory(email=ANNA)

    answer = sign_up(client)

    assert "The mail could not be sent" in answer.content.decode()


def test_a_mail_that_was_not_sent_is_sent_at_the_next_try(
    client, redis_server, settings, no_mail_server
):
    sign_up(client)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"

    assert sign_up(client).status_code == 302
    assert len(mail.outbox) == 1


def test_a_link_that_cannot_be_sent_again_is_told_at_login(
    client, settings, no_mail_server, forget
):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    sign_up(client)
    forget()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"

    answer = log_in(client, "anna", GOOD)

    assert "The mail could not be sent" in answer.content.decode()
    assert not is_logged_in(client)


def test_sign_ups_from_one_address_are_limited(client, redis_server, settings):
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"signup": "2/h/ip"}
    for _try in range(2):
        assert sign_up(client, password2="other").status_code == 200

    refused = sign_up(client)

    assert refused.status_code == 429
    assert "Too many tries" in refused.content.decode()


@pytest.mark.parametrize("email", ["", "clerk@example.com"])
def test_accounts_that_staff_made_log_in_without_confirming(client, email):
    User.objects.create_user("clerk", email=email, password=PASSWORD)

    for _login in range(2):
        assert log_in(client, email or "clerk")["Location"] == "/"
        assert is_logged_in(client)
        client.get("/account/email/")  # makes the address known to allauth
        client.post("/logout/")
    assert not mail.outbox


def test_the_last_address_stays_and_sets_a_forgotten_password(client):
    sign_up(client)
    client.post(link_in(mail.outbox[0]))
    log_in(client, "anna", GOOD)
    again(client, GOOD)

    asked = {"email": ANNA, "action_remove": "1"}
    answer = client.post("/account/email/", asked, follow=True)

    assert "sets a forgotten password" in answer.content.decode()
    assert EmailAddress.objects.get().email == ANNA
    assert (
        "Remove anna@example.com" not in client.get("/account/email/").content.decode()
    )
