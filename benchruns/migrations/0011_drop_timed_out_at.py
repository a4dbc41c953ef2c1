"""When a server last did not answer a drop, so that it is left alone for a while."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0010_blanked_uploads")]

    operations = [
        migrations.AddField(
            model_name="dataset",
            name="drop_timed_out_at",
            field=models.DateTimeField(null=True),
        ),
    ]
