"""Words of submissions: fields, outcomes, grades."""

from collections.abc import Iterable, Mapping

from django import template
from django.utils.translation import gettext as _

from benchruns.figures.metrics import METRICS
from benchruns.parsers.tool_report import FORMAT_LABELS, Format
from benchruns.results.labels import SHORT_ID
from benchruns.submissions.checks.outcome import Outcome
from benchruns.submissions.statement.conditions import Condition
from benchruns.submissions.statement.fields import FIELDS
from benchruns.submissions.understanding.understood import FIGURES
from benchruns.vocabulary import Grade, Severity, SubmissionState

register = template.Library()


@register.filter
def name_of(names: Mapping[str, str], id: str) -> str:
    """What is found there is called; the beginning of its id where it is gone since."""
    return names.get(id, id[:SHORT_ID])


@register.filter
def field_label(name: str) -> str:
    if name == FIGURES:
        return _("Figures")
    return str(FIELDS[name].label) if name in FIELDS else name


@register.filter
def field_labels(names: Iterable[str]) -> str:
    return ", ".join(map(field_label, names))


@register.filter
def condition_value(condition: Condition) -> str:
    return value_text(condition.name, condition.value)


def value_text(name: str, value: object) -> str:
    """A stated value in words, with its unit."""
    field = FIELDS.get(name)
    if field is None:
        return str(value)
    if field.choices is not None:
        return str(field.choices.get(str(value), value))
    text = number_text(value) if isinstance(value, int | float) else str(value)
    return f"{text} {field.unit}" if field.unit else text


def number_text(value: float) -> str:
    """As people write it: 16 and not 16.0, 3 and not 3.0027."""
    if abs(value) < 1:
        return f"{value:.3g}"
    return f"{value:,.2f}".rstrip("0").rstrip(".")


@register.filter
def format_label(name: str) -> str:
    """How pages call the format of a file."""
    return str(FORMAT_LABELS[Format(name)])


@register.filter
def unit_of(name: str) -> str:
    return METRICS[name].unit


@register.filter
def severity_word(severity: str) -> str:
    return str(Severity(severity).label)


@register.filter
def outcome_word(outcome: str) -> str:
    return str(Outcome(outcome).label)


@register.filter
def grade_word(grade: str) -> str:
    """Of a proposal as well: none of both is to ask for changes."""
    return str(Grade(grade).label) if grade else _("ask for changes")


# The shapes that states of runs have.
SHAPES = {
    SubmissionState.DRAFT: "scheduled",
    SubmissionState.SUBMITTED: "running",
    SubmissionState.CHANGES_REQUESTED: "queued",
    SubmissionState.ACCEPTED: "succeeded",
    SubmissionState.REJECTED: "failed",
}


@register.filter
def state_shape(state: str) -> str:
    return SHAPES.get(SubmissionState(state), "cancelled")
