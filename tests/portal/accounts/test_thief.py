"""Who knew a password for a while is rid of by its owner, whatever was added meanwhile."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import mail
from django.test import Client
from django.utils import timezone

from benchruns.models import AuditEntry
from portal.accounts.addresses import WAIT
from portal.models import NewAddress
from tests.factories import PASSWORD, UserFactory
from tests.portal.accounts.account_steps import ANNA, GOOD, again, link_in, log_in

pytestmark = pytest.mark.django_db
RESET = "/password/reset/"
ADDRESSES = "/account/email/"
EVIL = "thief@evil.example"


@pytest.fixture(autouse=True)
def mail_is_on(settings, forget):
    settings.MAIL_IS_ON = True


@pytest.fixture
def anna():
    """As staff make an account: with an address that nobody confirmed."""
    return UserFactory(username="anna", email=ANNA)


@pytest.fixture
def confirmed(anna):
    EmailAddress.objects.create(user=anna, email=ANNA, primary=True, verified=True)


def thief_adds(email=EVIL):
    thief = Client()
    log_in(thief, "anna")
    again(thief)
    thief.post(ADDRESSES, {"email": email, "action_add": "1"})
    sent = next(each for each in mail.outbox if each.to == [email])
    thief.post(link_in(sent))
    return thief


def told(to):
    return [each.subject for each in mail.outbox if each.to == [to]]


def change_password(client):
    return client.post(
        "/password/",
        {"oldpassword": PASSWORD, "password1": GOOD, "password2": GOOD},
        follow=True,
    )


def reset(client, email):
    """Whether a link that was sent there set another password."""
    mail.outbox.clear()
    client.post(RESET, {"email": email})
    (sent,) = mail.outbox
    assert sent.to == [email]
    if "/password/reset/" not in sent.body:
        return False
    form = client.get(link_in(sent))["Location"]
    client.post(form, {"password1": GOOD, "password2": GOOD})
    return log_in(Client(), "anna", GOOD)["Location"] is not None


def later():
    NewAddress.objects.update(since=timezone.now() - WAIT - timedelta(minutes=1))


@pytest.mark.parametrize("is_confirmed", [True, False])
def test_the_owner_is_told_of_an_address_that_is_added_and_confirmed(
    anna, is_confirmed
):
    if is_confirmed:
        EmailAddress.objects.create(user=anna, email=ANNA, primary=True, verified=True)

    thief_adds()

    assert told(ANNA) == [
        "Benchbook: An address was added",
        "Benchbook: An added address was confirmed",
    ]
    assert EVIL in mail.outbox[1].body
    anna.refresh_from_db()
    assert anna.email == ANNA
    assert AuditEntry.objects.filter(action="mail_changed").count() == 2


def test_a_new_password_removes_an_added_address_and_tells_what_stays(client, anna):
    thief_adds()
    client.force_login(anna)
    mail.outbox.clear()

    page = change_password(client).content.decode()

    assert f"Removed, since it was added in the last 7 days: {EVIL}." in page
    assert f"Addresses of the account: {ANNA}." in page
    (sent,) = mail.outbox
    assert sent.to == [ANNA]
    assert f"- {ANNA}" in sent.body
    assert EVIL not in sent.body
    assert not EmailAddress.objects.filter(email=EVIL).exists()


@pytest.mark.usefixtures("confirmed")
def test_a_new_address_sets_no_password_until_it_is_a_week_old(client, anna):
    thief_adds()

    assert not reset(client, EVIL)
    assert "ask by another address" in mail.outbox[0].body

    later()
    assert reset(client, EVIL)


def test_an_address_that_was_never_confirmed_sets_no_password(client, anna):
    EmailAddress.objects.create(user=anna, email=EVIL)

    assert not reset(client, EVIL)
    assert reset(client, ANNA)


@pytest.mark.parametrize("is_confirmed", [True, False])
def test_a_thief_cannot_take_the_owners_address_away(anna, is_confirmed):
    if is_confirmed:
        EmailAddress.objects.create(user=anna, email=ANNA, primary=True, verified=True)
    thief = thief_adds()

    answer = thief.post(ADDRESSES, {"email": EVIL, "action_primary": "1"}, follow=True)
    assert "waits 7 days" in answer.content.decode()
    thief.post(ADDRESSES, {"email": ANNA, "action_remove": "1"})
    thief.post(ADDRESSES, {"email": EVIL, "action_remove": "1"})
    thief.post(ADDRESSES, {"email": ANNA, "action_remove": "1"})
    change_password(thief)

    assert EmailAddress.objects.get(user=anna).email == ANNA
    assert reset(Client(), ANNA)


@pytest.mark.usefixtures("confirmed")
def test_after_a_week_an_address_becomes_the_first_and_all_are_told(client, anna):
    client.force_login(anna)
    again(client)
    client.post(ADDRESSES, {"email": "a@home.example", "action_add": "1"})
    client.post(link_in(mail.outbox[0]))
    later()
    mail.outbox.clear()

    client.post(ADDRESSES, {"email": "a@home.example", "action_primary": "1"})
    client.post(ADDRESSES, {"email": ANNA, "action_remove": "1"})

    changed, removed = "Your address was changed", "An address was removed"
    everywhere = [f"Benchbook: {changed}", f"Benchbook: {removed}"]
    assert told("a@home.example") == told(ANNA) == everywhere
    assert EmailAddress.objects.get(user=anna).email == "a@home.example"
    noted = AuditEntry.objects.filter(action="mail_changed").order_by("pk")
    changes = [each.details["change"] for each in noted]
    assert changes == ["added", "confirmed", "made the first", "removed"]


def put_on(user, *, age):
    kinds = Authenticator.Type.TOTP, Authenticator.Type.RECOVERY_CODES
    for kind in kinds:
        Authenticator.objects.create(
            user=user, type=kind, data={}, created_at=timezone.now() - age
        )


@pytest.mark.usefixtures("confirmed")
def test_a_new_second_factor_falls_with_a_forgotten_password(client, anna):
    put_on(anna, age=WAIT / 2)

    assert reset(client, ANNA)

    assert not Authenticator.objects.filter(user=anna).exists()
    assert AuditEntry.objects.filter(action="second_factor_changed").exists()


@pytest.mark.usefixtures("confirmed")
def test_a_second_factor_that_is_older_stays_and_is_told_of(client, anna):
    put_on(anna, age=WAIT * 2)

    reset(client, ANNA)

    assert Authenticator.objects.filter(user=anna).count() == 2
    assert "Two-factor authentication is on, since" in mail.outbox[-1].body


def test_a_wrong_current_password_counts_as_a_failed_login(
    client, anna, redis_server, settings
):
    # the count of tries a minute, by who is logged in, is another one
    limits = settings.ACCOUNT_RATE_LIMITS | {"change_password": ""}
    settings.ACCOUNT_RATE_LIMITS = limits
    client.force_login(anna)
    given = {"oldpassword": "guess", "password1": GOOD, "password2": GOOD}
    for _guess in range(10):
        told_of = client.post("/password/", given).content.decode()
        assert "This is not your password" in told_of

    answer = client.post("/password/", given | {"oldpassword": PASSWORD})

    assert "Too many failed attempts" in answer.content.decode()
    assert "Too many failed attempts" in log_in(Client(), "anna").content.decode()
    anna.refresh_from_db()
    assert anna.check_password(PASSWORD)
