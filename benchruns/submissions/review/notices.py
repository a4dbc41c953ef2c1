"""Who is told of what, on the page; ``workers.notices`` mails the same.

The owner is told of what others do with the submission. Reviewers are told of what its
owner does: the one who is at work on it, or all of them while nobody is.
"""

from collections.abc import Iterable, Mapping

from django.contrib.auth.models import AbstractBaseUser, User
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.models import Notice, Run, Submission, SubmissionEvent
from benchruns.models.submissions import REVIEWERS
from benchruns.submissions.review.result_names import day_of, for_titles, title_of
from benchruns.vocabulary import Grade, SubmissionStep

Step = SubmissionStep

_OF_OWN_STEPS = (Step.SUBMITTED, Step.COMMENTED)
_OF_OWN_STEPS_TO_ONE = (Step.TAKEN_BACK, Step.WITHDRAWN)

_WORDS: Mapping[str, str | Promise] = {
    Step.SUBMITTED: gettext_lazy("%(who)s submitted %(what)s (version %(version)d)."),
    Step.TAKEN_BACK: gettext_lazy("%(who)s took %(what)s back to change it."),
    Step.COMMENTED: gettext_lazy("%(who)s wrote about %(what)s."),
    Step.CHANGES_REQUESTED: gettext_lazy("%(who)s asks for changes of %(what)s."),
    Step.ACCEPTED: gettext_lazy(
        "%(who)s accepted %(what)s (rated %(grade)s); its results are public."
    ),
    Step.REJECTED: gettext_lazy("%(who)s rejected %(what)s."),
    Step.WITHDRAWN: gettext_lazy("%(who)s withdrew %(what)s."),
    Step.SUPERSEDED: gettext_lazy("A newer submission took the place of %(what)s."),
    Step.REPARSED: gettext_lazy(
        "A newer parser read the files of %(what)s: figures have changed."
    ),
}
_WITHHELD = gettext_lazy(
    "%(who)s accepted %(what)s (rated %(grade)s); its results stay private, since the "
    "licence of their engine asks for its vendor's consent."
)


def tell(event: SubmissionEvent) -> None:
    """Make the notices of one step; to be called in its transaction."""
    Notice.objects.bulk_create(
        Notice(user_id=user_id, event=event) for user_id in _whom(event)
    )


def unread_count(user: AbstractBaseUser) -> int:
    return _of(user).filter(read_at__isnull=True).count()


def page_of(user: AbstractBaseUser) -> QuerySet[Notice]:
    """One's notices with all that their words need, newest first."""
    notices = _of(user).select_related(
        "event__submission", "event__actor", "schedule", "run__endpoint"
    )
    return notices.prefetch_related(*for_titles("event__submission__"))


def mark_read(
    user: AbstractBaseUser,
    *,
    notices: Iterable[int] | None = None,
    of: Submission | None = None,
    of_run: Run | None = None,
) -> int:
    """Mark one's notices as read, these or those of one submission or run (or of the sweep
    that it is of); how many were new."""
    unread = _of(user).filter(read_at__isnull=True)
    if notices is not None:
        unread = unread.filter(pk__in=list(notices))
    if of is not None:
        unread = unread.filter(event__submission=of)
    if of_run is not None:
        of_sweep = Q(run__sweep=of_run.sweep_id, run__sweep__isnull=False)
        unread = unread.filter(Q(run=of_run) | of_sweep)
    return unread.update(read_at=timezone.now())


def words(notice: Notice, *, is_seen: bool = True) -> str:
    """One sentence of a notice with an event: who did what with which submission.

    What its reader may not see (``is_seen``), as it was taken back, has its day alone.
    """
    event = event_of(notice)
    submission = event.submission
    told = _WITHHELD if event.details.get("withheld") else _WORDS[event.step]
    return str(told) % {
        "who": event.actor.get_username() if event.actor else _("Benchbook"),
        "what": title_of(submission) if is_seen else day_of(submission),
        "version": event.version,
        "grade": dict(Grade.choices).get(event.details.get("grade", "")),
    }


def event_of(notice: Notice) -> SubmissionEvent:
    """ValueError for a notice about something else."""
    if notice.event is None:
        raise ValueError("not of a submission")
    return notice.event


def _of(user: AbstractBaseUser) -> QuerySet[Notice]:
    return Notice.objects.filter(user_id=user.pk)


def _whom(event: SubmissionEvent) -> set[int]:
    submission = event.submission
    if event.actor_id != submission.owner_id:
        return {submission.owner_id} if event.step in _WORDS else set()
    if event.step not in (*_OF_OWN_STEPS, *_OF_OWN_STEPS_TO_ONE):
        return set()
    if submission.reviewer_id is not None:
        return {submission.reviewer_id}
    if event.step in _OF_OWN_STEPS_TO_ONE:
        return set()
    return _reviewers() - {submission.owner_id}


def _reviewers() -> set[int]:
    """The members of the group; superusers, who may review, where it has none."""
    active = User.objects.filter(is_active=True)
    members = active.filter(groups__name=REVIEWERS)
    return set(
        (members if members.exists() else active.filter(is_superuser=True))
        .order_by()
        .values_list("pk", flat=True)
    )
