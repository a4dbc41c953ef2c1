"""Figures that follow from printed ones, each with its formula.

A printed or measured figure is never changed: only figures that are ``None`` are
filled in.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from benchruns.figures.metrics import Figures
from benchruns.workloads import WORKLOADS


@dataclass(frozen=True, slots=True, kw_only=True)
class Derivation:
    """The figures with the derived ones filled in, and the formula of each of these."""

    figures: Figures
    formulas: Mapping[str, str]


def sysbench_statements(workload: str) -> Mapping[str, int] | None:
    """Reads, writes and other statements that a sysbench transaction sends, if known."""
    known = WORKLOADS.get(workload)
    return known.statements if known and known.tool == "sysbench" else None


def pgbench_statements(workload: str) -> int | None:
    """SELECT, INSERT and UPDATE of a pgbench transaction: the paper leaves BEGIN and END
    out of its QPS. None for other workloads."""
    known = WORKLOADS.get(workload)
    if known is None or known.counts_begin_and_end or known.is_custom:
        return None
    return known.statements["reads"] + known.statements["writes"]


def derive(figures: Figures, *, workload: str) -> Derivation:
    """TPS, QPS and rates from totals over the run, or TPS from the QPS of pgbench."""
    statements = pgbench_statements(workload)
    if statements is not None:
        return _from_pgbench_qps(figures, statements)
    return _from_totals(figures, sysbench_statements(workload))


def _from_pgbench_qps(figures: Figures, statements: int) -> Derivation:
    if figures.qps is None or figures.tps is not None:
        return Derivation(figures=figures, formulas={})
    formula = "qps" if statements == 1 else f"qps / {statements}"
    tps = figures.qps / statements
    return Derivation(figures=replace(figures, tps=tps), formulas={"tps": formula})


def _from_totals(figures: Figures, statements: Mapping[str, int] | None) -> Derivation:
    """Rates of a row that has totals alone; a row with a printed rate is left as it is."""
    rates_are_known = figures.tps is not None or figures.qps is not None
    seconds = figures.duration_s
    if (
        rates_are_known
        or figures.reads is None
        or not seconds
        or not statements
        or not statements["reads"]
    ):
        return Derivation(figures=figures, formulas={})
    per_transaction = statements["reads"]
    all_statements = sum(statements.values())
    time = f"{seconds:g} s"
    # One division each: the nearest float to the exact value.
    derived = {
        "tps": figures.reads / (per_transaction * seconds),
        "qps": figures.reads * all_statements / (per_transaction * seconds),
        "reads_per_s": figures.reads / seconds,
    }
    formulas = {
        "tps": f"reads / {per_transaction} / {time}",
        "qps": f"tps × {all_statements}",
        "reads_per_s": f"reads / {time}",
    }
    if figures.writes is not None:
        derived["writes_per_s"] = figures.writes / seconds
        formulas["writes_per_s"] = f"writes / {time}"
    return Derivation(figures=replace(figures, **derived), formulas=formulas)
