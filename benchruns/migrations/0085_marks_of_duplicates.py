"""Public results that are one run twice say so, of reports accepted before they did."""

from collections import defaultdict

from django.db import migrations
from django.db.models import Count

MEASURED = ("tps", "qps", "nopm")
COMPARED = (*MEASURED, "latency_avg_ms", "latency_p95_ms")
LOAD = ("engine", "workload", "variant", "threads")
CODE, MOST_NAMED = "duplicate_figures", 5


def mark(apps, _schema_editor):
    rows = apps.get_model("benchruns", "Result").objects.order_by()
    public = rows.filter(status="current", visibility="public")
    same = defaultdict(set)
    for name in MEASURED:
        for group in _groups(public, name):
            for row in group:
                same[row] |= {each for each in group if _is_same(row, each)}
    changed = []
    for row, others in same.items():
        if others and _lacks_mark(row):
            _mark(row, sorted(others, key=lambda each: str(each.pk)))
            changed.append(row)
    rows.bulk_update(changed, ["findings", "doubt"], batch_size=500)


def _groups(public, name):
    """Results of one load with one figure, where a report is among them."""
    known = public.filter(**{f"{name}__isnull": False})
    kinds = known.values(*LOAD, name).annotate(count=Count("pk")).filter(count__gt=1)
    for kind in kinds:
        kind.pop("count")
        asked = {key: value for key, value in kind.items() if value is not None}
        asked |= {f"{key}__isnull": True for key, value in kind.items() if value is None}
        group = list(known.filter(**asked).select_related("submission", "submitted_file"))
        if any(row.provenance == "submitted" for row in group):
            yield group


def _is_same(one, other):
    known = [
        name
        for name in COMPARED
        if None not in (getattr(one, name), getattr(other, name))
    ]
    return (
        one.pk != other.pk
        and any(name in MEASURED for name in known)
        and all(getattr(one, name) == getattr(other, name) for name in known)
    )


def _lacks_mark(row):
    """Of a report, and not damaged."""
    return (
        row.provenance == "submitted"
        and isinstance(row.findings, list)
        and all(isinstance(each, dict) for each in row.findings)
        and all(each.get("code") != CODE for each in row.findings)
    )


def _mark(row, same):
    is_first = all(_place(row) < _place(each) for each in same)
    finding = {
        "code": CODE,
        "severity": "note" if is_first else "caution",
        "results": [str(each.pk) for each in same[:MOST_NAMED]],
        "values": {"results": len(same), "is_draft": False, "is_first": is_first},
    }
    row.findings = [*row.findings, finding]
    if not is_first:
        row.doubt = "figure"


def _place(row):
    """What no report brought came first, then what was accepted first."""
    submission, file = row.submission, row.submitted_file
    if submission is None or file is None:
        return (False, "", "", 0, str(row.pk))
    accepted_at = submission.accepted_at or submission.created_at
    place = (accepted_at.isoformat(), file.added_at.isoformat())
    return (True, *place, row.submitted_row or 0, str(row.pk))


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0084_run_summaries")]

    operations = [migrations.RunPython(mark, migrations.RunPython.noop)]
