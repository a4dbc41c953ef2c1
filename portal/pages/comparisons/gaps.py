"""Is the gap real? What the repeats of both sides allow to say, figure by figure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from benchruns.comparison import Comparison
from benchruns.comparison.figures.lines import Cell, Line
from benchruns.comparison.report import Group
from benchruns.figures.statistics import FEWEST_REPEATS, RatioVerdict, Verdict
from benchruns.models import Result
from benchruns.results.newer_repeats import newer_repeats
from benchruns.results.repeats import Repeats
from benchruns.results.row import Row
from benchruns.runs.sweeps import SETTLE_SECONDS
from benchruns.vocabulary import Doubt
from portal.formats.figures import figure
from portal.formats.quantities import fixed
from portal.links.comparisons import Links
from portal.pages.comparisons.cells import doubt_of
from portal.pages.comparisons.names import names_of
from portal.pages.runs.new import repeat as run_repeat
from portal.web import permissions


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """One column against the baseline on one figure, in words.

    ``doubt`` says how many of the repeats of both sides are in doubt, and the first of
    why; empty where none is.
    """

    name: str
    verdict: str
    is_told: bool
    interval: str
    detail: str
    doubt: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureGaps:
    title: str
    unit: str
    gaps: Sequence[Gap]


@dataclass(frozen=True, slots=True, kw_only=True)
class Repetition:
    """A result with too few repeats: the form to repeat it, or its row to reproduce.

    ``newer`` are repeats enough of the same load, measured since.
    """

    name: str
    count: int
    url: str = ""
    row: Row | None = None
    result: Result | None = None
    newer: Repeats | None = None

    @property
    def so_far(self) -> str:
        """Against all that are needed: a new sweep measures each of them anew."""
        if self.row:  # of a paper, which says nothing of how often it was run
            text = _("one figure printed, %(least)d runs needed")
            return text % {"least": FEWEST_REPEATS}
        text = ngettext(
            "run once so far, %(least)d times needed",
            "run %(count)d times so far, %(least)d times needed",
            self.count,
        )
        words = text % {"count": self.count, "least": FEWEST_REPEATS}
        if self.newer is None:
            return words
        since = _("measured %(count)d times since")
        return f"{words}; {since % {'count': len(self.newer.counted)}}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Gaps:
    """``is_chance``: all columns repeat one configuration, so there is no gap to test.

    ``newer_href`` is the same comparison of what was measured since; empty if nothing was.
    """

    is_chance: bool
    figures: Sequence[FigureGaps]
    repetitions: Sequence[Repetition]
    newer_href: str

    @property
    def is_untestable(self) -> bool:
        """Whether no figure has repeats enough on both sides."""
        return not any(gap.is_told for each in self.figures for gap in each.gaps)


def gaps_of(comparison: Comparison, links: Links, *, user: permissions.Viewer) -> Gaps:
    figures = [
        _of_line(comparison, group, line)
        for group in comparison.groups
        for line in (group.main, group.line("latency_p95_ms"))
        if line is not None
    ]
    is_chance = any(
        shared >= set(comparison.contexts) for shared in comparison.of_one_configuration
    )
    repetitions = [] if is_chance else list(_repetitions(comparison, user))
    if comparison.asked.is_of_results:  # a class has its best one by itself
        repetitions = _with_newer(repetitions, user)
    return Gaps(
        is_chance=is_chance,
        figures=[each for each in figures if each.gaps],
        repetitions=repetitions,
        newer_href=_newer_href(repetitions, links),
    )


def _newer_href(repetitions: Sequence[Repetition], links: Links) -> str:
    others = {
        each.result.pk: each.newer.counted[-1].pk
        for each in repetitions
        if each.result and each.newer
    }
    return links.with_others(others) if others else ""


def _of_line(comparison: Comparison, group: Group, line: Line) -> FigureGaps:
    names = names_of(comparison.entries)
    return FigureGaps(
        title=group.title or str(line.label),
        unit=f"{line.label}, ms" if line.metric.unit == "ms" else line.metric.unit,
        gaps=[
            _gap(name, cell.verdict, _doubt(cell, line.cells[comparison.baseline]))
            for name, cell in zip(names, line.cells, strict=True)
            if cell.verdict is not None
        ],
    )


def word_of(verdict: Verdict) -> str:
    return {
        Verdict.BETTER: _("better"),
        Verdict.WORSE: _("worse"),
        Verdict.NOT_DISTINGUISHABLE: _("not distinguishable"),
        Verdict.TOO_FEW_REPEATS: _("too few repeats"),
    }[verdict]


def _gap(name: str, told: RatioVerdict, doubt: str) -> Gap:
    return Gap(
        name=name,
        verdict=word_of(told.verdict),
        is_told=told.verdict != Verdict.TOO_FEW_REPEATS,
        interval=_interval(told),
        detail=_detail(told),
        doubt=doubt,
    )


def _doubt(cell: Cell, base: Cell) -> str:
    """Repeats that agree on a figure in doubt prove it no better."""
    doubted = [*cell.doubted, *base.doubted]
    if not doubted:
        return ""
    count = sum(each.repeats.count for each in (cell, base) if each.repeats)
    sentence = doubt_of(cell) or doubt_of(base)
    told = _("In doubt: %(doubted)d of %(count)d repeats of both sides.")
    words = told % {"doubted": len(doubted), "count": count}
    return words if sentence in Doubt.values else f"{words} {sentence}"


def _interval(told: RatioVerdict) -> str:
    if told.ratio is None:
        return ""
    if told.low is None and told.high is None:
        return f"{fixed(told.ratio, 3)} ×"
    low = fixed(told.low, 3) if told.low is not None else "0"
    high = fixed(told.high, 3) if told.high is not None else "∞"
    return _("%(ratio)s × (%(low)s to %(high)s)") % {
        "ratio": fixed(told.ratio, 3),
        "low": low,
        "high": high,
    }


def _detail(told: RatioVerdict) -> str:
    if told.verdict == Verdict.TOO_FEW_REPEATS:
        return _("%(own)d here and %(base)d of the baseline, of %(least)d each") % {
            "own": told.other.count,
            "base": told.base.count,
            "least": FEWEST_REPEATS,
        }
    counts = _("%(own)d against %(base)d repeats") % {
        "own": told.other.count,
        "base": told.base.count,
    }
    if told.detectable is None:
        return counts
    shown = _("from %(percent)s %% on they would show it reliably") % {
        "percent": figure(told.detectable * 100)
    }
    return f"{counts}; {shown}"


def _repetitions(
    comparison: Comparison, user: permissions.Viewer
) -> Iterator[Repetition]:
    """Each configuration once; nothing for what somebody else measured."""
    names = names_of(comparison.entries)
    shared = comparison.of_one_configuration
    seen: set[str] = set()
    # A result may stand on a line across loads beside that of its own.
    for group in sorted(comparison.groups, key=lambda each: each.load is None):
        for place, column in enumerate(group.columns):
            if column is None or _count(group, place) >= FEWEST_REPEATS:
                continue
            row, result = column
            if row.id in seen:
                continue
            seen.update({row.id}, *(each for each in shared if row.id in each))
            label = ", ".join(filter(None, [names[place], group.label]))
            count = _count(group, place)
            if row.is_published:
                yield Repetition(name=label, count=count, row=row)
            elif url := _repeat_url(result, user):
                yield Repetition(
                    name=label,
                    count=count,
                    url=url,
                    result=result,
                )


def _with_newer(
    repetitions: Sequence[Repetition], user: permissions.Viewer
) -> list[Repetition]:
    own = [each.result for each in repetitions if each.result]
    newer = newer_repeats(own, user=user, least=FEWEST_REPEATS)
    return [
        replace(each, newer=newer.get(each.result.pk)) if each.result else each
        for each in repetitions
    ]


def _count(group: Group, place: int) -> int:
    cell = group.main.cells[place] if group.main else None
    return cell.repeats.count if cell and cell.repeats else 0


def _repeat_url(result: Result, user: permissions.Viewer) -> str:
    """The form of a sweep of as many repetitions as a verdict needs."""
    run, endpoint = result.run, result.endpoint
    if run is None or endpoint is None or endpoint.deleted_at is not None:
        return ""
    if not permissions.is_owner(user, endpoint.owner_id) or not result.threads:
        return ""
    return run_repeat.sweep_url_of(
        run,
        ladder=[result.threads],
        repetitions=FEWEST_REPEATS,
        settle_seconds=SETTLE_SECONDS,
    )
