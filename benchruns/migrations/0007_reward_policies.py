"""One policy a grade, off until staff have read it: a discount is the operator's money."""

from django.db import migrations

PROPOSED = {"accepted": 10, "excellent": 20}


def create(apps, _schema_editor):
    policies = apps.get_model("benchruns", "RewardPolicy").objects
    for grade, percent in PROPOSED.items():
        policies.get_or_create(
            grade=grade, defaults={"is_active": False, "discount_percent": percent}
        )


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0006_submissions")]

    operations = [migrations.RunPython(create, migrations.RunPython.noop)]
