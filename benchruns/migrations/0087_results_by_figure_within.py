"""Results of a provider and of an engine by a figure, read in order and not put into it."""

from django.db import migrations, models

ORDERS = {"tps": "-tps", "qps": "-qps", "latency": "latency_p95_ms"}


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0086_results_as_written")]

    operations = [
        migrations.AddIndex(
            "result",
            models.Index(
                fields=[of, by, "-created_at", "id"],
                name=f"result_of_{of}_by_{name}",
            ),
        )
        for of in ("provider", "engine")
        for name, by in ORDERS.items()
    ]
