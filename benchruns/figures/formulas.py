"""The formulas of figures that a tool did not print, as results name them."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from benchruns.figures.metrics import Figures
from benchruns.figures.percentiles import FIGURES as PERCENTILES

# Significant digits of a computed rate: far below any spread between two runs.
DIGITS = 10
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


def of_sysbench(figures: Figures, *, percentile: float | None) -> dict[str, str]:
    """All percentiles but the one that it was asked to print, and its exact rates.

    Names figures whether they are known or not; ``known`` leaves the others out.
    """
    formulas = {
        name: "sysbench histogram"
        for asked, name in PERCENTILES.items()
        if asked != percentile
    }
    if figures.duration_s:
        seconds = time(figures.duration_s)
        formulas |= {
            name: f"{count} / {seconds}" for name, count in RATE_COUNTS.items()
        }
    return formulas


def of_pgbench(figures: Figures) -> dict[str, str]:
    """What follows from the script and the counts; the log's figures come besides."""
    if not figures.duration_s:
        return dict(OF_PGBENCH)
    seconds = time(figures.duration_s)
    return {**OF_PGBENCH, "errors_per_s": f"failed transactions / {seconds}"}


def of_tpcc(figures: Figures) -> dict[str, str]:
    """The tool prints all but this one."""
    if not figures.duration_s:
        return {}
    return {"errors_per_s": f"failed transactions / {time(figures.duration_s)}"}


def time(seconds: float) -> str:
    return f"{seconds:.{DIGITS}g} s"


def known(figures: Figures, formulas: Mapping[str, str]) -> dict[str, str]:
    """The formulas of figures that have a value."""
    values = figures.as_dict()
    return {name: text for name, text in formulas.items() if values[name] is not None}


def without_noise(figures: Figures, names: Iterable[str]) -> Figures:
    """These computed figures cut to the digits that mean something; counts stay."""
    values = ((name, getattr(figures, name)) for name in names)
    rounded = {
        name: float(f"{value:.{DIGITS}g}")
        for name, value in values
        if value is not None and not float(value).is_integer()
    }
    return replace(figures, **rounded)
