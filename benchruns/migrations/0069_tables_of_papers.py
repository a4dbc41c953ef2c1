"""How many results stand in each table of a paper, kept with its versions."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0068_ranks_of_classes")]

    operations = [
        migrations.AddField(
            "versionsummary", "tables", models.JSONField(default=list)
        ),
    ]
