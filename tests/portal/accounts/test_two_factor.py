"""Two-factor authentication: an app's codes, recovery codes, and the way back."""

import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from cryptography.fernet import Fernet
from django.core.management import CommandError, call_command

from benchruns.models import AuditEntry
from benchruns.vocabulary import AuditAction
from tests.factories import ApiTokenFactory, UserFactory
from tests.portal.accounts.account_steps import again, focused, is_logged_in, log_in

pytestmark = pytest.mark.django_db
ON, OFF = "/account/2fa/on/", "/account/2fa/off/"
CODE = "/account/2fa/code/"
CODES = "/account/2fa/recovery-codes/"


@pytest.fixture(autouse=True)
def clock(settings, forget):
    """A code of the half minute that has just ended is right as well."""
    settings.MFA_TOTP_TOLERANCE = 1


def code_of(secret, periods_on=0):
    """What an app shows (RFC 6238)."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30 + periods_on))


def turn_on(client):
    """Logged in as somebody: the secret of the app, and the recovery codes."""
    again(client)
    secret = client.get(ON).context["form"].secret
    answer = client.post(ON, {"code": code_of(secret)}, follow=True)
    return secret, answer.context["unused_codes"]


@pytest.fixture
def protected(page):
    """Logged out, with a second factor."""
    secret, codes = turn_on(page)
    page.post("/logout/")
    return secret, codes


def test_it_is_turned_on_by_a_code_after_the_password(
    page, user, django_capture_on_commit_callbacks
):
    asked = page.get(ON)
    assert asked["Location"].startswith("/account/password-again/")
    again(page, next=ON)
    shown = page.get(ON)
    assert 'src="data:image/svg+xml;base64,' in shown.content.decode()
    secret = shown.context["form"].secret

    wrong = page.post(ON, {"code": "000000"})
    with django_capture_on_commit_callbacks(execute=True):
        right = page.post(ON, {"code": code_of(secret)}, follow=True)

    noted = AuditEntry.objects.filter(action=AuditAction.SECOND_FACTOR_CHANGED)
    assert {(n.actor, n.details["change"]) for n in noted} == {(user, "added")}
    assert "Incorrect code" in wrong.content.decode()
    assert len(right.context["unused_codes"]) == 10
    assert right.context["unused_codes"][0] in right.content.decode()
    stored = Authenticator.objects.get(user=user, type="totp")
    assert secret not in str(stored.data)
    assert "on, by an app" in page.get("/account/2fa/").content.decode()


def test_then_the_password_alone_opens_nothing(client, user, protected):
    secret, _codes = protected

    asked = log_in(client, user.username, next="/runs/")

    assert asked["Location"] == CODE
    assert focused(client.get(CODE)) == ["code"]
    assert not is_logged_in(client)
    assert "Incorrect code" in client.post(CODE, {"code": "000000"}).content.decode()
    assert not is_logged_in(client)
    assert client.post(CODE, {"code": code_of(secret)})["Location"] == "/runs/"
    assert is_logged_in(client)


def test_a_code_is_asked_for_by_nobody_who_gave_no_password(client, protected):
    assert client.get(CODE)["Location"] == "/login/"
    assert client.post(CODE, {"code": "123456"})["Location"] == "/login/"


def test_a_recovery_code_logs_in_once(client, user, protected):
    _secret, codes = protected

    log_in(client, user.username)
    assert client.post(CODE, {"code": codes[0]})["Location"] == "/"
    client.post("/logout/")
    log_in(client, user.username)

    assert "Incorrect code" in client.post(CODE, {"code": codes[0]}).content.decode()
    assert client.post(CODE, {"code": codes[1]})["Location"] == "/"
    again(client)
    assert client.get(CODES).context["unused_codes"] == codes[2:]
    downloaded = client.get(f"{CODES}file/").content.decode().split()
    assert downloaded == codes[2:]


def test_new_recovery_codes_replace_the_old_ones(page):
    _secret, codes = turn_on(page)

    answer = page.post(f"{CODES}new/", follow=True)

    assert len(answer.context["unused_codes"]) == 10
    assert not set(answer.context["unused_codes"]) & set(codes)


def test_an_apps_code_logs_in_once(client, user, protected, redis_server):
    code = code_of(protected[0])
    log_in(client, user.username)
    assert client.post(CODE, {"code": code}).status_code == 302
    client.post("/logout/")
    log_in(client, user.username)

    assert "Incorrect code" in client.post(CODE, {"code": code}).content.decode()


def test_guessing_codes_ends_in_a_pause(client, user, protected, redis_server):
    log_in(client, user.username)
    for _guess in range(10):
        client.post(CODE, {"code": "000000"})

    refused = client.post(CODE, {"code": code_of(protected[0])})

    assert "Too many failed attempts" in refused.content.decode()
    assert not is_logged_in(client)


def test_the_administration_asks_for_it_too(client):
    staff = UserFactory(staff=True)
    client.force_login(staff)
    secret, _codes = turn_on(client)
    client.post("/logout/")

    asked = log_in(client, staff.username, next="/admin/")

    assert asked["Location"] == CODE
    assert client.get("/admin/").status_code == 302
    client.post(CODE, {"code": code_of(secret)})
    assert client.get("/admin/").status_code == 200


def test_programs_go_on_with_their_tokens(client, user, protected):
    token = ApiTokenFactory.build(user=user)
    key = "bb_key-of-a-program"
    token.key_hash = token.hash(key)
    token.save()

    answer = client.get("/api/v1/endpoints/", headers={"Authorization": f"Token {key}"})

    assert answer.status_code == 200


def test_turning_it_off_asks_for_the_password(client, user, protected):
    log_in(client, user.username)
    client.post(CODE, {"code": code_of(protected[0])})

    asked = client.post(OFF)

    assert asked["Location"].startswith("/account/password-again/")
    assert Authenticator.objects.filter(user=user, type="totp").exists()
    again(client)
    client.post(OFF)
    assert not Authenticator.objects.filter(user=user).exists()
    noted = AuditEntry.objects.filter(
        action=AuditAction.SECOND_FACTOR_CHANGED, actor=user
    )
    assert {entry.details["change"] for entry in noted} == {"removed"}
    client.post("/logout/")
    assert log_in(client, user.username)["Location"] == "/"


def test_staff_turn_it_off_for_who_lost_the_phone(client, user, protected, capsys):
    call_command("reset_two_factor", user.username)

    assert "password alone" in capsys.readouterr().out
    noted = AuditEntry.objects.get(action=AuditAction.SECOND_FACTOR_CHANGED, actor=None)
    assert (noted.subject_id, noted.details) == (str(user.pk), {"change": "removed"})
    assert log_in(client, user.username)["Location"] == "/"
    for name in (user.username, "nobody"):
        with pytest.raises(CommandError):
            call_command("reset_two_factor", name)


def test_a_lost_encryption_key_makes_no_code_right(client, user, protected, settings):
    secret, codes = protected
    settings.ENCRYPTION_KEYS = [Fernet.generate_key().decode()]
    log_in(client, user.username)

    for code in (code_of(secret), codes[0]):
        assert "Incorrect code" in client.post(CODE, {"code": code}).content.decode()
