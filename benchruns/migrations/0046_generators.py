"""Load generators, as workers of runs tell of themselves."""

import uuid

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0045_histograms")]

    operations = [
        migrations.CreateModel(
            name="Generator",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("name", models.CharField(max_length=120, unique=True)),
                ("vcpus", models.PositiveIntegerField(null=True)),
                ("memory_gb", models.FloatField(null=True)),
                ("os", models.CharField(blank=True, max_length=80)),
                ("tools", models.JSONField(default=dict)),
                ("labels", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("seen_at", models.DateTimeField()),
            ],
            options={"ordering": ["name"]},
        ),
        migrations.AddIndex(
            "attempt", models.Index(fields=["worker"], name="attempt_by_worker")
        ),
    ]
