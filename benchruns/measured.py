"""The result of a run that succeeded: its figures with the conditions as they were."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from benchruns import run_findings
from benchruns.derivation import Derivation
from benchruns.findings import Finding
from benchruns.metrics import Figures
from benchruns.models import (
    Attempt,
    Endpoint,
    InstanceClass,
    Provider,
    Result,
    Run,
    Sample,
)
from benchruns.percentiles import FIGURES as PERCENTILES
from benchruns.regime import regime_of
from benchruns.steady import FEWEST, Second, window
from benchruns.vocabulary import Provenance, Severity, Variant
from benchruns.workloads import WORKLOADS

# Significant digits of a computed rate: far below any spread between two runs.
DIGITS = 10
OVERRUN = 1.1  # a measured time beyond this share of the one asked for is told
RATE_COUNTS = {
    "reads_per_s": "reads",
    "writes_per_s": "writes",
    "other_per_s": "other",
    "errors_per_s": "ignored errors",
    "reconnects_per_s": "reconnects",
}
# pgbench prints TPS and transactions alone: what each sends is known from its script,
# and its time is the one that its rate is of.
OF_PGBENCH = {
    "qps": "TPS × statements a transaction",
    "reads_per_s": "TPS × reads a transaction",
    "writes_per_s": "TPS × writes a transaction",
    "other_per_s": "TPS × other a transaction",
    "queries": "transactions × statements a transaction",
    "reads": "transactions × reads a transaction",
    "writes": "transactions × writes a transaction",
    "other": "transactions × other a transaction",
    "duration_s": "transactions / TPS",
}
SYSBENCH_PERCENTILE = 95  # asked of sysbench where the workload does not say


def result_of(run: Run, attempt: Attempt, figures: Figures) -> Result:
    """An unsaved snapshot; ``lifecycle.succeed`` stores it.

    The engine found by the probe wins over the one registered.
    """
    endpoint = run.endpoint
    facts, evidence = attempt.server_facts, attempt.evidence
    seconds = _seconds(attempt)
    steady = window(seconds)
    workload = WORKLOADS[run.workload]
    size = workload.size(run.parameters)
    derivation = _derive(run, attempt, figures)
    return Result(
        provenance=Provenance.MEASURED,
        visibility=run.visibility,
        owner_id=run.owner_id,
        run=run,
        reproduces_id=run.reproduces_id,
        endpoint=endpoint,
        engine=facts["engine"],
        engine_version=facts["release"],
        engine_version_full=facts["version"],
        max_connections=facts["max_connections"],
        buffer_bytes=facts["buffer_bytes"],
        parameter_settings={**facts["settings"], **facts["durability"]},
        **_size(endpoint),
        **_place(endpoint),
        workload=run.workload,
        parameters=run.parameters,
        variant=variant_of(run.parameters),
        **size.columns,
        threads=workload.threads(run.parameters),
        data_bytes=attempt.data_bytes,
        tool=attempt.tool,
        tool_version=attempt.tool_version,
        tool_facts=attempt.tool_facts,
        client=attempt.client,
        regime=regime_of(evidence.get("regime", {}).get("verdict")),
        steady=steady.as_dict() if steady else {},
        findings=[
            finding.as_dict()
            for finding in (
                *_findings(run.parameters),
                *_overrun(run.parameters, figures.duration_s),
                *run_findings.find(
                    evidence=evidence,
                    tool_facts=attempt.tool_facts,
                    is_unsettled=steady is None and len(seconds) >= FEWEST,
                ),
            )
        ],
        measured_at=timezone.now(),
        derived=dict(derivation.formulas),
        **derivation.figures.as_dict(),
    )


def _seconds(attempt: Attempt) -> list[Second]:
    measured = Sample.objects.filter(
        run_id=attempt.run_id, attempt=attempt.number, second__gt=0
    )
    return [
        Second(second=second, tps=tps, qps=qps)
        for second, tps, qps in measured.order_by("second").values_list(
            "second", "tps", "qps"
        )
    ]


def _derive(run: Run, attempt: Attempt, figures: Figures) -> Derivation:
    """What the parser computed, told apart from what the tool printed."""
    known = {name for name, value in figures.as_dict().items() if value is not None}
    if attempt.tool == "pgbench":
        formulas = _of_pgbench(figures, attempt.tool_facts)
    else:
        formulas = _of_sysbench(figures, run.parameters)
    formulas = {name: text for name, text in formulas.items() if name in known}
    rounded = {
        name: _without_noise(getattr(figures, name))
        for name in RATE_COUNTS
        if name in formulas
    }
    return Derivation(figures=replace(figures, **rounded), formulas=formulas)


def _of_sysbench(figures: Figures, parameters: Mapping[str, Any]) -> dict[str, str]:
    """All percentiles but the one that it was asked to print, and its exact rates."""
    printed = parameters.get("percentile", SYSBENCH_PERCENTILE)
    formulas = {
        name: "sysbench histogram"
        for asked, name in PERCENTILES.items()
        if asked != printed
    }
    if figures.duration_s:
        time = _time(figures.duration_s)
        formulas |= {name: f"{count} / {time}" for name, count in RATE_COUNTS.items()}
    return formulas


def _of_pgbench(figures: Figures, facts: Mapping[str, Any]) -> dict[str, str]:
    share = facts.get("latency_log", {}).get("share", 1)
    part = "" if share == 1 else f", {100 * share:.3g} % of transactions"
    formulas = {
        **OF_PGBENCH,
        **dict.fromkeys(
            [*PERCENTILES.values(), "latency_max_ms"], f"pgbench log{part}"
        ),
    }
    if figures.duration_s:
        formulas["errors_per_s"] = f"failed transactions / {_time(figures.duration_s)}"
    return formulas


def _time(seconds: float) -> str:
    return f"{seconds:.{DIGITS}g} s"


def _without_noise(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")


def _size(endpoint: Endpoint) -> Mapping[str, Any]:
    """The class's size and provider, or what the endpoint says of itself."""
    sized: InstanceClass | Endpoint = endpoint.instance_class or endpoint
    provider: Provider | None = sized.provider
    return {
        "instance_class": endpoint.instance_class,
        "provider": provider,
        "vcpus": sized.vcpus,
        "memory_gb": sized.memory_gb,
        "iops": endpoint.instance_class.iops if endpoint.instance_class else None,
    }


def _place(endpoint: Endpoint) -> Mapping[str, str]:
    return {
        name: getattr(endpoint, name)
        for name in ("region", "zone", "network", "storage", "edition")
    }


def variant_of(parameters: Mapping[str, Any]) -> str:
    """How the load differed from the workload's own; empty if it did not."""
    if parameters.get("skip_trx"):
        return Variant.NO_TRANSACTIONS
    return Variant.RATE_LIMITED if parameters.get("rate") else ""


def _overrun(
    parameters: Mapping[str, Any], measured_s: float | None
) -> Iterator[Finding]:
    asked_s = parameters["duration_seconds"]
    if measured_s is not None and measured_s > asked_s * OVERRUN + 1:
        yield Finding(
            code="duration",
            severity=Severity.CAUTION,
            message=_("Measured for %(measured)s s, though %(asked)s s were asked for.")
            % {"measured": f"{measured_s:,.1f}", "asked": f"{asked_s:,}"},
            values={"measured_s": measured_s, "asked_s": asked_s},
            why=_(
                "The tool waits for transactions that the server holds up, and counts "
                "the time they take."
            ),
            remedy=_("See what held the server up, then repeat the run for longer."),
        )


def _findings(parameters: Mapping[str, Any]) -> Iterator[Finding]:
    if parameters.get("skip_trx"):
        yield Finding(
            code="no_transactions",
            severity=Severity.CAUTION,
            message=_("Measured without BEGIN and COMMIT."),
            why=_(
                "Each statement commits by itself, so a transaction here is not the "
                "workload's and its TPS stands for less or other work."
            ),
            remedy=_("Repeat the run without skip_trx to compare it with others."),
        )
    if parameters.get("prepared_statements") is False:
        yield Finding(
            code="statements_as_text",
            severity=Severity.CAUTION,
            message=_("Measured without prepared statements."),
            why=_(
                "The server reads and plans the text of each statement anew, which "
                "costs it time that the papers' runs did not spend."
            ),
            remedy=_(
                "Raise max_prepared_stmt_count where that was the reason, and repeat "
                "the run with prepared_statements."
            ),
        )
    if rate := parameters.get("rate"):
        yield Finding(
            code="rate_limited",
            severity=Severity.CAUTION,
            message=_("The load was limited to %(rate)s transactions a second.")
            % {"rate": f"{rate:,}"},
            values={"rate": rate},
            why=_(
                "TPS and QPS show what was offered, not what the server can do; the "
                "latencies are those below saturation."
            ),
            remedy=_("Repeat the run without rate to measure the most it can do."),
        )
