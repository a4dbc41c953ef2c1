"""``manage.py changepassword``: a new password ends what who knew the old one may have made."""

import pytest
from django.contrib.auth.management.commands import changepassword
from django.core.management import CommandError, call_command
from django.test import Client

from benchruns.models import AuditEntry
from portal.models import ApiToken
from tests.factories import ApiTokenFactory, UserFactory
from tests.portal.accounts.account_steps import GOOD

pytestmark = pytest.mark.django_db


def typed(monkeypatch, password):
    monkeypatch.setattr(changepassword.getpass, "getpass", lambda prompt: password)


def test_sessions_and_tokens_end_and_it_is_noted(monkeypatch):
    user = UserFactory()
    elsewhere = Client()
    elsewhere.force_login(user)
    token, of_another = ApiTokenFactory(user=user), ApiTokenFactory()
    typed(monkeypatch, GOOD)

    call_command("changepassword", user.username)

    user.refresh_from_db()
    assert user.check_password(GOOD)
    assert elsewhere.get("/tokens/").status_code == 302
    assert set(ApiToken.objects.filter(revoked_at__isnull=True)) == {of_another}
    noted = AuditEntry.objects.order_by("pk")
    assert list(noted.values_list("action", "actor", "subject_id")) == [
        ("token_revoked", None, str(token.pk)),
        ("password_changed", None, str(user.pk)),
    ]


def test_a_password_that_is_refused_ends_nothing(monkeypatch):
    token = ApiTokenFactory()
    typed(monkeypatch, "short")

    with pytest.raises(CommandError):
        call_command("changepassword", token.user.username)

    token.refresh_from_db()
    assert token.revoked_at is None
    assert not AuditEntry.objects.exists()
