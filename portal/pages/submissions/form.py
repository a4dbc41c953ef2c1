"""The form of an editable submission: what is needed first, what is known as a hint."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.forms import BoundField, Form, Select
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.sentences.checks.list_text import listed
from benchruns.submissions.checks.contradictions import LIMITS
from benchruns.submissions.report_parts import RunReport, SubmissionReport
from benchruns.submissions.statement.completeness import ESSENTIAL
from benchruns.submissions.statement.conditions import Condition, Known, Origin
from benchruns.submissions.statement.fields import FIELDS, Group
from benchruns.submissions.statement.likeness import agree
from portal.forms.submissions import StatementForm
from portal.templatetags.submissions import condition_value, value_text

GROUPS: Mapping[Group, str | Promise] = {
    Group.CLASS: gettext_lazy("More of what it ran on"),
    Group.SERVER: gettext_lazy("The server"),
    Group.CLIENT: gettext_lazy("The client and the way between"),
    Group.LOAD: gettext_lazy("The load"),
}
# Who states these makes up for what the output does not tell, and no other source does.
STATED = (Origin.STATEMENT, Origin.CATALOGUE)
MOST_HINTED = 3  # values of one field
LONGEST_HINT = 60
HINT = gettext_lazy("%(value)s, from %(origin)s")
STATED_COUNTS = gettext_lazy("%(origin)s says %(value)s; what is stated here counts.")
OTHER_COUNTS = gettext_lazy("%(origin)s says %(value)s, and that counts.")


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldLine:
    """``need`` says so while nobody can review the report without it."""

    field: BoundField
    need: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldGroup:
    """A group that folds; ``names`` tells what is in it."""

    label: str | Promise
    names: str
    lines: Sequence[FieldLine]
    is_open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FormLayout:
    """``first`` is all that a review needs and the files do not tell, stated or not.

    ``needed`` names what of it is still to be stated.
    """

    form: StatementForm
    first: Sequence[FieldLine]
    groups: Sequence[FieldGroup]
    needed: str


def layout(
    form: StatementForm, report: SubmissionReport, missing: Sequence[str]
) -> FormLayout:
    """``missing`` are the codes of what is lacking, as the checks name it."""
    runs = runs_of(report)
    hint(form, runs)
    _caution(form, runs)
    needed = _needed(missing, report)
    first = [name for name in _essential() if not _is_told(name, runs)]
    return FormLayout(
        form=form,
        first=[FieldLine(field=form[n], need=needed.get(n, "")) for n in first],
        groups=[_group(form, group, without=first) for group in Group],
        needed=", ".join(str(need.label) for need in ESSENTIAL if need.code in missing),
    )


def runs_of(report: SubmissionReport) -> list[RunReport]:
    return [run for file in report.files for run in file.runs]


def hint(form: Form, runs: Sequence[RunReport]) -> None:
    """What is known already stands in the empty fields, with where it is from."""
    found: dict[str, dict[str, Condition]] = {}
    for run in runs:
        for condition in run.conditions:
            by_value = found.setdefault(condition.name, {})
            by_value.setdefault(condition_value(condition), condition)
    for name, by_value in found.items():
        if name in form.fields and not form.initial.get(name):
            _hint(form, name, by_value)


def _hint(form: Form, name: str, by_value: Mapping[str, Condition]) -> None:
    field = form.fields[name]
    values = ", ".join(list(by_value)[:MOST_HINTED])
    origin = next(iter(by_value.values())).origin
    text = HINT % {
        "value": values + (", …" if len(by_value) > MOST_HINTED else ""),
        "origin": origin.label,
    }
    widget = field.widget
    if getattr(widget, "input_type", "") == "date":
        field.help_text = text  # such a field shows no placeholder
    elif isinstance(widget, Select):
        widget.choices = [("", text), *list(widget.choices)[1:]]
    else:
        widget.attrs["placeholder"] = text[:LONGEST_HINT]
        widget.attrs["data-hint"] = origin.value


def _caution(form: Form, runs: Sequence[RunReport]) -> None:
    """What is stated of some run, and is otherwise elsewhere, is told at its field.

    Not at one that was typed into since: that is not kept yet.
    """
    told: dict[str, SafeString] = {}
    for run in runs:
        for condition in run.conditions:
            if other := _contradicting(condition):
                told.setdefault(condition.name, _told(condition, other))
    typed = form.changed_data if form.is_bound else ()
    for name in told.keys() & form.fields.keys() - {*LIMITS, *typed}:
        field = form.fields[name]
        field.help_text = format_html("{} {}", told[name], field.help_text)


def _contradicting(condition: Condition) -> Known | None:
    """What the statement is at odds with: what counts, or the first of the others."""
    every = [Known(condition.value, condition.origin), *condition.others]
    stated = next((each for each in every if each.origin == Origin.STATEMENT), None)
    if stated is None:
        return None
    name = condition.name
    return next((k for k in every if not agree(name, stated.value, k.value)), None)


def _told(condition: Condition, other: Known) -> SafeString:
    words = OTHER_COUNTS if other.origin == condition.origin else STATED_COUNTS
    text = words % {
        "origin": capfirst(other.origin.label),
        "value": value_text(condition.name, other.value),
    }
    html = '<span class="bb-field-caution" data-origin="{}">{}</span>'
    return format_html(html, other.origin.value, text)


def _essential() -> Iterator[str]:
    """The fields that what is essential is stated in, in the order of the form."""
    names = {name for need in ESSENTIAL for name in (need.code, *sum(need.ways, ()))}
    return (name for name in FIELDS if name in names)


def _needed(missing: Sequence[str], report: SubmissionReport) -> dict[str, str]:
    """By field; with the files where only some of them lack it."""
    count = len(runs_of(report))
    needed: dict[str, str] = {}
    for need in ESSENTIAL:
        if need.code in missing:
            without = report.without(need)
            words = (
                _("needed for %(names)s") % {"names": listed(without)}
                if len(without) < count
                else _("needed")
            )
            needed |= dict.fromkeys((need.code, *sum(need.ways, ())), words)
    return needed


def _is_told(name: str, runs: Sequence[RunReport]) -> bool:
    """Whether the files tell it of every run."""
    return bool(runs) and all(
        any(_tells(condition, name) for condition in run.conditions) for run in runs
    )


def _tells(condition: Condition, name: str) -> bool:
    origins = {condition.origin, *(other.origin for other in condition.others)}
    return condition.name == name and not origins.issubset(STATED)


def _group(form: StatementForm, group: Group, *, without: Sequence[str]) -> FieldGroup:
    """Without the command, which takes a line of its own."""
    names = [
        name
        for name, field in FIELDS.items()
        if field.group == group and name not in (*without, "command")
    ]
    return FieldGroup(
        label=GROUPS[group],
        names=", ".join(str(FIELDS[name].label) for name in names),
        lines=[FieldLine(field=form[name]) for name in names],
        is_open=any(form[name].value() or name in form.errors for name in names),
    )
