"""Blank what kept answers to uploads repeat of them in clear."""

from django.db import migrations

from benchruns.submissions.files.stored.uploads import blanked_json


def blank(apps, _schema_editor):
    records = apps.get_model("portal", "IdempotencyRecord").objects
    for record in records.filter(body__has_key="statement"):
        record.body = blanked_json(record.body)
        record.save(update_fields=["body"])


class Migration(migrations.Migration):
    dependencies = [("portal", "0003_feed_keys")]

    operations = [migrations.RunPython(blank, migrations.RunPython.noop)]
