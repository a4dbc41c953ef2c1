"""The day by which results are listed, of those that are there, and what holds the order."""

from datetime import date

from django.db import migrations, models
from django.db.models import Value
from django.db.models.functions import Coalesce, TruncDate


def fill(apps, _schema_editor):
    day = Coalesce(TruncDate("measured_at"), "published_on", Value(date.min))
    apps.get_model("benchruns", "Result").objects.update(day=day)


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0064_version_summaries")]

    operations = [
        migrations.AddField(
            "result", "day", models.DateField(default=date.min, editable=False)
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AddIndex(
            "result",
            models.Index(
                fields=["-measured_at"],
                condition=models.Q(measured_at__isnull=False),
                name="result_newest_measured",
            ),
        ),
        migrations.AddIndex(
            "result",
            models.Index(
                fields=[
                    *("-day", "-created_at", "id"),
                    *("status", "visibility", "owner", "provenance", "workload"),
                ],
                name="result_by_day",
            ),
        ),
        migrations.AddIndex(
            "result",
            models.Index(
                fields=[
                    *("-tps", "-created_at", "id"),
                    *("status", "visibility", "owner", "provenance", "workload"),
                ],
                name="result_by_tps",
            ),
        ),
    ]
