"""How many results each version has of each kind, and lists of some in their order.

Two indexes are made anew, holding what a list is chosen by: without it SQLite reads all
results to put them in order from the highest latency, or the lowest QPS.
"""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0079_numbers_of_deliveries")]

    operations = [
        migrations.AddField(
            "versionsummary", "kinds", models.JSONField(default=list)
        ),
        migrations.RemoveIndex("result", "result_by_qps"),
        migrations.RemoveIndex("result", "result_by_latency"),
        migrations.AddIndex(
            "result",
            models.Index(
                fields=[
                    *("-qps", "-created_at", "id"),
                    *("status", "visibility", "owner"),
                ],
                name="result_by_qps",
            ),
        ),
        migrations.AddIndex(
            "result",
            models.Index(
                fields=[
                    *("latency_p95_ms", "-created_at", "id"),
                    *("status", "visibility", "owner"),
                ],
                name="result_by_latency",
            ),
        ),
        migrations.AddIndex(
            "result",
            models.Index(
                fields=["-day", "-created_at", "id", "status", "visibility", "owner"],
                condition=~Q(doubt=""),
                name="result_in_doubt",
            ),
        ),
        migrations.AddIndex(
            "result",
            models.Index(
                fields=["provider", "-day", "-created_at", "id"],
                name="result_of_provider",
            ),
        ),
        migrations.AddIndex(
            "result",
            models.Index(
                fields=["engine", "-day", "-created_at", "id"],
                name="result_of_engine",
            ),
        ),
        migrations.AddIndex(
            "result",
            models.Index(
                fields=["engine", "engine_version", "-day", "-created_at", "id"],
                name="result_of_version",
            ),
        ),
    ]
