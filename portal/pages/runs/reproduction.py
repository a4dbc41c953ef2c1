"""A published row and what repeats it, as pages print them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.engines import ENGINES, Family
from benchruns.figures.metrics import METRICS, Metric
from benchruns.models import Result, Run
from benchruns.reports.metric_choices import metric_choices
from benchruns.reproduction import conditions as reproduction_conditions
from benchruns.reproduction import ratios as reproduction_ratios
from benchruns.reproduction import reproduce as reproduction
from benchruns.reproduction.conditions import DIFFERS, SAME, UNKNOWN, Condition
from benchruns.reproduction.differences import ASSUMED, OVERRIDDEN, SCALED
from benchruns.reproduction.ratios import Pair
from benchruns.reproduction.reached import with_reached
from benchruns.reproduction.reproduce import ReproductionError, reproduce
from benchruns.reproduction.tuned_load import is_tuned
from benchruns.results.row import REPORT_METRICS, Row, read_row
from benchruns.runs.request import Settled
from benchruns.sentences import reproduction as reproduction_sentences
from benchruns.sentences.differences import why_of
from benchruns.vocabulary import Regime
from benchruns.workloads import WORKLOADS, ParameterError, Workload
from portal.formats.figures import DASH, exact
from portal.formats.quantities import fixed, size
from portal.forms.sizes import MATCH_RATIO, PUBLISHED, SCALE_DOWN

KINDS: Mapping[str, str | Promise] = {
    ASSUMED: gettext_lazy("assumed"),
    SCALED: gettext_lazy("scaled"),
    OVERRIDDEN: gettext_lazy("changed"),
}
STATES: Mapping[str, str | Promise] = {
    DIFFERS: gettext_lazy("differs"),
    UNKNOWN: gettext_lazy("unknown"),
    SAME: gettext_lazy("same"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedRow:
    """A published row in the words of a heading: its main figure and its place."""

    result: Result
    row: Row
    metric: Metric
    value: float | None


def row_of(published: Result) -> PublishedRow:
    """``published`` with its campaign, source, provider and class joined."""
    row = read_row(published, run_is_visible=False)
    name = metric_choices([row])[0]
    return PublishedRow(
        result=published,
        row=row,
        metric=REPORT_METRICS[name],
        value=row.figures.get(name),
    )


# Sizes to choose from ---------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeChoice:
    """``reason`` says why it cannot be chosen; empty where it can."""

    name: str
    label: str
    hint: str
    reason: str = ""


def sizes_of(published: Result | None, *, buffer_bytes: int | None) -> list[SizeChoice]:
    """None for a row whose load has one size alone."""
    if published is None:
        return []
    if not reproduction.has_sizes(WORKLOADS[published.workload]):
        return []
    matched, reason = _matched(published, buffer_bytes)
    return [
        SizeChoice(
            name=PUBLISHED,
            label=_("As in the paper"),
            hint=_data_text(published, reproduce(published, family=_family(published))),
        ),
        SizeChoice(
            name=SCALE_DOWN,
            label=_("Scaled down by"),
            hint=_("Loads sooner; the data may fit a buffer that it did not fit."),
        ),
        SizeChoice(
            name=MATCH_RATIO,
            label=_("Same ratio of data to buffer"),
            hint=matched,
            reason=reason,
        ),
    ]


def _family(published: Result) -> Family:
    return ENGINES[published.engine].family


def _matched(published: Result, buffer_bytes: int | None) -> tuple[str, str]:
    """The size of data in proportion to the buffer, or why there is none."""
    try:
        found = reproduce(
            published,
            family=_family(published),
            buffer_bytes=buffer_bytes,
            match_ratio=True,
        )
    except ReproductionError as error:
        return "", error.message
    except ParameterError as error:
        return "", " ".join(error.errors.values())
    return _data_text(published, found), ""


def _data_text(published: Result, found: reproduction.Reproduction) -> str:
    data = found.workload.size(found.parameters)
    return _("%(rows)s rows, about %(size)s") % {
        "rows": f"{data.rows:,}",
        "size": size(data.data_bytes(_family(published))),
    }


# Differences ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferenceLine:
    kind: str
    word: str
    label: str
    published: str
    here: str
    why: str


def lines_of(
    differences: Sequence[Mapping[str, Any]], workload: Workload
) -> list[DifferenceLine]:
    """``differences`` as a run stores them."""
    labels = {p.name: str(p.label) for p in workload.parameters}
    return [
        DifferenceLine(
            kind=each["kind"],
            word=str(KINDS.get(each["kind"], each["kind"])),
            label=labels.get(each["name"], each["name"]),
            published=_("not stated")
            if each["published"] is None
            else _text(each["published"]),
            here=_text(each["here"]),
            why=why_of(each),
        )
        for each in differences
    ]


def lines_so_far(settled: Settled) -> list[DifferenceLine]:
    """The differences of a run, or of all runs of a sweep, that may be started."""
    return lines_of([each.as_dict() for each in settled.differences], settled.workload)


def _text(value: Any) -> str:  # Any: what JSON holds
    if value is None:
        return DASH
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return exact(value) if isinstance(value, int | float) else str(value)


# A run beside the row that it repeats -----------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PairLine:
    """``ratio`` is measured over published."""

    metric: Metric
    pair: Pair

    @property
    def ratio(self) -> str:
        return fixed(self.pair.ratio, 3)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionLine:
    label: str
    published: str
    here: str
    state: str
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """``verdict`` is a clause, empty where nothing of the row can be set against.

    ``is_tuned`` where the published figure is the peak over loads that are not printed.
    """

    published: PublishedRow
    differences: Sequence[DifferenceLine]
    pairs: Sequence[PairLine] = ()
    conditions: Sequence[ConditionLine] = ()
    verdict: str = ""
    is_tuned: bool = False

    @property
    def notes(self) -> list[str]:
        return reproduction_sentences.notes_of(line.pair for line in self.pairs)

    @property
    def unlike(self) -> str:
        """By what the run was another test than the row, though its parameters are the row's."""
        return reproduction_sentences.as_stated_but(line.pair for line in self.pairs)

    @property
    def differing(self) -> int:
        return sum(line.state == DIFFERS for line in self.conditions)

    @property
    def unknown(self) -> int:
        return sum(line.state == UNKNOWN for line in self.conditions)


def beside(run: Run, result: Result | None) -> Beside | None:
    """None for a run that repeats no published row."""
    published = run.reproduces
    if published is None:
        return None
    workload = WORKLOADS[run.workload]
    if result is None:
        differences = lines_of(run.differences, workload)
        return Beside(published=row_of(published), differences=differences)
    reached = with_reached(run.differences, published, result)
    return Beside(
        published=row_of(published),
        differences=lines_of(reached, workload),
        pairs=pair_lines(reproduction_ratios.pairs(published, result)),
        conditions=_condition_lines(published, result),
        verdict=reproduction_sentences.verdict(published, result),
        is_tuned=is_tuned(published),
    )


def pair_lines(pairs: Iterable[Pair]) -> list[PairLine]:
    return [PairLine(metric=METRICS[pair.figure], pair=pair) for pair in pairs]


def _condition_lines(published: Result, result: Result) -> list[ConditionLine]:
    """Differences first, then what is not known, then what is the same."""
    order = list(STATES)
    found = reproduction_conditions.conditions(published, result)
    return [
        ConditionLine(
            label=condition.label,
            published=_as_published(condition, published),
            here=_condition_text(condition, condition.here),
            state=condition.state,
            word=str(STATES[condition.state]),
        )
        for condition in sorted(found, key=lambda each: order.index(each.state))
    ]


def _as_published(condition: Condition, published: Result) -> str:
    """A paper prints neither its data nor its buffer: they are estimates."""
    text = _condition_text(condition, condition.published)
    sources = {
        "data_bytes": (published.data_bytes,),
        "data_over_buffer": (published.data_bytes, published.buffer_bytes),
    }
    if text == DASH or None not in sources.get(condition.name, ()):
        return text
    return _("about %(value)s") % {"value": text}


def _condition_text(condition: Condition, value: Any) -> str:  # Any: a JSON scalar
    if value is None:
        return DASH
    if condition.name == "data_bytes":
        return size(value)
    if condition.name == "regime":
        return str(Regime(value).label)
    if condition.name == "engine":
        return ENGINES[value].label
    return _text(value)
