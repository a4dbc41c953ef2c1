"""Checks of what was uploaded and stated: is it whole, does it agree with itself."""

from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext as _

from benchruns.models import Result
from benchruns.submissions.check import Check, Outcome
from benchruns.submissions.completeness import (
    ESSENTIAL,
    RECOMMENDED,
    Need,
    labels_of,
    lacking,
)
from benchruns.submissions.duplicates import Duplicates
from benchruns.submissions.understanding import FIGURES, Run, Understanding
from benchruns.vocabulary import Severity

MOST_NAMED = 8


def complete(understood: Understanding) -> Check:
    """Failed where a result is missing, or what nobody can review it without."""
    runs = understood.runs
    if not runs:
        return Check(
            code="complete",
            outcome=Outcome.FAILED,
            message=_("There is no report of a run."),
            remedy=_("Upload the output of the tool, or a filled-in report template."),
        )
    for run in runs:
        if run.missing:
            return _no_result(run)
    if essential := lacking(ESSENTIAL, runs):
        return Check(
            code="complete",
            outcome=Outcome.FAILED,
            message=_("Still needed: %(fields)s.") % {"fields": _listed(essential)},
            values={"missing": [need.code for need in essential]},
            remedy=_("State it: a reviewer cannot judge the figures without."),
        )
    if recommended := lacking(RECOMMENDED, runs):
        return Check(
            code="complete",
            outcome=Outcome.NOTE,
            message=_("Not stated: %(fields)s.") % {"fields": _listed(recommended)},
            values={"missing": [need.code for need in recommended]},
            remedy=_(
                "State what you know: it explains figures, and counts in the rating."
            ),
        )
    return Check(
        code="complete",
        outcome=Outcome.OK,
        message=_("Everything that is asked for is stated."),
    )


def _no_result(run: Run) -> Check:
    return Check(
        code="complete",
        outcome=Outcome.FAILED,
        message=_("%(place)s lacks: %(fields)s.")
        % {
            "place": f"{run.file.name} {run.place}".strip(),
            "fields": ", ".join(labels_of(run.missing)),
        },
        values={"missing": list(run.missing)},
        remedy=_("Remove this file, or upload the whole output of its tool.")
        if FIGURES in run.missing
        else _("State it for the submission, or for this file."),
    )


def _listed(needs: Sequence[Need]) -> str:
    return ", ".join(str(need.label) for need in needs)


def readable(understood: Understanding) -> Check:
    """Every file was read, or it would not be here; but is each of use."""
    problems = understood.joined.problems
    names = [file.name for file in understood.files if file.pk in problems]
    if names:
        first = next(iter(problems.values()))
        return Check(
            code="readable",
            outcome=Outcome.CAUTION,
            message=_("%(names)s: not used. %(why)s")
            % {"names": _named(names), "why": first.message},
            values={"files": len(names)},
            remedy=first.remedy,
        )
    return Check(
        code="readable",
        outcome=Outcome.OK,
        message=_("All %(count)d files were read to their end.")
        % {"count": len(understood.files)},
        values={"files": len(understood.files)},
    )


def contradictions(results: Sequence[Result]) -> Check:
    """What findings on the results call for caution, by how many results they are on."""
    counts = Counter(
        finding["code"]
        for result in results
        for finding in result.findings
        if finding["severity"] != Severity.NOTE
    )
    if not counts:
        return Check(
            code="contradictions",
            outcome=Outcome.OK,
            message=_("Files and statement do not contradict each other."),
        )
    named = ", ".join(code.replace("_", " ") for code in counts)
    return Check(
        code="contradictions",
        outcome=Outcome.CAUTION,
        message=_("The results have findings: %(codes)s.") % {"codes": named},
        results=tuple(
            str(result.pk)
            for result in results
            if any(f["severity"] != Severity.NOTE for f in result.findings)
        ),
        values=dict(counts),
        remedy=_("Read each finding under its result, and correct what is wrong."),
    )


def secrets(count: int) -> Check | None:
    if not count:
        return None
    return Check(
        code="secrets",
        outcome=Outcome.CAUTION,
        message=_("%(count)d passwords or tokens were removed from the files.")
        % {"count": count},
        values={"count": count},
        remedy=_("Change them all the same: they left your machine."),
    )


def duplicate(found: Duplicates) -> Check:
    if not found.texts and not found.figures:
        return Check(
            code="duplicates",
            outcome=Outcome.OK,
            message=_("Neither texts nor figures were here before."),
        )
    parts = []
    if found.texts:
        parts.append(
            _("%(count)d files hold a text that was uploaded already.")
            % {"count": len(found.texts)}
        )
    if found.figures:
        parts.append(
            _("%(count)d results have the figures of another one.")
            % {"count": len(found.figures)}
        )
    return Check(
        code="duplicates",
        outcome=Outcome.CAUTION,
        message=" ".join(parts),
        results=tuple(str(key) for key in found.figures),
        values={"files": len(found.texts), "results": len(found.figures)},
        remedy=next(iter([*found.texts.values(), *found.figures.values()])).remedy,
    )


def _named(names: Sequence[str]) -> str:
    shown = ", ".join(names[:MOST_NAMED])
    return f"{shown}, ..." if len(names) > MOST_NAMED else shown
