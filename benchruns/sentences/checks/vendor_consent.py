"""That results may not be published without the consent of their engine's vendor."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.engines import ENGINES
from benchruns.models import Submission
from benchruns.sentences.sentence import Sentences, Values
from benchruns.submissions.checks.outcome import Outcome
from benchruns.submissions.checks.vendor_consent import FIELD, withheld_engine


def reason_of(submission: Submission) -> str:
    """Why accepted results of it are private, and what to do; empty where none is."""
    engine = withheld_engine(submission)
    if not engine:
        return ""
    return _(
        "%(why)s So owner, reviewers and staff see them, and nobody else. With that "
        "approval, upload a newer report that states it."
    ) % {"why": ENGINES[engine].publishing_restricted}


def _not_stated(values: Values) -> str:
    return _(
        "%(why)s Nobody states it, so the results stay private when they are accepted."
    ) % {"why": _why(values)}


def _mixed(values: Values) -> str:
    return _(
        "%(why)s Nobody states it for all of them, and the report holds other "
        "figures, too: it cannot be shown, nor withheld."
    ) % {"why": _why(values)}


def _apart(values: Values) -> str:
    return _("Upload the figures of %(engine)s as a report of their own.") % {
        "engine": ENGINES[values["engine"]].label
    }


def _why(values: Values) -> str:
    return str(ENGINES[values["engine"]].publishing_restricted)


SENTENCES: Mapping[tuple[str, str], Sentences] = {
    (FIELD, Outcome.OK): Sentences(
        message=gettext_lazy(
            "Its owner states that the vendor consents to publishing."
        ),
    ),
    (FIELD, Outcome.CAUTION): Sentences(
        message=_not_stated,
        remedy=gettext_lazy("State the vendor's consent, if you have it."),
    ),
    (FIELD, Outcome.FAILED): Sentences(message=_mixed, remedy=_apart),
}
