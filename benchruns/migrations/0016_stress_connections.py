from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0015_unpublished_runs")]

    operations = [
        migrations.AddField(
            "result",
            "stress_connections",
            models.PositiveIntegerField(null=True),
        ),
    ]
