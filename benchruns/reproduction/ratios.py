"""The rates of a published row beside those of the run that repeats it: ratios."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from benchruns.findings import gravest
from benchruns.models import Result
from benchruns.reproduction.other_server import other_server
from benchruns.reproduction.other_test import Unlike, unlike
from benchruns.reproduction.tuned_load import is_tuned
from benchruns.vocabulary import Variant
from benchruns.workloads.main_figure import main_figures
from benchruns.workloads.tpcc import HAMMERDB

# Rates alone: totals depend on the duration, and no paper prints latencies.
COMPARED = (
    "tpm",
    "tps",
    "qps",
    "batch_requests_per_s",
    "reads_per_s",
    "writes_per_s",
)
# TPS × 60 beyond TPM by so much are of other transactions than TPM.
OTHERWISE_COUNTED = 1.02
# Until then NOPM were about 0.33 of TPM, since then they are 0.43.
COUNTS_AS_TODAY = (4, 5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One figure, published and measured; ``ratio`` is measured over published.

    There is none where they are not of ``same_work``. ``note`` says why, or why both do
    not count the same; empty where they do. ``unlike`` is by what the run was another
    test than the row: a ratio would be no statement on the server, so there is none
    either. ``server`` is by what the server was another one. ``published_doubt`` and
    ``measured_doubt`` are what is in doubt of either, a ``Doubt`` or empty.
    """

    figure: str
    published: float
    measured: float | None
    same_work: bool = True
    note: str = ""
    unlike: tuple[Unlike, ...] = ()
    server: tuple[Unlike, ...] = ()
    published_doubt: str = ""
    measured_doubt: str = ""

    @property
    def is_measured(self) -> bool:
        """Whether both are there, and of the same work."""
        return self.measured is not None and bool(self.published) and self.same_work

    @property
    def ratio(self) -> float | None:
        if self.measured is None or not self.comparable:
            return None
        return self.measured / self.published

    @property
    def ratio_doubt(self) -> str:
        """A ratio is in doubt with either side; empty where there is none."""
        if self.ratio is None:
            return ""
        return gravest((self.published_doubt, self.measured_doubt))

    @property
    def comparable(self) -> bool:
        """Whether both are there, and of the same test."""
        return self.is_measured and not self.unlike


def pairs(published: Result, measured: Result) -> list[Pair]:
    """The rates that the paper prints, or that follow from what it prints."""
    figures = {name: getattr(measured, name) for name in COMPARED}
    found = unlike(published, measured) if measured.workload else []
    return pairs_of(
        published,
        figures,
        variant=measured.variant,
        unlike=found,
        server=other_server(published, measured),
        doubt=measured.doubt,
    )


def pairs_of(
    published: Result,
    measured: Mapping[str, float | None],
    *,
    variant: str,
    unlike: Sequence[Unlike] = (),
    server: Sequence[Unlike] = (),
    doubt: str = "",
) -> list[Pair]:
    """The same for figures that are no single run's, as medians, of one variant.

    ``doubt`` is what is in doubt of the measured ones.
    """
    refusals = dict.fromkeys(COMPARED, _other_load(published, variant))
    refusals["tps"] = refusals["tps"] or _tps_of_other_work(published)
    notes = {**refusals, "tpm": refusals["tpm"] or _tpm_of_old_tool(published)}
    return [
        Pair(
            figure=name,
            published=value,
            measured=measured[name],
            same_work=not refusals[name],
            note=notes[name],
            unlike=tuple(unlike),
            server=tuple(server),
            published_doubt=published.doubt,
            measured_doubt=doubt if measured[name] is not None else "",
        )
        for name in COMPARED
        if (value := getattr(published, name)) is not None
    ]


def _other_load(published: Result, variant: str) -> str:
    """Why nothing is divided: another amount of work for each transaction."""
    if variant == published.variant:
        return ""
    return _(
        "There is no ratio, because the loads differ: measured here is “%(here)s”, and "
        "the vendor's is “%(published)s”."
    ) % {"here": _load_word(variant), "published": _load_word(published.variant)}


def _load_word(variant: str) -> str:
    return str(Variant(variant).label) if variant else _("the workload's own load")


def _tpm_of_old_tool(published: Result) -> str:
    """HammerDB has changed what it counts: the paper's version is older than that."""
    version = tuple(int(n) for n in re.findall(r"\d+", published.tool_version)[:2])
    if published.tool.casefold() != HAMMERDB or version >= COUNTS_AS_TODAY:
        return ""
    return _(
        "HammerDB %(version)s is older than 4.5, which counts as this tool does: before, "
        "NOPM were about 0.33 of TPM and not 0.43, so the same work may have shown up to "
        "1.3 times the TPM."
    ) % {"version": published.tool_version}


def _tps_of_other_work(published: Result) -> str:
    if not (published.tpm and published.tps):
        return ""
    times = published.tps * 60 / published.tpm
    if times < OTHERWISE_COUNTED:
        return ""
    return _(
        "The paper's TPS count other transactions than its TPM: TPS × 60 are %(times)s "
        "times the TPM. TPS here are the transactions of all five kinds, so there is no "
        "ratio."
    ) % {"times": f"{times:.3f}"}


def main_pair(published: Result, measured: Result) -> Pair | None:
    """Of the main figure that both have, with its ratio.

    None where there is nothing to compare: one step of a ladder is not set against
    the peak that the paper prints, and another test against none of its figures.
    """
    pair = headline_pair(published, measured)
    return pair if pair and pair.comparable else None


def headline_pair(published: Result, measured: Result) -> Pair | None:
    """The same, whatever test it was."""
    run = measured.run
    if is_tuned(published) and run is not None and run.sweep_id is not None:
        return None
    found = {pair.figure: pair for pair in pairs(published, measured)}
    names = main_figures(published.workload, published.engine)
    shown = (found[name] for name in names if name in found)
    return next((pair for pair in shown if pair.is_measured), None)
