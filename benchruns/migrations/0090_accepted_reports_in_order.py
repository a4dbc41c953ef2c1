"""Accepted reports, read in the order of their list and not put into it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0089_doubts_of_ratios")]

    operations = [
        migrations.AddIndex(
            "submission",
            models.Index(
                fields=["state", "-accepted_at", "-id"], name="submission_state_accepted"
            ),
        )
    ]
