"""Classes in the order in which lists have them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0075_settings_of_measured_results")]

    operations = [
        migrations.AddIndex(
            "instanceclass",
            models.Index(
                fields=["vcpus", "memory_gb", "code", "id"], name="class_by_size"
            ),
        ),
    ]
