"""The words of two choices; the values that rows hold stay."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0027_runs_deleted")]

    operations = [
        migrations.AlterField(
            model_name="result",
            name="provenance",
            field=models.CharField(
                choices=[
                    ("published", "vendor"),
                    ("measured", "measured"),
                    ("submitted", "submitted"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="campaigndraft",
            name="state",
            field=models.CharField(
                choices=[
                    ("waiting", "waiting for review"),
                    ("returned", "given back"),
                    ("accepted", "public"),
                    ("withdrawn", "withdrawn"),
                ],
                default="waiting",
                max_length=10,
            ),
        ),
    ]
