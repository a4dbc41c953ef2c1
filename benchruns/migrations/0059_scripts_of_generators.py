"""The scripts that a load generator has in its folder."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0058_tokens_of_webhooks")]

    operations = [
        migrations.AddField("generator", "scripts", models.JSONField(default=dict)),
    ]
