"""Why a move was not made: who stands against it, or what was done meanwhile."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from enum import Enum

from django.contrib.auth.models import AbstractBaseUser
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.errors import NotAllowed
from benchruns.findings import Finding, read
from benchruns.models import Submission, SubmissionEvent
from benchruns.models.submissions import is_reviewer
from benchruns.results.datachecks import far_above
from benchruns.submissions.checks.outcome import Outcome
from benchruns.vocabulary import SubmissionState, SubmissionStep

Step, State = SubmissionStep, SubmissionState

_LED_TO: Mapping[str, tuple[SubmissionStep, ...]] = {
    State.DRAFT: (Step.TAKEN_BACK,),
    State.SUBMITTED: (Step.SUBMITTED,),
    State.CHANGES_REQUESTED: (Step.CHANGES_REQUESTED,),
    State.ACCEPTED: (Step.ACCEPTED,),
    State.REJECTED: (Step.REJECTED,),
    State.WITHDRAWN: (Step.WITHDRAWN,),
    State.SUPERSEDED: (Step.SUPERSEDED,),
}
_WORDS: Mapping[str, str | Promise] = {
    State.DRAFT: gettext_lazy("%(name)s took it back on %(time)s."),
    State.SUBMITTED: gettext_lazy(
        "%(name)s submitted it on %(time)s (version %(version)d)."
    ),
    State.CHANGES_REQUESTED: gettext_lazy(
        "%(name)s asked for changes on %(time)s (version %(version)d)."
    ),
    State.ACCEPTED: gettext_lazy("%(name)s accepted it on %(time)s."),
    State.REJECTED: gettext_lazy("%(name)s rejected it on %(time)s."),
    State.WITHDRAWN: gettext_lazy("%(name)s withdrew it on %(time)s."),
    State.SUPERSEDED: gettext_lazy(
        "A newer submission took its place on %(time)s, accepted by %(name)s."
    ),
}


class Asks(Enum):
    """Of which reports who accepts one is asked first, where changes are proposed.

    Who is sure, of none; a person, of each; a program of those with a figure far above its
    vendor's alone: the API takes the others at once, as it always did.
    """

    NOTHING = "nothing"
    FAR_ABOVE = "far_above"
    AGAINST_RATING = "against_rating"


class NoGrade(NotAllowed):
    """It was accepted without a grade, or with one that there is not."""


class ChecksFailed(NotAllowed):
    """``failed`` are the checks that forbid it; ``benchruns.sentences`` words them."""

    def __init__(self, failed: Sequence[Finding]) -> None:
        super().__init__(", ".join(check.code for check in failed))
        self.failed = tuple(failed)


class AgainstRating(NotAllowed):
    """It would be accepted though asking for changes is proposed, and nobody was asked.

    ``cautions`` are the checks that stand against it.
    """

    def __init__(self, submission: Submission) -> None:
        rating = submission.rating
        self.total, self.of = rating["total"], rating["of"]
        self.cautions = cautions_of(submission)
        super().__init__(f"{self.total} of {self.of}")


class Unasked(NotAllowed):
    """It would be rejected, which is final and never proposed, and nobody was asked."""


class WordsNotAllowed(NotAllowed):
    """There are none where some are needed, or too many."""


def cautions_of(submission: Submission) -> list[Finding]:
    return [
        check
        for check in map(read, submission.checks)
        if check.severity == Outcome.CAUTION
    ]


def require_rated(submission: Submission, *, version: int, asks: Asks) -> None:
    """AgainstRating; what was not rated yet, and what comes too late, is for the move."""
    if not _is_as_seen(submission, version) or submission.rating.get("grade") != "":
        return
    if asks is Asks.AGAINST_RATING or (
        asks is Asks.FAR_ABOVE and _is_far_above(submission)
    ):
        raise AgainstRating(submission)


def require_sure(submission: Submission, *, version: int, is_sure: bool) -> None:
    """Unasked; what comes too late is for the move."""
    if _is_as_seen(submission, version) and not is_sure:
        raise Unasked(submission.state)


def _is_as_seen(submission: Submission, version: int) -> bool:
    return submission.version == version and submission.state == State.SUBMITTED


def _is_far_above(submission: Submission) -> bool:
    """Whether one of its figures is far above what its vendor itself reached."""
    found = submission.results.values_list("findings", flat=True)
    return any(each["code"] == far_above.CODE for row in found for each in row)


def require_owner(by: AbstractBaseUser, submission: Submission) -> None:
    if submission.owner_id != by.pk:
        raise NotAllowed(_("Only its owner may do this."))


def require_reviewer(by: AbstractBaseUser, submission: Submission) -> None:
    """NotAllowed for who may not decide on this submission, superusers included."""
    if submission.owner_id == by.pk:
        raise NotAllowed(_("It is your own submission: another reviewer decides."))
    if not is_reviewer(by):
        raise NotAllowed(_("Only reviewers may do this."))


def moved_meanwhile(submission: Submission, *, version: int | None = None) -> str:
    """Where the submission stands, and who brought it there when.

    ``version`` is the one that a reviewer has looked at.
    """
    if (
        version is not None
        and version != submission.version
        and submission.state == State.SUBMITTED
    ):
        return _(
            "You looked at version %(old)d; now there is version %(new)d. Look at it "
            "before you decide."
        ) % {"old": version, "new": submission.version}
    return standing(submission)


def standing(submission: Submission) -> str:
    """One sentence for its owner and for reviewers: the last move by name and time."""
    led_here = _last(submission)
    if led_here is None or led_here.actor is None:
        return _("This is not possible: its state is «%(state)s».") % {
            "state": submission.get_state_display()
        }
    return str(_WORDS[submission.state]) % {
        "name": led_here.actor.get_username(),
        "time": in_words(led_here.at),
        "version": led_here.version,
    }


def _last(submission: Submission) -> SubmissionEvent | None:
    steps = submission.events.filter(step__in=_LED_TO[submission.state])
    return steps.select_related("actor").order_by("at", "id").last()


def in_words(time: datetime) -> str:
    return f"{time.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
