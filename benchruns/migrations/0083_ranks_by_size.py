"""Figures of rankings divided by the size of their class, to be put in order by an index.

All of them are written anew after migrations, as whatever is kept of classes.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0082_ranks_by_duration")]

    operations = [
        migrations.AddField("rankofclass", "tps_per_vcpu", models.FloatField(default=0)),
        migrations.AddField("rankofclass", "tps_per_gb", models.FloatField(default=0)),
        migrations.AddIndex(
            "rankofclass",
            models.Index(
                fields=[
                    *("workload", "regime", "band", "is_doubted", "-tps_per_vcpu"),
                    *("engine", "engine_version"),
                ],
                name="rank_best_per_vcpu",
            ),
        ),
        migrations.AddIndex(
            "rankofclass",
            models.Index(
                fields=[
                    *("workload", "regime", "band", "is_doubted", "-tps_per_gb"),
                    *("engine", "engine_version"),
                ],
                name="rank_best_per_gb",
            ),
        ),
    ]
