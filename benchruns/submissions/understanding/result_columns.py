"""The columns of the result that an understood run makes."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, time
from typing import Any

from benchruns import findings
from benchruns.figures import derivation, release_lines
from benchruns.figures.derivation import Derivation
from benchruns.figures.metrics import FIGURE_NAMES
from benchruns.models.figures import day_of
from benchruns.parsers.settings.recognised import public_settings
from benchruns.submissions.recognised.printed import public_printed
from benchruns.submissions.statement import server_facts
from benchruns.submissions.statement.conditions import Origin
from benchruns.submissions.understanding.understood import Run
from benchruns.units import GB
from benchruns.vocabulary import WITHOUT_TRANSACTIONS
from benchruns.workloads import WORKLOADS
from benchruns.workloads.pgbench import ACCOUNTS

NOON = time(12, tzinfo=UTC)  # of a day without an hour
LONGEST_NAME = 40  # of the columns of tool and version

# As they stand in ``Result.parameters``, where comparisons look for them.
PARAMETERS = (
    "duration_seconds",
    "warmup_seconds",
    "rampup_seconds",
    "percentile",
    "rate",
    "profile",
)
PLAIN = ("regime", "tables", "table_size", "scale", "hot_records", "threads")
SIZES = ("vcpus", "memory_gb", "max_connections", "iops")
TEXTS = ("region", "zone", "network", "storage", "edition", "replication")
CLIENT = ("instance", "vcpus", "memory_gb", "os", "region", "zone")


def columns(run: Run, settings: Mapping[str, str]) -> dict[str, Any]:
    """All that follows from files and statements; not who sees it, or where it stands.

    A result is read by everybody once it is accepted: of the texts it has what was
    recognised alone.
    """
    engine, version = run.value("engine"), run.value("engine_version") or ""
    derived = _derived(run)
    return {
        "engine": engine,
        "engine_version": release_lines.release_line(engine, version),
        "engine_version_full": release_lines.full_version(engine, version),
        "provider_id": run.provider.pk if run.provider else None,
        "instance_class_id": run.instance_class.pk if run.instance_class else None,
        **{name: run.value(name) for name in (*SIZES, *PLAIN)},
        **{name: run.value(name) or "" for name in TEXTS},
        "workload": run.value("workload"),
        "variant": run.variant,
        "total_records": _records(run),
        "data_bytes": _data_bytes(run),
        "buffer_bytes": server_facts.buffer_bytes(settings),
        "parameters": _parameters(run),
        "parameter_settings": public_settings(settings),
        "client": _client(run),
        "tool": (run.value("tool") or run.report.tool)[:LONGEST_NAME],
        "tool_version": (run.value("tool_version") or "")[:LONGEST_NAME],
        "tool_facts": public_printed(run.report.printed),
        "measured_at": _measured_at(run),
        "day": day_of(_measured_at(run), None),
        "derived": dict(derived.formulas),
        **findings.columns_of(run.findings),
        **{name: getattr(derived.figures, name) for name in FIGURE_NAMES},
    }


def _derived(run: Run) -> Derivation:
    """What the reader computed, and the rates of totals that sysbench printed.

    Without BEGIN and COMMIT a transaction is another one, and of pgbench nobody knows
    which statements a typed QPS counts.
    """
    known = Derivation(figures=run.figures, formulas=run.report.derived)
    workload = run.value("workload")
    if (
        run.variant in WITHOUT_TRANSACTIONS
        or derivation.pgbench_statements(workload) is not None
    ):
        return known
    found = derivation.derive(run.figures, workload=workload)
    return replace(found, formulas={**found.formulas, **known.formulas})


def _parameters(run: Run) -> dict[str, Any]:
    """As asked for: a time that was only measured is a figure."""
    found = {
        name: value for name in PARAMETERS if (value := run.value(name)) is not None
    }
    duration = run.conditions.get("duration_seconds")
    was_asked = "duration_seconds" in run.report.stated or run.is_typed
    if duration and duration.origin == Origin.OUTPUT and not was_asked:
        del found["duration_seconds"]
    if run.variant in WITHOUT_TRANSACTIONS:
        found["skip_trx"] = True
    return {n: int(v) if _is_whole(v) else v for n, v in found.items()}


def _is_whole(value: object) -> bool:
    return isinstance(value, float) and value.is_integer()


def _records(run: Run) -> int | None:
    """pgbench loads as many accounts as its scale says."""
    workload = WORKLOADS.get(run.value("workload"))
    scale = run.value("scale")
    is_pgbench = workload is not None and workload.tool == "pgbench"
    return scale * ACCOUNTS if is_pgbench and scale else None


def _data_bytes(run: Run) -> int | None:
    """As stated; what follows from rows alone is estimated where it is shown."""
    data_gb = run.value("data_gb")
    return None if data_gb is None else round(data_gb * GB)


def _client(run: Run) -> dict[str, Any]:
    found = {name: run.value(f"client_{name}") for name in CLIENT}
    return {name: value for name, value in found.items() if value is not None}


def _measured_at(run: Run) -> datetime | None:
    day = run.value("tested_on")
    return None if day is None else datetime.combine(date.fromisoformat(day), NOON)
