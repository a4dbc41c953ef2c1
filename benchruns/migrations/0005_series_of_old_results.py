"""Give the results that were measured before there were series their own."""

import hashlib
import json

from django.db import migrations


def fill(apps, schema_editor):
    Result = apps.get_model("benchruns", "Result")
    Series = apps.get_model("benchruns", "Series")
    measured = Result.objects.filter(endpoint__isnull=False, series__isnull=True)
    for result in measured.only("endpoint", "workload", "parameters").iterator():
        text = json.dumps(result.parameters, sort_keys=True, separators=(",", ":"))
        series, _ = Series.objects.get_or_create(
            endpoint_id=result.endpoint_id,
            workload=result.workload,
            parameters_key=hashlib.sha256(text.encode()).hexdigest(),
            defaults={"parameters": result.parameters},
        )
        Result.objects.filter(pk=result.pk).update(series=series)


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0004_comparing")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
