"""What may be a secret in an address is shown by nobody, in rows of before neither."""

import pytest

from benchruns.audit import trigger
from benchruns.audit.record import record
from benchruns.models import AuditEntry, Webhook
from benchruns.names import hidden
from benchruns.vocabulary import AuditAction
from tests.benchruns.migrations.moving import downgrade_rows, upgrade_rows
from tests.factories import UserFactory
from tests.webhook_factories import WebhookFactory

CHAT = "https://chat.example/services/T01/B02/oof5Iequ5aich4Eenoo8ahR1"


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        (
            "http://ci.example:8080/hooks/nightly",
            "http://ci.example:8080/hooks/nightly",
        ),
        ("http://ci.example", "http://ci.example"),
        ("http://ci.example/?", "http://ci.example/?"),
        ("http://ci.example/a?token=x&of=y", "http://ci.example/a?***"),
        (CHAT, "https://chat.example/services/***/***/***"),
        ("https://in.example/api/v2/events-3/", "https://in.example/api/v2/events-3/"),
        ("https://in.example/abc123def456ghi", "https://in.example/***"),
        ("https://s3cr3tt0k3n.m.in.example/", "https://***.m.in.example/"),
        ("http://db-01.lan.example:81/", "http://db-01.lan.example:81/"),
        ("http://localhost:81/in", "http://localhost:81/in"),
        ("http://192.0.2.7:81/in", "http://192.0.2.7:81/in"),
        ("http://[2001:db8::7]:81/in", "http://[2001:db8::7]:81/in"),
        (
            "https://a-long-name-of-a-host.example/",
            "https://a-long-name-of-a-host.example/",
        ),
    ],
)
def test_a_query_and_all_but_plain_words_are_hidden(address, shown):
    assert hidden.shown(address) == shown
    assert hidden.shown(shown) == shown


@pytest.mark.django_db
def test_an_upgrade_hides_what_an_older_release_showed():
    webhook = WebhookFactory(address=CHAT)
    before = "https://chat.example/services/T01/B02/***"
    Webhook.objects.update(address=before)
    record(AuditAction.WEBHOOK_MADE, by=None, on=webhook, name=before)

    upgrade_rows("0066_shorter_secrets_of_addresses")
    trigger.create()

    webhook.refresh_from_db()
    assert (webhook.address, webhook.target) == (hidden.shown(CHAT), CHAT)
    assert AuditEntry.objects.get().subject_name == hidden.shown(CHAT)


@pytest.mark.django_db
def test_an_upgrade_hides_them_in_webhooks_and_in_the_audit_log():
    webhook = WebhookFactory()
    Webhook.objects.update(address=CHAT, target_encrypted="")
    record(AuditAction.WEBHOOK_MADE, by=None, on=webhook, name=CHAT)
    other = record(AuditAction.RUN_DELETED, by=None, on=UserFactory(), name="a?b")

    upgrade_rows("0052_hidden_addresses")
    trigger.create()

    webhook.refresh_from_db()
    assert (webhook.address, webhook.target) == (hidden.shown(CHAT), CHAT)
    names = dict(AuditEntry.objects.values_list("pk", "subject_name"))
    assert names.pop(other.pk) == "a?b"
    assert list(names.values()) == [hidden.shown(CHAT)]
    downgrade_rows("0052_hidden_addresses")
    webhook.refresh_from_db()
    assert webhook.address == CHAT
