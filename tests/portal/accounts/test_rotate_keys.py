"""``manage.py rotate_keys``: what is stored needs the first key alone afterwards."""

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from cryptography.fernet import Fernet
from django.apps import apps
from django.core.management import CommandError, call_command

from benchruns import encryption
from benchruns.models import AuditEntry, Endpoint, Reward
from benchruns.vocabulary import Grade
from portal.accounts import secret_keys
from tests.benchruns.submissions.review.under_review import submitted
from tests.factories import EndpointFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def keys(settings):
    """An old key, and one to be first; secrets are made with the old one."""
    old, new = (Fernet.generate_key().decode() for _ in range(2))
    settings.ENCRYPTION_KEYS = [old]
    return old, new


@pytest.fixture
def stored(keys):
    user = UserFactory()
    TOTP.activate(user, "ABCDEFGHIJKLMNOP")
    codes = RecoveryCodes.activate(user)
    endpoint = EndpointFactory(plain_password="of an endpoint")
    EndpointFactory(password_encrypted="")
    reward = Reward.objects.create(
        submission=submitted(),
        owner=user,
        grade=Grade.ACCEPTED,
        discount_percent=10,
        code_encrypted=encryption.encrypt("BB-CODE"),
    )
    return user, endpoint, reward, codes.get_unused_codes()


def test_all_secrets_are_read_by_the_first_key_alone(stored, keys, settings, capsys):
    user, endpoint, reward, codes = stored
    settings.ENCRYPTION_KEYS = [keys[1], keys[0]]

    call_command("rotate_keys")

    assert "Encrypted anew: 4. By the first key already: 0." in capsys.readouterr().out
    settings.ENCRYPTION_KEYS = [keys[1]]
    endpoint.refresh_from_db()
    reward.refresh_from_db()
    kinds = {each.type: each for each in Authenticator.objects.filter(user=user)}
    assert endpoint.password == "of an endpoint"
    assert encryption.decrypt(reward.code_encrypted) == "BB-CODE"
    assert encryption.decrypt(kinds["totp"].data["secret"]) == "ABCDEFGHIJKLMNOP"
    assert RecoveryCodes(kinds["recovery_codes"]).get_unused_codes() == codes
    entry = AuditEntry.objects.latest("pk")
    assert (entry.action, entry.door) == ("secrets_encrypted", "command")
    assert entry.details == {"renewed": 4, "unreadable": 0}


def test_twice_is_as_once(stored, keys, settings, capsys):
    settings.ENCRYPTION_KEYS = [keys[1], keys[0]]
    call_command("rotate_keys")
    before = list(Endpoint.objects.order_by("pk").values_list("password_encrypted"))

    call_command("rotate_keys")

    assert "Encrypted anew: 0. By the first key already: 4." in capsys.readouterr().out
    after = list(Endpoint.objects.order_by("pk").values_list("password_encrypted"))
    assert after == before


def test_a_password_changed_meanwhile_stays(keys, settings, monkeypatch):
    endpoint = EndpointFactory(plain_password="old")
    settings.ENCRYPTION_KEYS = [keys[1], keys[0]]
    renew = encryption.renew

    def changed_meanwhile(encrypted):
        endpoint.password = "new"
        endpoint.save()
        return renew(encrypted)

    monkeypatch.setattr(encryption, "renew", changed_meanwhile)
    secret_keys.renew_all()

    endpoint.refresh_from_db()
    assert endpoint.password == "new"


def test_what_no_key_reads_is_counted_and_stays(stored, keys, settings):
    lost = EndpointFactory(
        password_encrypted=Fernet(Fernet.generate_key()).encrypt(b"x").decode()
    )
    settings.ENCRYPTION_KEYS = [keys[1], keys[0]]

    with pytest.raises(CommandError, match="No key reads 1 secrets"):
        call_command("rotate_keys")

    before = lost.password_encrypted
    lost.refresh_from_db()
    assert lost.password_encrypted == before


def test_no_column_of_secrets_is_left_out():
    found = {
        (model, field.name)
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if field.name.endswith("_encrypted")
    }

    assert found == set(secret_keys.COLUMNS)
