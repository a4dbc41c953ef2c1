"""Results of a provider and of an engine as the API orders them.

The first holds what the index of providers alone was for.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0085_marks_of_duplicates")]

    operations = [
        migrations.AddIndex(
            "result",
            models.Index(
                fields=["provider", "-created_at", "-id"],
                name="result_written_of_provider",
            ),
        ),
        migrations.AddIndex(
            "result",
            models.Index(
                fields=["engine", "-created_at", "-id"],
                name="result_written_of_engine",
            ),
        ),
        migrations.AlterField(
            "result",
            "provider",
            models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                to="benchruns.provider",
            ),
        ),
    ]
