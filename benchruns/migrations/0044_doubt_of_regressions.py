"""What is in doubt of the results that a regression rests on."""

from django.db import migrations, models

COLUMNS = ("doubt_before", "doubt_after")


def look_anew(apps, _schema_editor):
    """Each rule writes the doubts of its regressions when it is evaluated."""
    apps.get_model("benchruns", "RegressionRule").objects.update(evaluated_at=None)


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0043_wide_index_of_classes")]

    operations = [
        *(
            migrations.AddField(
                "regression",
                name,
                models.CharField(
                    blank=True,
                    choices=[("regime", "regime"), ("figure", "figure")],
                    default="",
                    max_length=10,
                ),
                preserve_default=False,
            )
            for name in COLUMNS
        ),
        *(
            migrations.AddConstraint(
                "regression",
                models.CheckConstraint(
                    condition=models.Q((f"{name}__in", ["", "regime", "figure"])),
                    name=f"regression_{name}_is_known",
                ),
            )
            for name in COLUMNS
        ),
        migrations.RunPython(look_anew, migrations.RunPython.noop),
    ]
