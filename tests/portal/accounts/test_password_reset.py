"""A forgotten password, set anew by a link; addresses of an account."""

from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from local import ports
from portal.accounts import tokens
from tests.factories import PASSWORD, ApiTokenFactory, UserFactory
from tests.portal.accounts.account_steps import (
    ANNA,
    GOOD,
    again,
    is_logged_in,
    link_in,
    log_in,
)
from tests.webhook_factories import WebhookFactory

pytestmark = pytest.mark.django_db
RESET = "/password/reset/"
ADDRESSES = "/account/email/"


@pytest.fixture(autouse=True)
def mail_is_on(settings, forget):
    settings.MAIL_IS_ON = True


@pytest.fixture
def anna():
    return UserFactory(username="anna", email=ANNA)


def no_mail_server(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", ports.choose()


def new_password(client, link, password=GOOD):
    form = client.get(link)["Location"]
    return client.post(form, {"password1": password, "password2": password})


def test_a_link_sets_a_new_password_once(client, anna):
    asked = client.post(RESET, {"email": ANNA})
    assert asked["Location"] == "/password/reset/sent/"
    (sent,) = mail.outbox
    assert sent.to == [ANNA]
    assert "anna" in sent.body

    done = new_password(client, link_in(sent))

    assert done["Location"] == "/password/reset/changed/"
    assert not is_logged_in(client)
    assert mail.outbox[1].subject == "Benchbook: Your password was set anew"
    assert "sets no password" in client.get(link_in(sent)).content.decode()
    assert log_in(client, "anna", PASSWORD).status_code == 200
    assert log_in(client, "anna", GOOD).status_code == 302


def test_who_gets_a_closed_account_back_sets_a_new_password_and_no_older_link_does(
    client, anna
):
    client.post(RESET, {"email": ANNA})
    tokens.end_with_account(anna, by=None)
    client.post(RESET, {"email": ANNA})
    older, newer = (link_in(sent) for sent in mail.outbox)

    assert "sets no password" in client.get(older).content.decode()
    new_password(client, newer)

    assert log_in(client, "anna", GOOD).status_code == 302


def test_with_a_forgotten_password_end_all_sessions_and_tokens(client, anna):
    elsewhere = Client()
    elsewhere.force_login(anna)
    token = ApiTokenFactory(user=anna)
    WebhookFactory(owner=anna, address="http://127.0.0.1:9/anna?key=hush")
    WebhookFactory(owner=anna, address="http://127.0.0.1:9/a", secret_by=uuid4())
    WebhookFactory(address="http://127.0.0.1:9/another")
    client.post(RESET, {"email": ANNA})

    new_password(client, link_in(mail.outbox[0]))

    token.refresh_from_db()
    assert not token.is_valid
    assert not is_logged_in(elsewhere)
    told = mail.outbox[1].body
    assert "its API tokens no longer work" in told
    assert "Delete what you do not know: http://testserver/webhooks/" in told
    lines = [line for line in told.splitlines() if line.startswith("- http")]
    assert lines == [
        "- http://127.0.0.1:9/a (paused, wants a new secret)",
        "- http://127.0.0.1:9/anna?***",
    ]


def test_an_address_without_an_account_gets_the_same_answer(client, anna):
    known = client.post(RESET, {"email": ANNA})

    unknown = client.post(RESET, {"email": "nobody@example.com"})

    assert unknown["Location"] == known["Location"]
    assert "No account has this address" in mail.outbox[1].body
    assert "/signup/" in mail.outbox[1].body


def test_while_nobody_can_sign_up_no_mail_says_so(client, settings):
    settings.SIGN_UP = False

    client.post(RESET, {"email": "nobody@example.com"})

    assert "/signup/" not in mail.outbox[0].body


@pytest.mark.parametrize(
    "path", ["1-abc", "zzzzzzzzzzzzz-x", "0-set-password", "1-x.y"]
)
def test_a_link_that_is_not_whole_sets_nothing(client, path):
    answer = client.get(f"/password/reset/{path}/")

    assert answer.status_code == 200
    assert "sets no password" in answer.content.decode()


def test_an_old_link_sets_nothing(client, anna, settings):
    client.post(RESET, {"email": ANNA})
    settings.PASSWORD_RESET_TIMEOUT = -1

    answer = client.get(link_in(mail.outbox[0]))

    assert "sets no password" in answer.content.decode()


def test_a_weak_password_is_refused(client, anna):
    client.post(RESET, {"email": ANNA})

    answer = new_password(client, link_in(mail.outbox[0]), "12345")

    assert "too short" in answer.content.decode()
    assert log_in(client, "anna").status_code == 302


def test_a_mail_server_that_is_away_is_told(client, anna, settings):
    no_mail_server(settings)

    answers = [client.post(RESET, {"email": e}) for e in (ANNA, "no@example.com")]

    for answer in answers:
        assert "The mail could not be sent" in answer.content.decode()


def test_without_mail_the_page_says_whom_to_ask(client, settings):
    settings.MAIL_IS_ON = False

    assert "Ask those who run it" in client.get(RESET).content.decode()
    assert "could not be sent" not in client.get(RESET).content.decode()
    assert "/password/reset/" not in client.get("/login/").content.decode()


def test_mails_to_one_address_are_limited(client, anna, redis_server, settings):
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {
        "reset_password": "2/h/key"
    }
    for _try in range(2):
        assert client.post(RESET, {"email": ANNA}).status_code == 302

    assert client.post(RESET, {"email": ANNA}).status_code == 429
    assert len(mail.outbox) == 2


def test_a_new_password_ends_the_pause_of_a_guesser(client, anna, redis_server):
    for _guess in range(11):
        answer = log_in(client, "anna", "forgotten")
    assert "Too many failed attempts" in answer.content.decode()
    client.post(RESET, {"email": ANNA})

    new_password(client, link_in(mail.outbox[0]))

    assert log_in(client, "anna", GOOD).status_code == 302


def test_an_address_is_added_by_who_knows_the_password(client, anna):
    log_in(client, "anna")
    new = {"email": "anna@home.example", "action_add": "1"}

    asked = client.post(ADDRESSES, new)

    assert asked["Location"].startswith("/account/password-again/")
    assert not mail.outbox
    wrong = again(client, "wrong", next=ADDRESSES)
    assert "This is not your password" in wrong.content.decode()
    assert again(client, next=ADDRESSES).status_code == 302
    assert mail.outbox[0].to == ["anna@home.example"]
    confirmed = client.post(link_in(mail.outbox[0]))
    assert confirmed["Location"] == ADDRESSES
    assert "anna@home.example</b>" in client.get(ADDRESSES).content.decode()
    address = EmailAddress.objects.get(email="anna@home.example")
    assert address.verified


def test_an_address_that_cannot_be_mailed_waits_for_its_link(client, anna, settings):
    log_in(client, "anna")
    again(client)
    no_mail_server(settings)

    answer = client.post(
        ADDRESSES, {"email": "anna@home.example", "action_add": "1"}, follow=True
    )

    assert "could not be sent" in answer.content.decode()
    assert "Send anna@home.example the link" in answer.content.decode()


def test_the_list_of_addresses_costs_the_same_however_long(
    client, anna, django_assert_max_num_queries
):
    client.force_login(anna)
    client.get(ADDRESSES)
    for number in range(4):
        EmailAddress.objects.create(user=anna, email=f"{number}@example.com")

    with django_assert_max_num_queries(8):
        client.get(ADDRESSES)


def test_a_change_stays_though_its_mail_cannot_be_sent(client, anna, settings):
    EmailAddress.objects.create(user=anna, email=ANNA, primary=True, verified=True)
    log_in(client, "anna")
    no_mail_server(settings)

    answer = client.post(
        "/password/", {"oldpassword": PASSWORD, "password1": GOOD, "password2": GOOD}
    )

    assert answer["Location"] == "/account/"
    anna.refresh_from_db()
    assert anna.check_password(GOOD)
