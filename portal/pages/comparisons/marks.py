"""The numbered marks of a comparison: what stands against it, and on which figures."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from benchruns.comparison.fairness import NOT_STATED, RULES
from benchruns.comparison.fairness.axes import Reason, Refusal
from benchruns.comparison.figures.lines import LATENCIES
from benchruns.comparison.judgement import Judgement
from benchruns.comparison.report import Group
from benchruns.figures.metrics import METRICS
from benchruns.findings import Finding, Worded
from benchruns.sentences.fairness.axes import reason_of
from benchruns.vocabulary import Severity

# A finding about one figure alone; the others are about all figures of their rows.
FIGURE_OF = {"qps_counting": "qps"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A finding with its number. ``figures`` are those it concerns, empty for all.

    The code of a figure that cannot be compared is empty.
    """

    number: int
    finding: Finding
    results: frozenset[str]
    figures: frozenset[str]

    @property
    def code(self) -> str:
        return self.finding.code

    @property
    def anchor(self) -> str:
        return f"finding-{self.number}"

    @property
    def is_caution(self) -> bool:
        return self.finding.severity != Severity.NOTE

    @property
    def is_shown(self) -> bool:
        """A note on how the results came about is folded, one on the figures is not."""
        is_condition = self.code in RULES or self.code == NOT_STATED
        return self.is_caution or not is_condition

    @property
    def is_refusal(self) -> bool:
        return self.finding.severity == Severity.REFUSED


def marks_of(judgement: Judgement) -> list[Mark]:
    """What cannot be compared first, then cautions, then notes."""
    marks = [
        Mark(
            number=number,
            finding=_refused(reason_of(reason), [each.figure for each in refusals]),
            results=frozenset(key for each in refusals for key in each.results),
            figures=frozenset(each.figure for each in refusals),
        )
        for number, (reason, refusals) in enumerate(_by_reason(judgement).items(), 1)
    ]
    return marks + [
        _mark(number, finding)
        for number, finding in enumerate(judgement.findings, len(marks) + 1)
    ]


def _by_reason(judgement: Judgement) -> Mapping[Reason, Sequence[Refusal]]:
    found: dict[Reason, list[Refusal]] = {}
    for refusal in judgement.refusals:
        found.setdefault(refusal.reason, []).append(refusal)
    return found


def _mark(number: int, finding: Finding) -> Mark:
    figure = FIGURE_OF.get(finding.code)
    return Mark(
        number=number,
        finding=finding,
        results=frozenset(finding.results),
        figures=frozenset({figure} if figure else ()),
    )


def _refused(reason: str, figures: Iterable[str]) -> Finding:
    message = _("Not comparable on %(figures)s: %(reason)s")
    return Worded(
        code="",
        severity=Severity.REFUSED,
        message=message % {"figures": figures_text(figures), "reason": reason},
    )


def figures_text(figures: Iterable[str]) -> str:
    """``TPS and all latencies``: by unit, as tables head them."""
    known = [name for name in METRICS if name in set(figures)]
    latencies = [name for name in known if name in LATENCIES]
    words = [figure_text(name) for name in known if name not in latencies]
    if len(latencies) > 1:
        words.append(_("latencies"))
    else:
        words += [figure_text(name) for name in latencies]
    return get_text_list(words, _("and")) or _("Latencies of samples")


def figure_text(name: str) -> str:
    metric = METRICS[name]
    return str(metric.label) if metric.unit in ("ms", "/s") else metric.unit


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupMarks:
    """Where the marks of one load stand: over all of it, or on single cells."""

    head: Sequence[Mark]
    cells: Sequence[Sequence[Mark]]
    group: Group
    marks: Sequence[Mark]

    def of_cell(self, figure: str, place: int) -> list[Mark]:
        """On the leading speed what a row has; on any figure what refuses it."""
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
        return [*(self.cells[place] if is_main else ()), *refused]


def group_marks(group: Group, marks: Sequence[Mark], *, baseline: int) -> GroupMarks:
    """What the load itself gave rise to: on every row it stands at the head.

    What is folded marks no figure.
    """
    ids = [column[0].id if column else "" for column in group.columns]
    own = {f.identity: f.results for f in group.judgement.findings}
    head: list[Mark] = []
    cells: list[list[Mark]] = [[] for _id in ids]
    for mark in marks:
        results = own.get(mark.finding.identity)
        if results is None or not mark.is_shown or mark.figures:
            continue
        if set(filter(None, ids)) <= set(results):
            head.append(mark)
            continue
        for place, id_ in enumerate(ids):
            is_reference = place == baseline and mark.code in RULES
            if id_ in results and not is_reference:
                cells[place].append(mark)
    return GroupMarks(head=head, cells=cells, group=group, marks=marks)
