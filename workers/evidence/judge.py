"""The evidence of an attempt: regime and bottleneck, judged by what was watched."""

import statistics
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from benchruns.evidence import bottleneck, offered_load, regime, waits
from benchruns.evidence.offered_load import chance_tps
from benchruns.evidence.waits import Wait
from benchruns.figures.metrics import Figures
from benchruns.figures.weights import weighted
from benchruns.models import Attempt, Run
from benchruns.runs.parts import moves
from benchruns.workloads import WORKLOADS
from workers.connecting.target import Target
from workers.engines.probe import TABLE_TOTALS
from workers.evidence import same_host
from workers.evidence.cpu_use import Use
from workers.evidence.watch import Seen
from workers.tools.driver import Measured


def evidence_of(
    run: Run, attempt: Attempt, *, target: Target, found: Measured, seen: Seen
) -> dict[str, Any]:
    """``{began_at, metrics, regime, bottleneck}``, as ``Attempt.evidence`` keeps it."""
    counted = _counted(run, attempt, target=target, found=found, seen=seen)
    judged = regime.judge(counted)
    judged["evidence"] |= _beside(run, seen)
    began_at = seen.began_at
    return {
        # second 0 of the samples
        "began_at": began_at.isoformat(timespec="milliseconds") if began_at else None,
        "metrics": seen.metrics,
        "regime": {**judged, "expected": run.expected_regime},
        "bottleneck": bottleneck.judge(
            _of_all(
                run,
                attempt,
                _watched(run, target=target, figures=found.figures, seen=seen),
            )
        ),
    }


def _of_all(run: Run, attempt: Attempt, own: bottleneck.Watched) -> bottleneck.Watched:
    """What one of several generators watched, with the way of all of them.

    A transaction's way is long on average where most were sent from far away; one
    generator on the server's host takes CPU from it.
    """
    if run.generators == 1:
        return own
    told = [
        (part.evidence["evidence"], part.figures.get("tps"))
        for part in moves.of_attempt(run.pk, attempt.number)
        if part.evidence
    ]

    def mean(name: str) -> float | None:
        return weighted((numbers[name], tps) for numbers, tps in told)

    return replace(
        own,
        is_same_host=any(numbers["is_same_host"] for numbers, _tps in told),
        round_trip_ms=mean("round_trip_ms"),
        round_trip_median_ms=mean("round_trip_median_ms"),
    )


def part_of(run: Run, *, target: Target, found: Measured, seen: Seen) -> dict[str, Any]:
    """The bottleneck of one of several generators, for a ``run`` with its share of the load.

    What sessions wait for on the server is not told apart by generators.
    """
    watched = _watched(run, target=target, figures=found.figures, seen=seen)
    return bottleneck.judge(replace(watched, waits={}, hot_row=None))


def use_of(part: Mapping[str, Any]) -> Use | None:
    """What ``part_of`` says of the generator's CPUs; None where it was not watched."""
    numbers = part.get("evidence", {})
    if numbers.get("client_idle") is None:
        return None
    return Use(
        thread_cpu=numbers["thread_cpu"],
        thread_wait=numbers["thread_wait"],
        process_cpu=numbers["process_cpu"],
        client_cpu=numbers["client_cpu"],
        idle=numbers["client_idle"],
        is_pinned=numbers["is_pinned"],
    )


def limit_so_far(run: Run, target: Target, seen: Seen, tps: float | None) -> str:
    """The bottleneck's word while the run goes on, when the tool has not told yet.

    In a closed loop each client has one transaction under way, so that their number
    over TPS is the mean latency; not where users wait between their transactions.
    """
    clients = WORKLOADS[run.workload].threads(run.parameters)
    latency = 1000 * clients / tps if tps and clients else None
    figures = Figures(tps=tps, latency_avg_ms=None if _has_waits(run) else latency)
    watched = _watched(run, target=target, figures=figures, seen=seen)
    return str(bottleneck.judge(watched)["verdict"])


def tool_facts_of(run: Run, found: Measured) -> dict[str, Any]:
    """What the tool said beside its figures; for a fixed rate, what came of it."""
    return {**found.facts, **offered_load.facts(run.parameters, found.figures)}


def _counted(
    run: Run, attempt: Attempt, *, target: Target, found: Measured, seen: Seen
) -> regime.Counted:
    facts = attempt.server_facts
    settings = facts.get("settings", {})
    timing = settings.get("track_io_timing")
    return regime.Counted(
        through_os_cache=target.family.reads_through_os_cache,
        transactions=_transactions(found.figures),
        is_reset=seen.is_reset,
        requests=seen.totals.get("buffer_requests"),
        misses=seen.totals.get("buffer_misses"),
        read_time_ms=seen.totals.get("read_time_ms"),
        is_timed=None if timing is None else timing == "on",
        io_method=settings.get("io_method"),
        session_seconds=_session_seconds(run, found.figures),
        is_paced=_has_waits(run) or bool(run.parameters.get("rate")),
        asks_for=_grant_for_disks(attempt, target),
        flush_method=settings.get("innodb_flush_method"),
        own_read_bytes=(
            seen.own_read_bytes if target.family.reads_through_os_cache else None
        ),
        disk_read_bytes=_disk_read_bytes(attempt, target, seen),
        data_bytes=attempt.data_bytes,
        buffer_bytes=facts.get("buffer_bytes"),
    )


def _disk_read_bytes(attempt: Attempt, target: Target, seen: Seen) -> int | None:
    """What the server's machine read from its disks; None where that is not this one.

    Of a server whose reads go through the operating system's cache the free disk is
    known where it is proved to run here alone.
    """
    is_here = attempt.server_facts.get("free_disk_bytes") is not None
    is_asked = target.family.reads_through_os_cache
    return seen.disk_read_bytes if is_asked and is_here else None


def _grant_for_disks(attempt: Attempt, target: Target) -> str:
    """What the account lacks to prove that the server runs here; empty where nothing."""
    is_seen = attempt.server_facts.get("free_disk_bytes") is not None
    if is_seen or not same_host.is_this_host(target.address):
        return ""
    return target.family.grant_for_disks


def _session_seconds(run: Run, figures: Figures) -> float | None:
    if figures.duration_s is None:
        return None
    return WORKLOADS[run.workload].threads(run.parameters) * figures.duration_s


def _transactions(figures: Figures) -> float | None:
    if figures.transactions is not None:
        return figures.transactions
    if figures.tps is None or figures.duration_s is None:
        return None
    return figures.tps * figures.duration_s


def _beside(run: Run, seen: Seen) -> dict[str, float]:
    """Counters that decide nothing but say more.

    Those of tables are read when the tool starts, so a ramp-up would be in them.
    """
    of_tables = () if run.parameters.get("rampup_seconds") else TABLE_TOTALS
    names = (
        *("data_reads", "commits", *of_tables, "io_reads"),
        *("batch_requests", "page_wait_ms", "log_wait_ms", "lock_wait_ms"),
    )
    return {name: seen.totals[name] for name in names if name in seen.totals}


def _watched(
    run: Run, *, target: Target, figures: Figures, seen: Seen
) -> bottleneck.Watched:
    use, pings = seen.use, seen.pings_ms
    is_one_core = WORKLOADS[run.workload].uses_one_core_a_process
    is_same_host = same_host.is_this_host(target.address)
    rate = run.parameters.get("rate")
    seconds = run.parameters["duration_seconds"]
    return bottleneck.Watched(
        waits=_waits(run, seen),
        hot_row=waits.hot_row(seen.hot_rows),
        thread_cpu=use.thread_cpu if use else None,
        thread_wait=use.thread_wait if use else None,
        process_cpu=use.process_cpu if use and is_one_core else None,
        client_cpu=use.client_cpu if use else None,
        client_idle=use.idle if use else None,
        round_trip_ms=seen.shortest_ping_ms,
        round_trip_median_ms=statistics.median(pings) if pings else None,
        statements_per_transaction=_statements(run, figures),
        latency_avg_ms=_latency(run, figures),
        is_pinned=bool(use and use.is_pinned),
        is_same_host=is_same_host,
        has_waits=_has_waits(run),
        server_cpu=seen.own_cpu,
        programs_cpu=_programs_cpu(seen),
        other_cpu=_server_cpu(seen, is_same_host=is_same_host),
        offered_tps=rate,
        achieved_tps=figures.tps,
        chance_tps=chance_tps(rate, seconds=seconds) if rate else 0.0,
    )


# What servers count of waits themselves, in milliseconds.
TIMED = {
    "row_lock_ms": Wait.ROW_LOCK,
    "lock_wait_ms": Wait.ROW_LOCK,
    "log_wait_ms": Wait.LOG,
    "page_wait_ms": Wait.DATA_READ,
}


def _waits(run: Run, seen: Seen) -> dict[str, float]:
    return waits.shares(
        seen.waits,
        looks=seen.looks,
        sessions=WORKLOADS[run.workload].threads(run.parameters),
        timed_ms={TIMED[name]: ms for name, ms in seen.totals.items() if name in TIMED},
        seconds=seen.seconds,
    )


def _server_cpu(seen: Seen, *, is_same_host: bool) -> float | None:
    """As an exporter told; on a shared machine, else, what the tool did not take."""
    if seen.server_cpu is not None:
        return seen.server_cpu
    return seen.use.other_cpu if seen.use and is_same_host else None


def _programs_cpu(seen: Seen) -> float | None:
    """What ran on a shared machine beside the tool and the server."""
    if seen.own_cpu is None or seen.use is None or seen.use.other_cpu is None:
        return None
    return max(0.0, seen.use.other_cpu - seen.own_cpu)


def _has_waits(run: Run) -> bool:
    return bool(run.parameters.get("keying_and_thinking"))


def _statements(run: Run, figures: Figures) -> float | None:
    """Round trips a transaction: what its script sends, else as counted."""
    counts = dict(WORKLOADS[run.workload].statements)
    if run.parameters.get("skip_trx"):
        counts["other"] = 0
    if any(counts.values()):
        return float(sum(counts.values()))
    if not figures.tps or figures.qps is None:
        return None
    return figures.qps / figures.tps


def _latency(run: Run, figures: Figures) -> float | None:
    """As printed; under a fixed rate that includes the time in the queue."""
    if run.parameters.get("rate"):
        return None
    return figures.latency_avg_ms
