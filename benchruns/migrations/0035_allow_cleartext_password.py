from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("benchruns", "0034_limits"),
    ]

    operations = [
        migrations.AddField(
            model_name="endpoint",
            name="allow_cleartext_password",
            field=models.BooleanField(default=False),
        ),
    ]
