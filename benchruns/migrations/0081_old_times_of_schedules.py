"""The times of schedules at which nothing was started, by their age."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0080_kinds_of_results")]

    operations = [
        migrations.AddIndex(
            "occurrence",
            models.Index(
                fields=["at"],
                condition=Q(state__in=["skipped", "refused"]),
                name="occurrence_without_runs",
            ),
        )
    ]
