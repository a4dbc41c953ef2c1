"""Blank what older rules kept of uploads in clear; results keep what was recognised."""

from functools import partial

from django.db import migrations

from benchruns.submissions.files.stored.uploads import blank_stored


def blank(apps, _schema_editor):
    blank_stored(partial(apps.get_model, "benchruns"))


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0009_names")]

    operations = [migrations.RunPython(blank, migrations.RunPython.noop)]
