"""Results by QPS and by latency, as their list is ordered."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0076_classes_by_size")]

    operations = [
        migrations.AddIndex(
            "result",
            models.Index(
                fields=["-qps", "-created_at", "id"],
                name="result_by_qps",
            ),
        ),
        migrations.AddIndex(
            "result",
            models.Index(
                fields=["latency_p95_ms", "-created_at", "id"],
                name="result_by_latency",
            ),
        ),
    ]
