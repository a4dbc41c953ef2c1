"""The whole of a comparison: columns, lines by load, findings and what they allow."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.translation import gettext as _

from benchruns.comparison import fairness
from benchruns.comparison.across import across_loads, label_across
from benchruns.comparison.asked import Asked, Complaint
from benchruns.comparison.candidates import Viewer
from benchruns.comparison.entries import Entry, columns_of
from benchruns.comparison.fairness.context import Context
from benchruns.comparison.fairness.parameters import ParameterLine
from benchruns.comparison.fairness.results import contexts_of
from benchruns.comparison.figures.costs import Column, Cost, cache_costs
from benchruns.comparison.figures.lines import (
    Line,
    divided,
    figure_lines,
    specification_lines,
)
from benchruns.comparison.judgement import (
    SAME_CONFIGURATION,
    Judgement,
    judge,
    known_of,
    merged,
    same_configuration,
)
from benchruns.comparison.loads import Load
from benchruns.comparison.repeated import others_of, repeats_found
from benchruns.figures.metrics import SPEEDS, TOTALS
from benchruns.findings import Finding
from benchruns.models import Result
from benchruns.results.repeats import Repeats
from benchruns.results.row import PER_VCPU
from benchruns.vocabulary import Severity
from benchruns.workloads.labels import as_begun
from benchruns.workloads.main_figure import main_figures

OF_ALL_ENGINES = ""  # no engine's own main figure


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The lines of one load; ``load`` is None where the columns are of several."""

    key: str
    label: str
    load: Load | None
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    judgement: Judgement

    @property
    def title(self) -> str:
        """Its label at the beginning of a line; empty without one."""
        return as_begun(self.label)

    def line(self, key: str) -> Line | None:
        return next((line for line in self.lines if line.key == key), None)

    @property
    def main(self) -> Line | None:
        """The speed that most of its columns can share; a chart of the load shows it.

        Of several such, the one that the load is known by.
        """
        speeds = [line for key in self._speeds() if (line := self.line(key))]
        return max(speeds, key=_count, default=None)

    def _speeds(self) -> list[str]:
        """The main figures first; those of an engine where all columns are of it."""
        results = [column[1] for column in self.columns if column]
        workloads = {result.workload for result in results}
        engines = {result.engine for result in results}
        first: tuple[str, ...] = ()
        if len(workloads) == 1:
            engine = engines.pop() if len(engines) == 1 else OF_ALL_ENGINES
            first = main_figures(workloads.pop(), engine)
        return list(dict.fromkeys((*first, *SPEEDS)))


def _count(line: Line) -> int:
    return sum(c.value is not None and not c.is_refused for c in line.cells)


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """``asked`` is what was understood of the question: an address of it is no mistake.

    ``baseline`` is the place of the column that the others are held against.

    ``contexts`` has the conditions of each result, by its id as text. ``others`` says
    of each result how many more its class and version have of its load, beside its
    repeats.
    """

    asked: Asked
    entries: tuple[Entry, ...]
    hidden: tuple[Entry, ...]
    baseline: int
    groups: tuple[Group, ...]
    costs: tuple[Cost, ...]
    specification: tuple[Line, ...]
    judgement: Judgement
    parameters: tuple[ParameterLine, ...]
    contexts: Mapping[str, Context]
    repeats: Mapping[object, Repeats]
    others: Mapping[str, int]
    problems: tuple[Complaint, ...]

    @property
    def base(self) -> Entry | None:
        return self.entries[self.baseline] if self.entries else None

    @cached_property
    def results(self) -> list[Result]:
        """Every result that stands in it, each once, column by column."""
        found = {r.pk: r for e in self.entries for r in e.results.values()}
        return list(found.values())

    @property
    def of_one_configuration(self) -> list[frozenset[str]]:
        """Sets of its results that repeat one configuration in several columns."""
        findings = self.judgement.findings
        return [frozenset(f.results) for f in findings if f.code == SAME_CONFIGURATION]

    @property
    def refused_figures(self) -> frozenset[str]:
        """The figures, of those that a test is run for, that cannot share an axis."""
        return frozenset(self.judgement.refused) - TOTALS.keys()

    @property
    def standing(self) -> str:
        """``comparable``, ``cautions``, ``different_tests``, ``refused`` on some figure.

        Totals that cannot be compared refuse their own lines alone: of tests of another
        length no total can be, and their speeds may.
        """
        if self.refused_figures:
            return "refused"
        if self.judgement.other_tests:
            return "different_tests"
        has_cautions = any(
            finding.severity == Severity.CAUTION for finding in self.judgement.findings
        )
        return "cautions" if has_cautions else "comparable"


def compare(asked: Asked, *, user: Viewer) -> Comparison:
    """What is asked for, side by side; a constant number of queries.

    The baseline is the column asked for, else the first.
    """
    columns = columns_of(asked, user=user)
    entries, problems = columns.shown, list(columns.problems)
    asked, baseline = _with_baseline(columns.asked, entries, problems)
    found = repeats_found(entries, user=user)
    results = [r for e in entries for r in e.results.values()]
    contexts = _contexts(entries, results)
    groups = _groups(
        asked,
        entries,
        baseline=baseline,
        repeats=found.by_result,
        contexts=contexts,
        known=known_of(results),
    )
    costs = tuple(_costs(groups, baseline=baseline, contexts=contexts))
    judgements = [
        *(group.judgement for group in groups),
        *(Judgement(findings=cost.findings) for cost in costs),
        Judgement(findings=tuple(same_configuration(found.shared))),
    ]
    return Comparison(
        asked=asked,
        entries=tuple(entries),
        hidden=tuple(columns.hidden),
        baseline=baseline,
        groups=tuple(groups),
        costs=costs,
        specification=tuple(
            specification_lines([e.specification for e in entries], baseline=baseline)
            if entries
            else ()
        ),
        judgement=merged(judgements),
        parameters=tuple(fairness.parameter_diff(list(contexts.values()))),
        contexts=contexts,
        repeats=found.by_result,
        others=others_of(entries, found.by_result),
        problems=tuple(problems),
    )


def _contexts(
    entries: Sequence[Entry], results: Sequence[Result]
) -> dict[str, Context]:
    """By result; one whose run has a name is called by it, as its column is."""
    names = {str(r.pk): e.own_name for e in entries for r in e.results.values()}
    return {
        context.id: replace(context, label=names[context.id] or context.label)
        for context in contexts_of(results)
    }


def _with_baseline(
    asked: Asked, entries: Sequence[Entry], problems: list[Complaint]
) -> tuple[Asked, int]:
    """Where the baseline stands; a class stands for the first column of it.

    One that names no column is asked for no more.
    """
    if not asked.baseline or not entries:
        return asked, 0
    keys = [entry.key for entry in entries]
    for names in (keys, [key.split("@")[0] for key in keys]):
        if asked.baseline in names:
            return asked, names.index(asked.baseline)
    message = _("The baseline asked for is not among the columns; it is %(title)s.")
    told = message % {"title": entries[0].title}
    problems.append(Complaint("baseline", told))
    return replace(asked, baseline=""), 0


def _groups(
    asked: Asked,
    entries: Sequence[Entry],
    *,
    baseline: int,
    repeats: Mapping[object, Repeats],
    contexts: Mapping[str, Context],
    known: Sequence[Finding],
) -> list[Group]:
    """One a load; before them what shares no load with the baseline, beside it.

    Fairness says which of its figures can be compared.
    """
    groups = [
        _group(
            load,
            row,
            baseline=baseline,
            repeats=repeats,
            contexts=contexts,
            known=known,
        )
        for load, row in _by_load(asked, entries)
    ]
    if asked.is_of_results or not groups:
        return groups
    across = across_loads(entries, baseline=baseline, contexts=contexts)
    if across is None:
        return groups
    first = _group(
        None,
        across.columns,
        baseline=baseline,
        repeats=repeats,
        contexts=contexts,
        known=known,
    )
    told = replace(
        first.judgement, findings=(across.finding, *first.judgement.findings)
    )
    return [replace(first, judgement=told), *groups]


def _by_load(
    asked: Asked, entries: Sequence[Entry]
) -> list[tuple[Load | None, tuple[Column, ...]]]:
    """The loads with what each column has of it; results alone stand on one line."""
    loads = sorted(
        {load for entry in entries for load in entry.rows}, key=lambda load: load.order
    )
    if asked.is_of_results and loads:
        only = tuple(_of_load(entry, next(iter(entry.rows))) for entry in entries)
        return [(loads[0] if len(loads) == 1 else None, only)]
    return [(load, tuple(_of_load(entry, load) for entry in entries)) for load in loads]


def _of_load(entry: Entry, load: Load) -> Column:
    return (entry.rows[load], entry.results[load]) if load in entry.rows else None


def _group(
    load: Load | None,
    columns: tuple[Column, ...],
    *,
    baseline: int,
    repeats: Mapping[object, Repeats],
    contexts: Mapping[str, Context],
    known: Sequence[Finding],
) -> Group:
    """Where the baseline has no figure of a load, the first that has one stands in.

    It does so for the findings alone: there is no ratio to a figure that is not there.
    """
    results = [column[1] for column in columns if column]
    base = columns[baseline]
    judgement = judge(
        results,
        baseline=base[1] if base else results[0],
        contexts=contexts,
        known=known,
    )
    lines = list(
        figure_lines(
            columns, baseline=baseline, repeats=repeats, refused=judgement.refused
        )
    )
    vcpus = [column[0].vcpus if column else None for column in columns]
    if any(vcpus):
        lines += [
            divided(line, vcpus, unit="vCPU", baseline=baseline)
            for line in lines
            if line.key in PER_VCPU
        ]
    return Group(
        key=load.key if load else "all",
        label=load.label if load else label_across(results),
        load=load,
        columns=columns,
        judgement=judgement,
        lines=tuple(lines),
    )


def _costs(
    groups: Sequence[Group], *, baseline: int, contexts: Mapping[str, Context]
) -> list[Cost]:
    with_load = {group.load: group for group in groups if group.load}
    speeds = {
        load: line for load, group in with_load.items() if (line := group.line("tps"))
    }
    columns = {load: group.columns for load, group in with_load.items()}
    return list(cache_costs(columns, speeds, baseline=baseline, contexts=contexts))
