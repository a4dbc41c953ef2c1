"""What a newer version of a submission changes, in words for who reviews it again."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.models import Submission, SubmissionEvent
from benchruns.submissions.review import history
from benchruns.submissions.review.queue import DECISIONS
from benchruns.submissions.review.versions import Difference, Part
from benchruns.units import change_text
from portal.formats.figures import DASH, figure
from portal.templatetags.submissions import value_text

LABELS: dict[Part, str | Promise] = {
    Part.STATEMENT: gettext_lazy("Statement"),
    Part.SETTINGS: gettext_lazy("Settings of the server"),
    Part.FILES: gettext_lazy("Files"),
    Part.FIGURES: gettext_lazy("Figures"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferenceLine:
    """``of`` is the file that it is about; ``change`` how far a figure went."""

    label: str
    of: str
    before: str
    after: str
    change: str = ""


@dataclass(frozen=True, slots=True)
class DifferencePart:
    label: str | Promise
    lines: Sequence[DifferenceLine]


@dataclass(frozen=True, slots=True, kw_only=True)
class Differences:
    """``since`` is the version that is held against this one, of ``versions``."""

    since: int
    versions: Sequence[int]
    parts: Sequence[DifferencePart]


def differences(submission: Submission, *, since: str = "") -> Differences | None:
    """From the version asked for, else from the last one that was decided on.

    None for a first version. A version that nobody decided on was taken back.
    """
    older = [v for v in history.versions(submission) if v < submission.version]
    if not older:
        return None
    chosen = _chosen(since, older) or _decided_on(submission, older) or older[-1]
    found = history.differences(submission, older=chosen, newer=submission.version)
    return Differences(since=chosen, versions=older, parts=_parts(found))


def _chosen(since: str, versions: Sequence[int]) -> int | None:
    return next((each for each in versions if str(each) == since), None)


def _decided_on(submission: Submission, versions: Sequence[int]) -> int | None:
    decisions = SubmissionEvent.objects.filter(
        submission=submission, step__in=DECISIONS, version__in=versions
    )
    return decisions.order_by("-version").values_list("version", flat=True).first()


def _parts(found: Sequence[Difference]) -> list[DifferencePart]:
    by_part = {part: [each for each in found if each.part == part] for part in Part}
    return [
        DifferencePart(LABELS[part], [_line(each) for each in differences])
        for part, differences in by_part.items()
        if differences
    ]


def _line(found: Difference) -> DifferenceLine:
    if found.part == Part.FILES:
        return DifferenceLine(
            label=found.label,
            of=found.of,
            before=DASH if found.before is None else _("there"),
            after=_("removed") if found.after is None else _("added"),
        )
    return DifferenceLine(
        label=found.label,
        of=found.of,
        before=_text(found, found.before),
        after=_text(found, found.after),
        change=_change(found) if found.part == Part.FIGURES else "",
    )


def _text(found: Difference, value: object) -> str:
    if value is None:
        return DASH
    if found.part == Part.STATEMENT:
        return value_text(found.name, value)
    if found.part == Part.FIGURES and isinstance(value, int | float):
        return f"{figure(value)} {found.unit}".strip()
    return str(value)


def _change(found: Difference) -> str:
    """ "+3.2 %", "13.3 times"; empty where there is nothing to divide by."""
    if not found.before or found.after is None:
        return ""
    return change_text((found.after / found.before - 1) * 100)
