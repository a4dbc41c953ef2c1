"""What servers said of themselves at checks of an older release, within bounds."""

from django.db import migrations

from benchruns.evidence.server_bounds import bounded


def bound(apps, _schema_editor):
    checks = apps.get_model("benchruns", "Check").objects
    rows = checks.exclude(server={}).values_list("pk", "server")
    for pk, server in rows.iterator(chunk_size=200):
        if isinstance(server, dict) and (known := bounded(server)) != server:
            checks.filter(pk=pk).update(server=known)


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0077_results_by_figure")]

    operations = [migrations.RunPython(bound, migrations.RunPython.noop)]
