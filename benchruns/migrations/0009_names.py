"""Provider slugs of any script; versions that name none are unstated."""

from django.db import migrations, models
from django.db.models import F

DIGITS = frozenset("0123456789")


def unstate_versions(apps, _schema_editor):
    """``n/a`` and the like had pages and charts of a version of their own.

    What was told stays to be read in the full version.
    """
    results = apps.get_model("benchruns", "Result").objects.order_by()
    named = results.exclude(engine_version="")
    versions = named.values_list("engine_version", flat=True).distinct()
    none = [version for version in versions if DIGITS.isdisjoint(version)]
    unnamed = results.filter(engine_version__in=none)
    unnamed.filter(engine_version_full="").update(
        engine_version_full=F("engine_version")
    )
    unnamed.update(engine_version="")


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0008_tpcc")]

    operations = [
        migrations.AlterField(
            model_name="provider",
            name="slug",
            field=models.SlugField(
                allow_unicode=True, primary_key=True, serialize=False
            ),
        ),
        migrations.RunPython(unstate_versions, migrations.RunPython.noop),
    ]
