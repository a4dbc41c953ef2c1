"""What two submitted versions of a submission differ in, for who reviews the newer."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, count
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.figures.metrics import FIGURE_NAMES, METRICS
from benchruns.models import Submission
from benchruns.submissions.statement.fields import FIELDS
from benchruns.vocabulary import SubmissionStep

# Label and unit of what a row states of its test.
_STATED = {"duration_s": (gettext_lazy("Measured time"), "s")}


class UnknownVersion(LookupError):
    """The submission was never submitted as that version."""


class Part(StrEnum):
    STATEMENT = "statement"
    SETTINGS = "settings"
    FILES = "files"
    FIGURES = "figures"


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One thing that is otherwise; None on the side where it is not.

    ``name`` is a field, a setting, a file or a figure; ``of`` is the file (and row) that
    a statement or figure belongs to, empty for the submission's own.
    """

    part: Part
    name: str
    label: str
    unit: str = ""
    of: str = ""
    before: Any = None
    after: Any = None


def versions(submission: Submission) -> list[int]:
    """The numbers of the versions that were submitted, oldest first."""
    return list(
        submission.events.filter(step=SubmissionStep.SUBMITTED)
        .order_by("version")
        .values_list("version", flat=True)
    )


def differences(submission: Submission, *, older: int, newer: int) -> list[Difference]:
    """Statement, settings, files, then figures; raises UnknownVersion."""
    before, after = _submitted(submission, older), _submitted(submission, newer)
    return [
        *_in_statement(before["statement"], after["statement"]),
        *_in_credit(before, after),
        *_in_settings(before["settings"], after["settings"]),
        *_in_files(before, after),
        *_in_figures(before, after),
    ]


def _submitted(submission: Submission, version: int) -> Mapping[str, Any]:
    handed_in = submission.events.filter(step=SubmissionStep.SUBMITTED, version=version)
    details: Mapping[str, Any] | None = handed_in.values_list(
        "details", flat=True
    ).first()
    if details is None:
        raise UnknownVersion(version)
    return details


def _changed(
    before: Mapping[str, Any], after: Mapping[str, Any], *, order: Iterable[str] = ()
) -> Iterator[tuple[str, Any, Any]]:
    """Names whose values differ, in this order, then by name: stored JSON has none."""
    names = {*before, *after}
    first = [name for name in order if name in names]
    for name in (*first, *sorted(names.difference(first))):
        old, new = before.get(name), after.get(name)
        if old != new:
            yield name, old, new


def _in_statement(
    before: Mapping[str, Any], after: Mapping[str, Any], *, of: str = ""
) -> Iterator[Difference]:
    for name, old, new in _changed(before, after, order=FIELDS):
        field = FIELDS.get(name)
        yield Difference(
            part=Part.STATEMENT,
            name=name,
            label=str(field.label) if field else name,
            unit=str(field.unit) if field else "",
            of=of,
            before=old,
            after=new,
        )


def _in_credit(
    before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[Difference]:
    if before["credit"] != after["credit"]:
        yield Difference(
            part=Part.STATEMENT,
            name="credit",
            label=_("Name to credit"),
            before=before["credit"] or None,
            after=after["credit"] or None,
        )


def _in_settings(
    before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[Difference]:
    for name, old, new in _changed(before, after):
        yield Difference(
            part=Part.SETTINGS, name=name, label=name, before=old, after=new
        )


def _in_files(
    before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[Difference]:
    """Files that came or went, by what they hold; and what is stated of the others."""
    old = {file["sha256"]: file for file in before["files"]}
    new = {file["sha256"]: file for file in after["files"]}
    for sha256 in dict.fromkeys([*old, *new]):
        was, now = old.get(sha256), new.get(sha256)
        file = now or was
        if file is None:
            continue
        if was and now:
            yield from _in_statement(
                was["statement"], now["statement"], of=file["name"]
            )
            continue
        yield Difference(
            part=Part.FILES,
            name=file["name"],
            label=file["name"],
            before=was and was["sha256"],
            after=now and now["sha256"],
        )


def _in_figures(
    before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[Difference]:
    """Figures of the results, each found again by its file's name and row."""
    old, new = _results(before), _results(after)
    for key in dict.fromkeys([*old, *new]):
        was_measured, is_measured = old.get(key, {}), new.get(key, {})
        for name, was, now in _changed(was_measured, is_measured, order=FIGURE_NAMES):
            metric = METRICS.get(name)
            label, unit = _STATED.get(name, (name, ""))
            yield Difference(
                part=Part.FIGURES,
                name=name,
                label=str(metric.label if metric else label),
                unit=metric.unit if metric else unit,
                of=key,
                before=was,
                after=now,
            )


def _results(details: Mapping[str, Any]) -> dict[str, Mapping[str, float]]:
    """Figures by the file's name, with the row where there is one.

    A second file of the same name counts on.
    """
    names = {file["id"]: file["name"] for file in details["files"]}
    found: dict[str, Mapping[str, float]] = {}
    for result in details["results"]:
        name = names.get(result["file"], result["file"])
        place = _("%(file)s, row %(row)d") % {"file": name, "row": result["row"]}
        key = _free(place if result["row"] else name, taken=found)
        found[key] = result["figures"]
    return found


def _free(key: str, *, taken: Mapping[str, Any]) -> str:
    numbered = (f"{key} ({number})" for number in count(2))
    return next(each for each in chain([key], numbered) if each not in taken)
