"""The role of reviewers is a group; users and staff need none."""

from django.db import migrations


def create(apps, _schema_editor):
    apps.get_model("auth", "Group").objects.get_or_create(name="reviewer")


class Migration(migrations.Migration):
    dependencies = [
        ("portal", "0001_initial"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [migrations.RunPython(create, migrations.RunPython.noop)]
