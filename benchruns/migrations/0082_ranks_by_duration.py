"""Rankings of like durations: a figure for each band of them.

What is kept holds for no reader until it is written anew, as of another release.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0081_old_times_of_schedules")]

    operations = [
        migrations.RemoveConstraint("rankofclass", "rank_of_class_is_one"),
        migrations.RemoveIndex("rankofclass", "rank_best_first"),
        migrations.RemoveIndex("rankofclass", "rank_by_origin"),
        migrations.AddField(
            "rankofclass", "band", models.PositiveSmallIntegerField(default=0)
        ),
        migrations.AddField("rankofclass", "seconds", models.FloatField(null=True)),
        migrations.AddIndex(
            "rankofclass",
            models.Index(
                fields=[
                    *("workload", "regime", "band", "is_doubted", "-tps"),
                    *("engine", "engine_version"),
                ],
                name="rank_best_first",
            ),
        ),
        migrations.AddIndex(
            "rankofclass",
            models.Index(
                fields=[
                    *("workload", "regime", "band", "provider", "sold_for"),
                    *("engine", "engine_version", "instance_class", "seconds"),
                ],
                name="rank_by_origin",
            ),
        ),
        migrations.AddConstraint(
            "rankofclass",
            models.UniqueConstraint(
                fields=[
                    *("instance_class", "workload", "regime", "band"),
                    *("engine", "engine_version"),
                ],
                name="rank_of_class_is_one",
            ),
        ),
        # On the way back: a class has room for one figure a load there.
        migrations.RunSQL(
            migrations.RunSQL.noop, reverse_sql="DELETE FROM benchruns_rankofclass"
        ),
    ]
