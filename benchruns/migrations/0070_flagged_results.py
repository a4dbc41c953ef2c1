"""Published results with a finding, which a search looks through."""

from django.db import migrations, models
from django.db.models import Q

from benchruns.models.figures import HasFindings


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0069_tables_of_papers")]

    operations = [
        migrations.AddIndex(
            "result",
            models.Index(
                fields=["engine", "engine_version", "published_key"],
                condition=Q(HasFindings(), published_key__isnull=False),
                name="result_flagged",
            ),
        ),
    ]
