"""Mails the notices of submissions, schedules and runs, to addresses that were confirmed.

It has a task of its own: a mail server that does not answer keeps nothing else waiting.
"""

import logging
from datetime import timedelta
from types import ModuleType

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import (
    Case,
    Exists,
    F,
    OuterRef,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Coalesce
from django.utils import timezone

from benchruns.models import Notice
from benchruns.sentences import schedules
from benchruns.sentences.generators import notices as of_generators
from benchruns.submissions.review import mail
from benchruns.vocabulary import SubmissionStep

logger = logging.getLogger(__name__)

MOST_MAILS = 20  # sent at a time
# Who has confirmed an address at last, or where mail was switched on at last, is not
# told of what is long past.
FRESH = timedelta(days=3)
# What an owner may have mailed again and again, and how seldom that is of a report.
REPEATED = (SubmissionStep.COMMENTED, SubmissionStep.SUBMITTED)
REPEATED_EACH = timedelta(days=1)


def notify() -> None:
    """Each at most once, users in turn; after one that fails the rest waits for the next
    time."""
    if not settings.MAIL_IS_ON:
        return
    had_theirs: set[int] = set()
    for _ in range(MOST_MAILS):
        notice = unmailed().exclude(user__in=had_theirs).first()
        if notice is None and had_theirs:
            had_theirs.clear()
            notice = unmailed().first()
        if notice is None:
            return
        had_theirs.add(notice.user_id)
        if not _send(notice, to=notice.address):  # type: ignore[attr-defined]  # annotated
            return


def unmailed() -> QuerySet[Notice]:
    """The notices to send, oldest first, each with its ``address``.

    Accounts that staff made have the address that staff gave them; all others have
    one when it is confirmed. Comments on a report are one mail a day while that is unread, and
    so is that it was handed in.
    """
    own = EmailAddress.objects.filter(user=OuterRef("user"))
    confirmed = own.filter(verified=True).order_by("-primary", "pk").values("email")
    unsent = Notice.objects.filter(
        mailed_at__isnull=True,
        mail_error="",
        created_at__gt=timezone.now() - FRESH,
        user__is_active=True,
    )
    with_address = unsent.annotate(
        address=Case(
            When(Exists(own), then=Coalesce(Subquery(confirmed[:1]), Value(""))),
            default=F("user__email"),
        )
    )
    return (
        with_address.exclude(address="")
        .exclude(Exists(_mailed_already()), event__step__in=REPEATED)
        .exclude(read_at__isnull=False, event__step=SubmissionStep.COMMENTED)
        .select_related(
            "event__actor", "event__submission__reward", "schedule", "run__endpoint"
        )
        .order_by("created_at", "pk")
    )


def _mailed_already() -> QuerySet[Notice]:
    """The same to the same reader, of the same report, within a day, not read yet."""
    return Notice.objects.filter(
        user=OuterRef("user"),
        event__submission=OuterRef("event__submission"),
        event__step=OuterRef("event__step"),
        mailed_at__gt=timezone.now() - REPEATED_EACH,
        read_at__isnull=True,
    ).order_by()


def _words_of(notice: Notice) -> ModuleType:
    if notice.event_id is not None:
        return mail
    return of_generators if notice.run_id is not None else schedules


def _send(notice: Notice, *, to: str) -> bool:
    """Whether mail goes out. Who claims it sends it, so that nobody gets it twice."""
    unsent = Notice.objects.filter(pk=notice.pk, mailed_at__isnull=True, mail_error="")
    if not unsent.update(mailed_at=timezone.now()):
        return True
    told = _words_of(notice)
    message = EmailMessage(
        subject=told.subject(notice), body=told.body(notice), to=[to]
    )
    try:
        message.send()
    except (OSError, ValueError) as error:  # SMTPException is an OSError
        logger.warning("mail not sent", extra={"notice": notice.pk})
        Notice.objects.filter(pk=notice.pk).update(
            mailed_at=None, mail_error=f"{type(error).__name__}: {error}"
        )
        return False
    return True
