from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("benchruns", "0049_allowed_receivers"),
    ]

    operations = [
        migrations.AddField(
            model_name="endpoint",
            name="generator_labels",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name="run",
            name="generator_labels",
            field=models.JSONField(default=dict),
        ),
    ]
