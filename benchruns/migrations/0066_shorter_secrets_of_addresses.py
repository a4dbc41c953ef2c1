"""Parts of webhooks' addresses that an older release showed and that may be secrets."""

from django.db import migrations

from benchruns.names.hidden import shown


def hide(apps, _schema_editor):
    for webhook in apps.get_model("benchruns", "Webhook").objects.all():
        webhook.address = shown(webhook.address)
        webhook.save(update_fields=["address"])
    entries = apps.get_model("benchruns", "AuditEntry").objects
    for entry in entries.filter(subject_kind="benchruns.webhook"):
        if entry.subject_name != (name := shown(entry.subject_name)):
            # not by save(): an entry is only added, but for a migration
            entries.filter(pk=entry.pk).update(subject_name=name)


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0065_days_of_results")]

    operations = [migrations.RunPython(hide, migrations.RunPython.noop)]
