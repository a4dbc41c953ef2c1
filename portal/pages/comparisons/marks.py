"""The numbered marks of a comparison: what stands against it, and on which figures."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from benchruns.comparison.fairness import NOT_STATED, RULES
from benchruns.comparison.fairness.axes import Reason, Refusal
from benchruns.comparison.judgement import Judgement
from benchruns.comparison.report import Comparison, Group
from benchruns.findings import Worded
from benchruns.sentences.catalogue import worded, worded_once
from benchruns.sentences.fairness.axes import worded_refusals
from benchruns.vocabulary import Severity
from portal.pages.comparisons.names import names_of, shortened

# A finding about one figure alone; the others are about all figures of their rows.
FIGURES_OF = {"qps_counting": frozenset({"qps"})}
# Of the release, the class or the day alone: it tells no two results apart.
STALENESS = frozenset({"support_ended", "sale_ended", "old_result"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A finding with its number. ``figures`` are those it concerns, empty for all.

    One that ``parts_tests`` is why the results are of different tests. ``of`` names the
    columns whose own finding it is, where it is not that of each.
    """

    number: int
    finding: Worded
    figures: frozenset[str]
    parts_tests: bool = False
    of: str = ""

    @property
    def code(self) -> str:
        return self.finding.code

    @property
    def results(self) -> frozenset[str]:
        return frozenset(self.finding.results)

    @property
    def anchor(self) -> str:
        return f"finding-{self.number}"

    @property
    def is_caution(self) -> bool:
        return self.finding.severity != Severity.NOTE

    @property
    def is_shown(self) -> bool:
        """A note on how the results came about or of their age is folded, one on the
        figures is not.
        """
        is_condition = self.code in RULES or self.code == NOT_STATED
        is_of_age = self.code in STALENESS
        return self.is_caution or self.parts_tests or not (is_condition or is_of_age)

    @property
    def is_between(self) -> bool:
        """Whether it is what several differ in; rows bear some of its codes themselves."""
        return self.is_refusal or self.code in RULES or self.code == NOT_STATED

    @property
    def is_beside(self) -> bool:
        """A caution on what differs that makes no other test of it."""
        is_of_conditions = self.code in RULES and not self.is_grave
        return is_of_conditions and self.is_caution

    @property
    def sets_apart(self) -> bool:
        """Whether its remedy would make the comparison fairer; else it is of one row."""
        return self.code not in STALENESS

    @property
    def is_refusal(self) -> bool:
        return self.finding.severity == Severity.REFUSED

    @property
    def is_grave(self) -> bool:
        """Nothing is said of the servers while it stands."""
        return self.is_refusal or self.parts_tests


def marks_of(judgement: Judgement) -> list[Mark]:
    """What cannot be compared first, then what makes tests different ones, then cautions
    and notes; in the order that they are read in, what is folded last.
    """
    refused = [
        (worded_refusals(refusals), frozenset(each.figure for each in refusals))
        for refusals in _by_reason(judgement)
    ]
    found = [
        (finding, FIGURES_OF.get(finding.code, frozenset()))
        for finding in worded_once(judgement.findings)
    ]
    others = judgement.other_tests
    places = {code: place for place, code in enumerate(others)}  # as the verdict says
    found.sort(key=lambda each: places.get(each[0].code, len(places)))
    marks = [
        Mark(
            number=0,
            finding=finding,
            figures=figures,
            parts_tests=finding.code in others,
        )
        for finding, figures in [*refused, *found]
    ]
    marks.sort(key=lambda mark: (not mark.is_shown, bool(others) and mark.is_beside))
    return [replace(mark, number=number) for number, mark in enumerate(marks, 1)]


def with_names(marks: Sequence[Mark], comparison: Comparison) -> list[Mark]:
    """What is found of single columns says of which: two runs on shared machines have a
    caution each, and nothing else tells whose it is.
    """
    entries = comparison.entries
    filled = [
        (name, {str(result.pk) for result in entry.results.values()})
        for name, entry in zip(names_of(entries), entries, strict=True)
        if entry.results
    ]
    own = {worded(each).identity for each in comparison.judgement.own_doubts}
    return [
        replace(mark, of=_columns_of(mark, filled))
        if mark.finding.identity in own or not mark.is_between
        else mark
        for mark in marks
    ]


def _columns_of(mark: Mark, filled: Sequence[tuple[str, set[str]]]) -> str:
    names = [name for name, ids in filled if ids & mark.results]
    is_said = all(name in mark.finding.message for name in names)
    return "" if is_said or len(names) == len(filled) else shortened(names)


def _by_reason(judgement: Judgement) -> list[list[Refusal]]:
    found: dict[Reason, list[Refusal]] = {}
    for refusal in judgement.refusals:
        found.setdefault(refusal.reason, []).append(refusal)
    return list(found.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupMarks:
    """Where the marks of one load stand: over all of it, or on single cells.

    ``doubts`` are of each column: what doubts a row doubts all its figures.
    """

    head: Sequence[Mark]
    doubts: Sequence[Sequence[Mark]]
    cells: Sequence[Sequence[Mark]]
    group: Group
    marks: Sequence[Mark]

    def of_cell(self, figure: str, place: int) -> list[Mark]:
        """On the leading speed what a row has; on any figure what doubts or refuses it."""
        is_main = self.group.main is not None and self.group.main.key == figure
        column = self.group.columns[place]
        refused = [
            mark
            for mark in self.marks
            if mark.figures
            and figure in mark.figures
            and column is not None
            and column[0].id in mark.results
            and mark not in self.head
        ]
        own = self.cells[place] if is_main else ()
        return sorted(
            [*self.doubts[place], *own, *refused], key=lambda mark: mark.number
        )


def group_marks(group: Group, marks: Sequence[Mark], *, baseline: int) -> GroupMarks:
    """What the load itself gave rise to: on every row it stands at the head.

    What is folded marks no figure.
    """
    ids = [column[0].id if column else "" for column in group.columns]
    own = _results_of(group)
    own_doubts = {worded(each).identity for each in group.judgement.own_doubts}
    head: list[Mark] = []
    cells: list[list[Mark]] = [[] for _id in ids]
    doubts: list[list[Mark]] = [[] for _id in ids]
    for mark in marks:
        results = own.get(mark.finding.identity)
        if results is None or not mark.is_shown or mark.figures:
            continue
        if mark.finding.identity in own_doubts:
            for place, id_ in enumerate(ids):
                if id_ in results:
                    doubts[place].append(mark)
            continue
        if set(filter(None, ids)) <= results:
            head.append(mark)
            continue
        for place, id_ in enumerate(ids):
            is_reference = place == baseline and mark.code in RULES
            if id_ in results and not is_reference:
                cells[place].append(mark)
    return GroupMarks(head=head, doubts=doubts, cells=cells, group=group, marks=marks)


def _results_of(group: Group) -> dict[object, set[str]]:
    """By what is said, whom: two rows may bear the same doubt, each as its own finding."""
    found: dict[object, set[str]] = {}
    for each in map(worded, group.judgement.findings):
        found.setdefault(each.identity, set()).update(each.results)
    return found
