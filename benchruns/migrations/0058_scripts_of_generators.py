"""The scripts that a load generator has in its folder."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0057_notices_of_runs")]

    operations = [
        migrations.AddField("generator", "scripts", models.JSONField(default=dict)),
    ]
