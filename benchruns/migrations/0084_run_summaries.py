"""What is kept of all seconds of a long run that ended.

Nothing is written here: of an older run it is made when its page is first asked for, or of
all of them by ``manage.py sum_up_runs``.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0083_ranks_by_size")]

    operations = [
        migrations.CreateModel(
            name="RunSummary",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("attempt", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=10)),
                ("made_for", models.CharField(max_length=20)),
                ("content", models.TextField()),
                (
                    "run",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="summaries",
                        to="benchruns.run",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=["run", "kind"], name="one_summary_of_a_run_a_kind"
                    )
                ]
            },
        ),
    ]
