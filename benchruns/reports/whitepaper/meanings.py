"""What the figures of a paper mean: name, unit, direction and a sentence of each source."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from benchruns.figures.metrics import Metric
from benchruns.reports.engine.report import section_name
from benchruns.reports.engine.section import Section
from benchruns.reports.metric_choices import metric_choices
from benchruns.results.published.meanings import printed_meanings
from benchruns.results.row import REPORT_METRICS, per_vcpu
from benchruns.workloads.labels import figure_meanings


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceMeaning:
    """What one or several mean by a figure; ``whose`` is empty where all mean the same."""

    whose: str
    text: str

    def __str__(self) -> str:
        return f"{self.whose}: {self.text}" if self.whose else self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    metric: Metric
    lines: Sequence[SourceMeaning]

    @property
    def text(self) -> str:
        return "\n".join(map(str, self.lines))


def meanings_of(printed: Sequence[tuple[Section, Collection[str]]]) -> list[Meaning]:
    """Of every metric that is ``printed``, of each section by name: what the papers say of
    theirs, and of other rows what the first workload says that explains it.

    What rows have and no table prints is not explained: a reader would look for it.
    """
    names = dict.fromkeys(
        name
        for section, shown in printed
        for name in metric_choices(section.rows)
        if name in shown
    )
    return [
        Meaning(
            metric=REPORT_METRICS[name],
            lines=_lines(name, [each for each, shown in printed if name in shown]),
        )
        for name in names
    ]


def _lines(name: str, sections: Sequence[Section]) -> list[SourceMeaning]:
    if name.endswith(per_vcpu("")):
        text = _("The figure over the number of vCPUs of the class or server.")
        return [SourceMeaning(whose="", text=text)]
    whose: dict[str, dict[str, None]] = {}
    for text, source in [*_own(name, sections), *_printed(name, sections)]:
        whose.setdefault(text, {})[source] = None
    return [
        SourceMeaning(whose="; ".join(sources) if len(whose) > 1 else "", text=text)
        for text, sources in whose.items()
    ]


def _printed(name: str, sections: Sequence[Section]) -> Iterator[tuple[str, str]]:
    for section in sections:
        for row in section.rows:
            text = printed_meanings(row.campaign, row.workload).get(name)
            if text and name in row.figures:
                yield text, section_name(section)


def _own(name: str, sections: Sequence[Section]) -> Iterator[tuple[str, str]]:
    """Of rows that no paper explains: one meaning, the first that a workload has."""
    rows = [row for section in sections for row in section.rows if name in row.figures]
    others = [row for row in rows if not row.is_published]
    if not others and next(_printed(name, sections), None):
        return
    texts = (figure_meanings(row.workload).get(name) for row in rows)
    if text := str(next(filter(None, texts), "")):
        yield text, _("Measured and submitted") if others else _("Others")
