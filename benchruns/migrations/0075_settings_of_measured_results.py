"""Settings of measured results that tell whose a server is, and that strangers saw."""

from django.db import migrations

from benchruns.parsers.settings.recognised import without_names


def keep_public(apps, _schema_editor):
    results = apps.get_model("benchruns", "Result").objects
    measured = results.filter(provenance="measured").exclude(parameter_settings={})
    rows = measured.values_list("pk", "parameter_settings")
    for pk, settings in rows.iterator(chunk_size=500):
        if isinstance(settings, dict) and (shown := without_names(settings)) != settings:
            results.filter(pk=pk).update(parameter_settings=shown)


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0074_limit_of_reports_handed_in")]

    operations = [migrations.RunPython(keep_public, migrations.RunPython.noop)]
