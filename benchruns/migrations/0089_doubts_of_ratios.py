"""What doubts the ratio of a row to another one doubts the row no longer."""

from django.db import migrations

OF_RATIO = {"threads_differ"}
AT_LEAST = {"client_bound", "rate_not_reached", "latency_log_not_whole"}
OF_REGIME = {
    *("regime_label", "regime_not_shown", "regime_differs"),
    "above_best_of_class",
}
AT_ONCE = 500


def judge(apps, _schema_editor):
    rows = apps.get_model("benchruns", "Result").objects.order_by()
    changed = []
    for row in rows.filter(doubt="figure").iterator(chunk_size=AT_ONCE):
        doubt = _doubt(row.findings if isinstance(row.findings, list) else [None])
        if doubt != row.doubt:
            row.doubt = doubt
            changed.append(row)
    rows.bulk_update(changed, ["doubt"], batch_size=AT_ONCE)


def _doubt(findings):
    """As it is where none is of a ratio, or one cannot be read."""
    known = [each for each in findings if isinstance(each, dict)]
    codes = {
        each.get("code") for each in known if each.get("severity") == "caution"
    }
    if len(known) < len(findings) or not codes & OF_RATIO:
        return "figure"
    if codes - AT_LEAST - OF_RATIO - OF_REGIME:
        return "figure"
    return "regime" if codes & OF_REGIME else ""


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0088_newest_first")]

    operations = [migrations.RunPython(judge, migrations.RunPython.noop)]
