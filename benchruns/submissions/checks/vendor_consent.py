"""Whether the results of a submission may be published, by the licences of engines.

A licence may ask for its vendor's consent (``Engine.publishing_restricted``), which the
owner states. Results without it become current when they are accepted and stay private:
their owner, reviewers and staff see them, and the submission with them. A report holds
either such results or none, so that no public figure lacks its evidence.
"""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from benchruns.engines import ENGINES, RESTRICTED
from benchruns.models import Submission
from benchruns.submissions.checks.check import Check, Outcome
from benchruns.submissions.understanding.understanding import Run
from benchruns.vocabulary import ResultStatus, Visibility

FIELD = "vendor_consent"


def withheld(runs: Iterable[Run]) -> list[Run]:
    """Those whose results stay private."""
    return [run for run in runs if _is_restricted(run) and run.value(FIELD) != "yes"]


def reason(engine: str) -> str:
    """Why, and what to do; for the owner of an accepted submission, too."""
    return _(
        "%(why)s So owner, reviewers and staff see them, and nobody else. With that "
        "approval, upload a newer report that states it."
    ) % {"why": ENGINES[engine].publishing_restricted}


def reason_of(submission: Submission) -> str:
    """Why accepted results of it are private; empty where none is."""
    private = submission.results.filter(
        visibility=Visibility.PRIVATE, engine__in=RESTRICTED
    ).exclude(status=ResultStatus.DRAFT)
    engine = private.values_list("engine", flat=True).first()
    return reason(engine) if engine else ""


def check(runs: Sequence[Run]) -> Check | None:
    """None where no licence stands against publishing."""
    restricted = [run for run in runs if _is_restricted(run)]
    if not restricted:
        return None
    if not (private := withheld(restricted)):
        return Check(
            code=FIELD,
            outcome=Outcome.OK,
            message=_("Its owner states that the vendor consents to publishing."),
        )
    if len(private) < len(runs):
        return _mixed(private)
    why = ENGINES[private[0].value("engine")].publishing_restricted
    return Check(
        code=FIELD,
        outcome=Outcome.CAUTION,
        message=_(
            "%(why)s Nobody states it, so the results stay private when they are accepted."
        )
        % {"why": why},
        values={"runs": len(private)},
        remedy=_("State the vendor's consent, if you have it."),
    )


def _mixed(private: Sequence[Run]) -> Check:
    """Files and statement are shown as a whole or not at all."""
    engine = ENGINES[private[0].value("engine")]
    return Check(
        code=FIELD,
        outcome=Outcome.FAILED,
        message=_(
            "%(why)s Nobody states it for all of them, and the report holds other "
            "figures, too: it cannot be shown, nor withheld."
        )
        % {"why": engine.publishing_restricted},
        values={"runs": len(private)},
        remedy=_("Upload the figures of %(engine)s as a report of their own.")
        % {"engine": engine.label},
    )


def _is_restricted(run: Run) -> bool:
    return run.value("engine") in RESTRICTED
