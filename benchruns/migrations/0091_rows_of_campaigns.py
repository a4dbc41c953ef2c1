"""What a campaign printed of a load, counted by an index alone."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0090_accepted_reports_in_order")]

    operations = [
        migrations.AddIndex(
            "result",
            models.Index(
                fields=["workload", "campaign", "provenance", "status"],
                condition=models.Q(("campaign__isnull", False)),
                name="result_of_campaign_load",
            ),
        )
    ]
