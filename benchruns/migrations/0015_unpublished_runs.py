from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0014_codes_of_checks")]

    operations = [
        migrations.AddField(
            "run", "unpublished_at", models.DateTimeField(null=True)
        ),
    ]
