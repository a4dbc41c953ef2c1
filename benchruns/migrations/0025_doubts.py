"""What the findings of a row leave open, in a column that can be asked for."""

from django.db import migrations, models

OF_REGIME = {"regime_label", "regime_differs"}
AT_LEAST = {"client_bound", "rate_not_reached", "latency_log_not_whole"}


def fill(apps, _schema_editor):
    rows = apps.get_model("benchruns", "Result").objects.order_by()
    doubts = {"regime": [], "figure": []}
    for key, findings in rows.exclude(findings=[]).values_list("pk", "findings"):
        codes = {
            each.get("code") for each in findings if each.get("severity") == "caution"
        }
        if codes - AT_LEAST - OF_REGIME:
            doubts["figure"].append(key)
        elif codes & OF_REGIME:
            doubts["regime"].append(key)
    for doubt, keys in doubts.items():
        for start in range(0, len(keys), 500):
            rows.filter(pk__in=keys[start : start + 500]).update(doubt=doubt)


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0024_open_drafts")]

    operations = [
        migrations.AddField(
            "result",
            "doubt",
            models.CharField(
                blank=True,
                choices=[("regime", "regime"), ("figure", "figure")],
                default="",
                editable=False,
                max_length=10,
            ),
            preserve_default=False,
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AddConstraint(
            "result",
            models.CheckConstraint(
                condition=models.Q(("doubt__in", ["", "regime", "figure"])),
                name="result_doubt_is_known",
            ),
        ),
    ]
