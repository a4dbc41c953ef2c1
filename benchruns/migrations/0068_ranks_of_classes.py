"""The figures that rankings put in order, kept beside the summaries of classes."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0067_limit_of_comments")]

    operations = [
        migrations.AddIndex(
            "classsummary",
            models.Index(fields=["made_for", "instance_class"], name="summary_made_for"),
        ),
        migrations.RemoveIndex("fastestofclass", "fastest_under_load"),
        migrations.AddIndex(
            "fastestofclass",
            models.Index(
                fields=[
                    *("workload", "engine_version", "regime", "instance_class"),
                    *("doubt", "engine", "tps"),
                ],
                name="fastest_of_version",
            ),
        ),
        migrations.CreateModel(
            name="RankOfClass",
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
                ("sold_for", models.CharField(max_length=20)),
                ("workload", models.CharField(max_length=40)),
                ("regime", models.CharField(max_length=10)),
                ("engine", models.CharField(max_length=20)),
                ("engine_version", models.CharField(blank=True, max_length=40)),
                ("is_doubted", models.BooleanField()),
                ("tps", models.FloatField()),
                (
                    "instance_class",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="benchruns.instanceclass",
                    ),
                ),
                (
                    "provider",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="benchruns.provider",
                    ),
                ),
                (
                    "result",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="benchruns.result",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=[
                            *("workload", "regime", "is_doubted", "-tps"),
                            *("engine", "engine_version"),
                        ],
                        name="rank_best_first",
                    ),
                    models.Index(
                        fields=[
                            *("workload", "regime", "provider", "sold_for"),
                            *("engine", "engine_version", "instance_class"),
                        ],
                        name="rank_by_origin",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=[
                            *("instance_class", "workload", "regime"),
                            *("engine", "engine_version"),
                        ],
                        name="rank_of_class_is_one",
                    )
                ],
            },
        ),
    ]
