"""The guide to submitting a test report: what is read, how it is rated, what it earns."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from benchruns.submissions.rating import rating
from benchruns.submissions.rewards import policy
from benchruns.submissions.statement import completeness
from portal.pages.submissions.formats import FORMATS


@dataclass(frozen=True, slots=True)
class RubricRow:
    label: str
    points: int
    how: str


@require_safe
def submissions(request: HttpRequest) -> HttpResponse:
    return render(
        request,
        "guide/submissions.html",
        {
            "formats": FORMATS,
            "policies": policy.in_force(),
            "rubric": rubric(),
            "total": rating.TOTAL,
            "excellent": rating.EXCELLENT,
            "acceptable": rating.ACCEPTABLE,
            "essential": _labels(completeness.ESSENTIAL),
            "recommended": _labels(completeness.RECOMMENDED),
        },
    )


def rubric() -> list[RubricRow]:
    """The lines of the rubric with their points, as ``rating`` gives them."""
    return [
        RubricRow(_("Completeness"), rating.COMPLETENESS, _completeness()),
        RubricRow(_("Repeats"), rating.REPEATS, _repeats()),
        RubricRow(_("Evidence"), rating.EVIDENCE, _evidence()),
        RubricRow(_("Settings"), rating.SETTINGS, _settings()),
        RubricRow(_("Samples"), rating.SAMPLES, _samples()),
    ]


def _completeness() -> str:
    count = len(completeness.EVERY)
    return _("The share of the %(count)d conditions above that are known.") % {
        "count": count
    }


def _repeats() -> str:
    steps = [
        _("%(points)d for %(runs)d") % {"points": points, "runs": runs}
        for runs, points in rating.OF_REPEATS.items()
        if points
    ]
    return _("Runs of one load: %(steps)s or more; one run earns nothing.") % {
        "steps": ", ".join(steps)
    }


def _evidence() -> str:
    return _(
        "%(raw)d where the figures come from the tool's own output and were not typed, "
        "%(command)d for its command line."
    ) % {"raw": rating.RAW_OUTPUT, "command": rating.COMMAND}


def _settings() -> str:
    return _(
        "The server's settings are pasted, with those that decide most: buffer, "
        "durability and connections."
    )


def _samples() -> str:
    return _(
        "Samples of the run as the tool prints them every second or so, over at least "
        "%(share)d %% of the measured time, which is no shorter than the papers' and not "
        "in doubt."
    ) % {"share": round(rating.COVERED * 100)}


def _labels(needs: Sequence[completeness.Need]) -> list[str | Promise]:
    return [need.label for need in needs]
