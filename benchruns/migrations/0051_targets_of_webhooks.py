"""Room for where a webhook leads, encrypted."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0050_generator_labels")]

    operations = [
        migrations.AddField(
            model_name="webhook",
            name="target_encrypted",
            field=models.TextField(default=""),
            preserve_default=False,
        ),
    ]
