"""The form of an editable submission: what is needed first, what is known as a hint."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.forms import BoundField, Form, Select
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.sentences.checks.list_text import listed
from benchruns.submissions.report_parts import RunReport, SubmissionReport
from benchruns.submissions.statement.completeness import ESSENTIAL
from benchruns.submissions.statement.conditions import Condition, Origin
from benchruns.submissions.statement.fields import FIELDS, Group
from portal.forms.submissions import StatementForm
from portal.templatetags.submissions import condition_value

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
    text = _("%(value)s, from %(origin)s") % {
        "value": values + (", …" if len(by_value) > MOST_HINTED else ""),
        "origin": next(iter(by_value.values())).origin.label,
    }
    widget = field.widget
    if getattr(widget, "input_type", "") == "date":
        field.help_text = text  # such a field shows no placeholder
    elif isinstance(widget, Select):
        widget.choices = [("", text), *list(widget.choices)[1:]]
    else:
        widget.attrs["placeholder"] = text[:LONGEST_HINT]


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
