"""What an upload does not state, and what the line of a verdict calls in doubt, doubts it."""

from django.db import migrations
from django.db.models import Q

OF_REGIME = {"regime_label", "regime_not_shown", "regime_differs"}
AT_LEAST = {"client_bound", "rate_not_reached", "latency_log_not_whole"}
MOST_UNCERTAIN = 0.025
AT_ONCE = 500


def fill(apps, _schema_editor):
    rows = apps.get_model("benchruns", "Result").objects.order_by()
    some = rows.filter(Q(provenance="submitted") | ~Q(findings=[]))
    changed = []
    for row in some.iterator(chunk_size=AT_ONCE):
        findings = [*map(_graver, row.findings), *_claims(row)]
        if findings == row.findings:
            continue
        row.findings, row.doubt = findings, _doubt(findings)
        changed.append(row)
        if len(changed) == AT_ONCE:
            rows.bulk_update(changed, ["findings", "doubt"])
            changed = []
    rows.bulk_update(changed, ["findings", "doubt"])


def _graver(finding):
    """Whatever was measured for less than a minute; a mean that is known to no 2.5 %."""
    values = finding.get("values") or {}
    uncertainty = values.get("uncertainty")
    is_doubt = finding.get("code") in ("short", "not_steady") or (
        finding.get("code") == "variation"
        and isinstance(uncertainty, int | float)
        and uncertainty > MOST_UNCERTAIN
    )
    return {**finding, "severity": "caution"} if is_doubt else finding


def _claims(row):
    if row.provenance != "submitted":
        return
    known = {each.get("code") for each in row.findings}
    is_timed = row.duration_s or (row.parameters or {}).get("duration_seconds")
    if row.regime and not _has_sizes(row) and "regime_not_shown" not in known:
        yield _finding("regime_not_shown", {"regime": row.regime})
    if not is_timed and "time_not_stated" not in known:
        yield _finding("time_not_stated", {})


def _finding(code, values):
    return {"code": code, "severity": "caution", "results": [], "values": values}


def _has_sizes(row):
    data = row.data_bytes or row.scale or row.total_records
    has_rows = row.tables is not None and row.table_size is not None
    return bool((data or has_rows) and (row.buffer_bytes or row.memory_gb))


def _doubt(findings):
    codes = {
        each.get("code") for each in findings if each.get("severity") == "caution"
    }
    if codes - AT_LEAST - OF_REGIME:
        return "figure"
    return "regime" if codes & OF_REGIME else ""


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0054_run_parts")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
