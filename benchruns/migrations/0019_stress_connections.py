from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0018_metrics_url")]

    operations = [
        migrations.AddField(
            "result",
            "stress_connections",
            models.PositiveIntegerField(null=True),
        ),
    ]
