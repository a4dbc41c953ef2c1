"""What a mail about a submission says: what happened, what was written, where it is.

It holds no figures and no reward code: those are on the page, behind the login.
"""

from django.conf import settings
from django.utils.translation import gettext as _

from benchruns.models import Notice
from benchruns.submissions.review.notices import event_of, words
from benchruns.vocabulary import SubmissionStep


def subject(notice: Notice) -> str:
    """ "Benchbook: rita asks for changes of MySQL 8.0 on mysql.n2.large.1"."""
    return _("Benchbook: %(what)s") % {"what": words(notice).removesuffix(".")}


def body(notice: Notice) -> str:
    parts = [words(notice)]
    if event_of(notice).text:
        parts.append(event_of(notice).text)
    if _has_reward(notice):
        parts.append(_("A reward code waits for you on its page."))
    parts += [address(notice), _reason(notice)]
    return "\n\n".join(parts) + "\n"


def address(notice: Notice) -> str:
    """The submission's page, as the portal is reached from outside."""
    return (
        f"{settings.SITE_URL.rstrip('/')}/submissions/{event_of(notice).submission_id}/"
    )


def _has_reward(notice: Notice) -> bool:
    if event_of(notice).step != SubmissionStep.ACCEPTED:
        return False
    reward = getattr(event_of(notice).submission, "reward", None)
    return reward is not None and reward.revoked_at is None


def _reason(notice: Notice) -> str:
    if notice.user_id == event_of(notice).submission.owner_id:
        return _("You get this mail because you submitted this test report.")
    return _("You get this mail because you review test reports.")
