"""Watching series: evaluates the rules that are due, and mails what they confirmed.

Nothing here may keep a run waiting: it has a task of its own, a failing rule stops no
other, and the next time tries again.
"""

import logging

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import timezone

from benchruns.models import Regression
from benchruns.trends import notice as regression_notice
from benchruns.trends import regressions
from benchruns.vocabulary import RegressionState

logger = logging.getLogger(__name__)

MOST_RULES = 100  # evaluated, and
MOST_MAILS = 10  # sent at a time


def watch() -> None:
    evaluate_due()
    if settings.MAIL_IS_ON:
        send_mails()


def evaluate_due() -> None:
    # Those that were never evaluated, or not for longest, are first.
    for rule in regressions.due().order_by("evaluated_at", "id")[:MOST_RULES]:
        try:
            regressions.evaluate(rule)
        except Exception:
            logger.exception("rule not evaluated", extra={"rule": str(rule.pk)})


def send_mails() -> None:
    """Each at most once; after one that fails the rest waits for the next time."""
    for regression in regressions.unmailed()[:MOST_MAILS]:
        if not _send(regression):
            return


def _send(regression: Regression) -> bool:
    """Whether mail goes out. Who claims it sends it, so that nobody gets it twice."""
    unsent = Regression.objects.filter(
        pk=regression.pk,
        state=RegressionState.CONFIRMED,
        mailed_at__isnull=True,
        mail_error="",
    )
    if not unsent.update(mailed_at=timezone.now()):
        return True
    message = EmailMessage(
        subject=regression_notice.subject(regression),
        body=regression_notice.body(regression),
        to=[regression.rule.owner.email],
    )
    try:
        message.send()
    except (OSError, ValueError) as error:  # SMTPException is an OSError
        logger.warning("mail not sent", extra={"regression": str(regression.pk)})
        Regression.objects.filter(pk=regression.pk).update(
            mailed_at=None, mail_error=f"{type(error).__name__}: {error}"
        )
        return False
    return True
