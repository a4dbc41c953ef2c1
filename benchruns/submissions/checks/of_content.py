"""Checks of what was uploaded and stated: is it whole, does it agree with itself."""

from collections import Counter
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from benchruns.findings import Finding
from benchruns.models import Result
from benchruns.submissions.checks.check import Check, Outcome, listed
from benchruns.submissions.checks.duplicates import Duplicates
from benchruns.submissions.statement.completeness import (
    ESSENTIAL,
    RECOMMENDED,
    Need,
    lacking,
)
from benchruns.submissions.understanding.understanding import (
    FIGURES,
    Run,
    Understanding,
)
from benchruns.vocabulary import Severity


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
    empty = [run for run in runs if FIGURES in run.missing]
    essential = lacking(ESSENTIAL, runs)
    if empty or essential:
        return _incomplete(runs, empty, essential)
    if recommended := lacking(RECOMMENDED, runs):
        return Check(
            code="complete",
            outcome=Outcome.NOTE,
            message=_("Not stated: %(fields)s.") % {"fields": _labels(recommended)},
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


def _incomplete(
    runs: Sequence[Run], empty: Sequence[Run], essential: Sequence[Need]
) -> Check:
    """All that is needed at once: runs without a figure, and what is to be stated."""
    messages, remedies = [], []
    if empty:
        messages.append(
            _("No figure of speed in %(places)s.") % {"places": _places(empty)}
        )
        remedies.append(
            _("Remove such a file, or upload the whole output of its tool.")
        )
    if essential:
        fields = ", ".join(_of_runs(need, runs) for need in essential)
        messages.append(_("Still needed: %(fields)s.") % {"fields": fields})
        remedies.append(_("State it: a reviewer cannot judge the figures without."))
    return Check(
        code="complete",
        outcome=Outcome.FAILED,
        message=" ".join(messages),
        values={
            "missing": [
                *([FIGURES] if empty else []),
                *(need.code for need in essential),
            ]
        },
        remedy=" ".join(remedies),
    )


def _of_runs(need: Need, runs: Sequence[Run]) -> str:
    """What is needed, with the runs that lack it where others do not."""
    without = [run for run in runs if not need.is_met(run)]
    if len(without) == len(runs):
        return str(need.label)
    return f"{need.label} ({_places(without)})"


def _places(runs: Sequence[Run]) -> str:
    return listed([f"{run.file.name} {run.place}".strip() for run in runs])


def _labels(needs: Sequence[Need]) -> str:
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
            % {"names": listed(names), "why": _why_unused(first)},
            values={"files": len(names)},
            remedy=_(
                "Upload each run with its own files as one submission, or remove what "
                "belongs to none."
            ),
        )
    return Check(
        code="readable",
        outcome=Outcome.OK,
        message=ngettext(
            "The file was read to its end.",
            "All %(count)d files were read to their end.",
            len(understood.files),
        )
        % {"count": len(understood.files)},
        values={"files": len(understood.files)},
    )


def _why_unused(finding: Finding) -> str:
    values = finding.values
    if not values["reports"]:
        return _("The report of pgbench that this file belongs to is missing.")
    if values["fitting"]:
        return _("This file fits %(count)d of the reports.") % {
            "count": values["fitting"]
        }
    return _("This file belongs to none of the reports: %(why)s") % {
        "why": values["reason"]
    }


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
        remedy=_(
            "Read each finding under its result. Correct what is wrong, or say in a "
            "comment why it is right."
        ),
    )


def secrets(removed: Mapping[str, int]) -> Check | None:
    """``removed`` counts secrets by where they stood."""
    count = sum(removed.values())
    if not count:
        return None
    return Check(
        code="secrets",
        outcome=Outcome.CAUTION,
        message=ngettext(
            "A password or token was removed from %(places)s.",
            "%(count)d passwords or tokens were removed from %(places)s.",
            count,
        )
        % {"count": count, "places": listed(list(removed))},
        values={"count": count},
        remedy=_("Change them all the same: they left your machine."),
    )


def places(removed: Mapping[str, int]) -> Check | None:
    """The same of hosts, ports, accounts and databases: nobody has to do anything."""
    count = sum(removed.values())
    if not count:
        return None
    return Check(
        code="places",
        outcome=Outcome.NOTE,
        message=ngettext(
            "What tells whose server it is was removed in a place of %(places)s.",
            "What tells whose server it is was removed in %(count)d places of %(places)s.",
            count,
        )
        % {"count": count, "places": listed(list(removed))},
        values={"count": count},
    )


def duplicate(found: Duplicates) -> Check:
    """Its owner's other drafts are nobody else's business: their findings tell them."""
    texts, figures = list(found.counted.texts.values()), found.counted.figures
    if not texts and not figures:
        return Check(
            code="duplicates",
            outcome=Outcome.OK,
            message=_("Neither texts nor figures were submitted before."),
        )
    parts = []
    if texts:
        parts.append(
            ngettext(
                "A file holds a text that was uploaded already.",
                "%(count)d files hold a text that was uploaded already.",
                len(texts),
            )
            % {"count": len(texts)}
        )
    if figures:
        parts.append(
            ngettext(
                "A result has the figures of another one.",
                "%(count)d results have the figures of another one.",
                len(figures),
            )
            % {"count": len(figures)}
        )
    return Check(
        code="duplicates",
        outcome=Outcome.CAUTION,
        message=" ".join(parts),
        results=tuple(str(key) for key in figures),
        values={"files": len(texts), "results": len(figures)},
        remedy=_(
            "Remove the file, or say in a comment what this submission adds. To correct "
            "an accepted submission, replace it."
        )
        if texts
        else _("Remove one of them, or say in a comment why both are right."),
    )
