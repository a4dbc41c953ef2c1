"""Addresses of webhooks are stored encrypted, and shown without what may be a secret in them."""

from django.db import migrations

from benchruns.encryption import decrypt, encrypt
from benchruns.names.hidden import shown


def hide(apps, schema_editor):
    for webhook in apps.get_model("benchruns", "Webhook").objects.all():
        webhook.target_encrypted = encrypt(webhook.address)
        webhook.address = shown(webhook.address)
        webhook.save(update_fields=["target_encrypted", "address"])
    entries = apps.get_model("benchruns", "AuditEntry").objects
    for entry in entries.filter(subject_kind="benchruns.webhook"):
        if entry.subject_name != (name := shown(entry.subject_name)):
            # not by save(): an entry is only added, but for a migration
            entries.filter(pk=entry.pk).update(subject_name=name)


def show(apps, schema_editor):
    for webhook in apps.get_model("benchruns", "Webhook").objects.all():
        webhook.address = decrypt(webhook.target_encrypted)
        webhook.save(update_fields=["address"])


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0051_targets_of_webhooks")]

    operations = [
        migrations.RunPython(hide, show),
    ]
