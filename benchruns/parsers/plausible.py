"""Figures of one report that contradict each other: a finding each, with the values.

Pure rules on what was printed, whichever tool did it. A figure that was derived from
others contradicts none of them, so only percentiles of a histogram are looked at of
those. What a rule allows is what tools round: nothing that is off by less misleads.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise

from benchruns.figures.metrics import Figures
from benchruns.findings import Finding
from benchruns.parsers.printed_names import is_known_name
from benchruns.parsers.tool_report import Kind, ToolReport
from benchruns.vocabulary import Severity

CODE = "contradicts_itself"
MOST = 8  # findings of one report: a text may have thousands of names

# Buckets of sysbench's histogram are 1.8 % wide, so that a percentile may stand above
# the longest time; rates and times of a run are taken some ms apart, which is much of a
# run that took hardly longer.
APART = 0.02
APART_S = 0.01
ROUNDED = 0.01  # of ms and of rates, printed to two decimals
SUM_APART, SUM_ROUNDED = 0.001, 0.05  # of counts at one moment, or of rounded rates
TAKES_ROUNDED = 0.05  # go-tpc's seconds are printed to one
# A run of pgbench ends with its last transactions, or waits for a server that stands
# still; -T itself counts from before all have connected.
SHORTER, LONGER, LONGER_S = 0.8, 1.5, 10.0

_Numbers = Mapping[str, float]

_ORDERS = (
    ("min", "p25", "p50", "p75", "p90", "p95", "p99", "p999", "max"),
    ("min", "avg", "max"),
)
_LATENCY = re.compile(
    r"(?P<of>\w{1,100})_(?P<kind>min|avg|max|p25|p50|p75|p90|p95|p99|p999)_ms", re.ASCII
)
# Dividing the first by the second makes the third.
_RATES = (
    ("transactions", "duration_s", "tps"),
    ("queries", "duration_s", "qps"),
)
_OF_BLOCK = (
    ("total_events", "duration_s", "events_per_s"),
    ("latency_sum_ms", "total_events", "latency_avg_ms"),
)
_SUMS = (
    (("reads", "writes", "other"), "queries"),
    (("reads_per_s", "writes_per_s", "other_per_s"), "qps"),
)
_NS = 1e9
# What else the values of a finding hold; no figure is called so.
_RELATION = frozenset({"low", "high", "formula", "made", "unlike"})


def findings(report: ToolReport) -> Iterator[Finding]:
    """At most ``MOST`` of a report of a run; none of any other file."""
    if report.kind == Kind.REPORT:
        yield from islice(_of_report(report), MOST)


def of_figures(
    figures: Figures, *, derived: Mapping[str, str] | None = None, unsure: float = 0
) -> Iterator[Finding]:
    """Figures alone, such as those of a row that somebody filled in.

    So many transactions are ``unsure``: counters may hold them in part.
    """
    known = _known(figures)
    latencies = {
        match["kind"]: value
        for name, value in known.items()
        if (match := _LATENCY.fullmatch(name))
    }
    yield from _order("latency", latencies)
    yield from _new_orders(known)
    printed = {n: v for n, v in known.items() if n not in (derived or {})}
    yield from _rates(printed, unsure=unsure)


def _of_report(report: ToolReport) -> Iterator[Finding]:
    printed = {
        name: float(value)
        for name, value in report.printed.items()
        if isinstance(value, int | float)
        and not isinstance(value, bool)
        and is_known_name(name)  # findings name what they are of
    }
    # at the end of a warm-up each thread may be at work on an event, which some of the
    # counters that begin anew hold and others do not
    unsure = printed.get("threads", 0) if "warmup_s" in printed else 0
    yield from of_figures(report.figures, derived=report.derived, unsure=unsure)
    yield from _orders(printed)
    of_tool = _OF_TOOLS.get(report.tool)
    if of_tool is not None:
        yield from of_tool(printed, report)


def _known(figures: Figures) -> dict[str, float]:
    return {n: v for n, v in figures.as_dict().items() if v is not None}


def _orders(printed: _Numbers) -> Iterator[Finding]:
    """Those of kinds of transactions; the run's own are figures."""
    groups: dict[str, dict[str, float]] = {}
    for name, value in printed.items():
        match = _LATENCY.fullmatch(name)
        if match is not None and match["of"] != "latency":
            groups.setdefault(match["of"], {})[match["kind"]] = value
    for of, latencies in groups.items():
        yield from _order(of, latencies)


def _order(of: str, latencies: _Numbers) -> Iterator[Finding]:
    for kinds in _ORDERS:
        known = [kind for kind in kinds if kind in latencies]
        for low, high in pairwise(known):
            if _is_above(latencies[low], latencies[high]):
                yield _at_odds(
                    f"{of}_{low}_ms", latencies[low], f"{of}_{high}_ms", latencies[high]
                )
                break


def _is_above(low: float, high: float) -> bool:
    return low > high * (1 + APART) + ROUNDED


def _new_orders(known: _Numbers) -> Iterator[Finding]:
    """They are some of all transactions of a minute."""
    if {"nopm", "tpm"} <= known.keys() and _is_above(known["nopm"], known["tpm"]):
        yield _at_odds("nopm", known["nopm"], "tpm", known["tpm"])


def _at_odds(low: str, low_value: float, high: str, high_value: float) -> Finding:
    return _finding({low: low_value, high: high_value}, low=low, high=high)


def _rates(known: _Numbers, *, unsure: float) -> Iterator[Finding]:
    apart = APART + unsure / max(known.get("transactions", 0), 1)
    for count, divisor, told in _RATES:
        yield from _quotient(known, count, divisor, told, apart=apart)
    for parts, total in _SUMS:
        if total in known and all(part in known for part in parts):
            made = sum(known[part] for part in parts)
            if abs(made - known[total]) > SUM_APART * known[total] + SUM_ROUNDED:
                yield _unlike(known, parts, " + ".join(parts), made, total)


def _quotient(
    known: _Numbers,
    count: str,
    divisor: str,
    told: str,
    *,
    times: float = 1,
    apart: float = APART,
) -> Iterator[Finding]:
    if not {count, divisor, told} <= known.keys() or not known[divisor]:
        return
    made = times * known[count] / known[divisor]
    if divisor == "duration_s":
        apart += APART_S / known[divisor]
    if not _is_near(made, known[told], apart=apart):
        yield _unlike(known, (count, divisor), f"{count} / {divisor}", made, told)


def _is_near(made: float, told: float, *, apart: float) -> bool:
    return abs(made - told) <= apart * max(made, told) + ROUNDED


def _unlike(
    known: _Numbers, parts: Sequence[str], formula: str, made: float, told: str
) -> Finding:
    figures = {**{part: known[part] for part in parts}, told: known[told]}
    return _finding(figures, formula=formula, made=made, unlike=told)


def _finding(figures: dict[str, float], **relation: str | float) -> Finding:
    """The values of the figures by their names, and how they contradict each other."""
    return Finding(code=CODE, severity=Severity.CAUTION, values={**figures, **relation})


def names_in(values: Iterable[str]) -> Iterator[str]:
    """The figures among the values of a finding."""
    return (name for name in values if name not in _RELATION)


def _of_sysbench(printed: _Numbers, report: ToolReport) -> Iterator[Finding]:
    known = {**printed, **_known(report.figures)}
    unsure = known.get("threads", 0) if "warmup_s" in known else 0
    apart = APART + unsure / max(known.get("total_events", 0), 1)
    for count, divisor, told in _OF_BLOCK:
        yield from _quotient(known, count, divisor, told, apart=apart)


def _of_benchbase(printed: _Numbers, _report: ToolReport) -> Iterator[Finding]:
    good, all_of_them = "goodput_requests_per_s", "throughput_requests_per_s"
    if {good, all_of_them} <= printed.keys() and _is_above(
        printed[good], printed[all_of_them]
    ):
        yield _at_odds(good, printed[good], all_of_them, printed[all_of_them])
    yield from _quotient(
        printed, "measured_requests", "elapsed_ns", all_of_them, times=_NS
    )
    quartiles = {
        kind: printed[f"latency_{kind}_us"] / 1000
        for kind in ("min", "p25", "p50", "p75", "p90")
        if f"latency_{kind}_us" in printed
    }
    if {"p25", "p75"} & quartiles.keys():
        yield from _order("latency", quartiles)


def _of_gotpc(printed: _Numbers, _report: ToolReport) -> Iterator[Finding]:
    for name, takes in printed.items():
        kind, _takes, rest = name.rpartition("_takes_s")
        if kind and not rest and takes:
            yield from _quotient(
                printed,
                f"{kind}_count",
                name,
                f"{kind}_tpm",
                times=60,
                apart=APART + TAKES_ROUNDED / takes,
            )


def _of_pgbench(printed: _Numbers, report: ToolReport) -> Iterator[Finding]:
    """The time that the transactions took at the printed rate, against -T."""
    asked, transactions = printed.get("duration_s"), report.figures.transactions
    # to 13 the other rate leaves out the time that connecting took, with -C most of it
    tps = printed.get("tps_including_connections") or report.figures.tps
    if not (asked and transactions and tps):
        return
    took = transactions / tps
    connecting = printed.get("initial_connection_time_ms", 0) / 1000
    if SHORTER * asked - connecting <= took <= LONGER * asked + LONGER_S:
        return
    known = {"transactions": transactions, "tps": tps, "duration_s": asked}
    yield _unlike(
        known, ("transactions", "tps"), "transactions / tps", took, "duration_s"
    )


_OF_TOOLS = {
    "sysbench": _of_sysbench,
    "benchbase": _of_benchbase,
    "go-tpc": _of_gotpc,
    "pgbench": _of_pgbench,
}
