"""Whether an API token said where a webhook leads; of those from before nobody knows."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0052_hidden_addresses")]

    operations = [
        migrations.AddField(
            model_name="webhook",
            name="is_of_token",
            field=models.BooleanField(default=False),
        ),
    ]
