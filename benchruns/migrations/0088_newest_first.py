"""Lists of the newest first, read in their order and not put into it."""

from django.db import migrations, models
from django.db.models import Q

NEWEST = {
    "dataset": "data_set_newest_first",
    "schedule": "schedule_newest_first",
    "sweep": "sweep_newest_first",
    "webhook": "webhook_newest_first",
}


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0087_results_by_figure_within")]

    operations = [
        *(
            migrations.AddIndex(
                model, models.Index(fields=["-created_at", "-id"], name=name)
            )
            for model, name in NEWEST.items()
        ),
        migrations.AddIndex(
            "notice",
            models.Index(
                fields=["user", "-created_at", "-id"], name="notice_newest_first"
            ),
        ),
        migrations.AddIndex(
            "submission",
            models.Index(
                fields=["-accepted_at", "-id"],
                condition=Q(accepted_at__isnull=False),
                name="submission_accepted",
            ),
        ),
    ]
