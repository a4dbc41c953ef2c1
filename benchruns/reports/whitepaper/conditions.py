"""Environment, scenario and method of a chapter, as far as its rows state them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from benchruns.reports.engine.method import MethodFact, method_text
from benchruns.reports.engine.section import Section
from benchruns.results.row import Row, count_text
from benchruns.units import size_text
from benchruns.vocabulary import Provenance, Regime
from benchruns.workloads import WORKLOADS
from benchruns.workloads.labels import words_of, workload_label


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    environment: Sequence[MethodFact]
    scenario: Sequence[MethodFact]
    method: Sequence[MethodFact]
    steps: Sequence[str]


def conditions_of(section: Section) -> Conditions:
    method = method_text(section)
    told = {fact.label: fact.text for fact in (method.facts if method else ())}
    return Conditions(
        environment=[*_environment(section), *_picked(told, _environment_labels())],
        scenario=list(_scenario(section)),
        method=_picked(told, [_("Tool"), _("Duration"), _("Remarks")])
        or _picked({_("Tool"): section.method.tool}, [_("Tool")]),
        steps=_steps(section),
    )


def _environment_labels() -> list[str]:
    return [
        _("Client"),
        _("Network"),
        _("Edition, storage"),
        _("Durability"),
        _("Other settings"),
    ]


def _picked(told: dict[str, str], labels: Iterable[str]) -> list[MethodFact]:
    return [
        MethodFact(label=label, text=told[label]) for label in labels if told.get(label)
    ]


def _environment(section: Section) -> list[MethodFact]:
    rows = section.rows
    providers = dict.fromkeys(row.provider_name for row in rows if row.provider_name)
    classes = {row.class_key for row in rows if row.class_key}
    sizes = sorted({row.size for row in rows if row.vcpus and row.memory_gb})
    facts = [(_("Provider"), ", ".join(providers) or _("not stated"))]
    if classes:
        text = ngettext("%(n)s class", "%(n)s classes", len(classes))
        facts.append((_("Classes"), text % {"n": len(classes)} + _span(sizes)))
    elif sizes:
        facts.append((_("Servers"), _span(sizes).removeprefix(", ")))
    return [MethodFact(label=label, text=text) for label, text in facts]


def _span(sizes: Sequence[tuple[int, float]]) -> str:
    if not sizes:
        return ""
    ends = dict.fromkeys(size_text(*size) for size in (sizes[0], sizes[-1]))
    return ", " + _(" to ").join(ends)


def _scenario(section: Section) -> Iterable[MethodFact]:
    yield MethodFact(label=_("Workload"), text=_workloads(section))
    yield MethodFact(label=_("Data"), text=_data(section.rows))
    threads = sorted({row.threads for row in section.rows if row.threads})
    if threads:
        ends = dict.fromkeys(f"{count:,}" for count in (threads[0], threads[-1]))
        label = str(words_of(section.method.workloads).heading)
        yield MethodFact(label=label, text=_(" to ").join(ends))
    if regimes := " ".join(_regimes(section.rows)):
        yield MethodFact(label=_("Regimes"), text=regimes)


def _workloads(section: Section) -> str:
    texts = []
    for name in section.method.workloads:
        known = WORKLOADS.get(name)
        label = workload_label(name)
        texts.append(f"{label}: {known.summary}" if known else label)
    return " ".join(texts)


def _data(rows: Sequence[Row]) -> str:
    counts = sorted({row.rows for row in rows if row.rows})
    if not counts:
        return _("not stated")
    ends = dict.fromkeys(count_text(count) for count in (counts[0], counts[-1]))
    text = _("%(count)s rows") % {"count": _(" to ").join(ends)}
    shares = sorted(row.over_memory for row in rows if row.over_memory is not None)
    if not shares:
        return text
    span = dict.fromkeys(f"{share:,.2f}" for share in (shares[0], shares[-1]))
    return _("%(rows)s; data over memory %(span)s") % {
        "rows": text,
        "span": _(" to ").join(span),
    }


def _regimes(rows: Sequence[Row]) -> Iterable[str]:
    printed = {row.regime for row in rows if row.is_published}
    measured = {row.regime for row in rows if _is_measured(row)}
    claimed = {row.regime for row in rows if row.is_submitted} - {None}
    if printed - {None}:
        words = ", ".join(str(Regime(r).label) for r in Regime.values if r in printed)
        yield _("Vendor rows: %(regimes)s, as the source labels them.") % {
            "regimes": words
        }
    if None in printed:
        yield _("Vendor rows without a regime: the source names none.")
    if measured - {None}:
        words = ", ".join(str(Regime(r).label) for r in Regime.values if r in measured)
        yield _(
            "Measured rows: %(regimes)s, by the server's own counters of physical reads "
            "while the tool ran."
        ) % {"regimes": words}
    if claimed:
        words = ", ".join(str(Regime(r).label) for r in Regime.values if r in claimed)
        yield _("Submitted rows: %(regimes)s, as their submitters claim.") % {
            "regimes": words
        }
    if None in measured:
        yield _("Measured rows without a regime: the counters did not decide it.")


def _is_measured(row: Row) -> bool:
    return row.provenance == Provenance.MEASURED


def _steps(section: Section) -> list[str]:
    """What was done, in order; the published tests' steps are those they print."""
    steps = []
    if any(row.is_published for row in section.rows):
        has_commands = any(c.commands.all() for c in section.campaigns)
        steps.append(
            _("Vendor rows: as the source describes it, with the commands below.")
            if has_commands
            else _("Vendor rows: as the source describes it; it prints no command.")
        )
        steps.append(_("The source prints one figure for each load, no repeats."))
    if any(row.is_submitted for row in section.rows):
        steps.append(
            _(
                "Submitted rows: from reports that others uploaded and a reviewer "
                "accepted; each names its submission, which keeps the raw files."
            )
        )
    if any(_is_measured(row) for row in section.rows):
        steps.append(
            _(
                "Measured rows: data loaded and its rows counted, a warm-up where one "
                "was asked for, then the measured time with the server's counters read "
                "once a second, and the data dropped."
            )
        )
    return steps
