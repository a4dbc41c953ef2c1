"""What is said of a schedule: its rhythm, what came of each time, why it paused itself."""

from collections.abc import Mapping

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from benchruns.models import Notice, Occurrence, Schedule
from benchruns.schedules.due import BUSY, STILL_WAITING, STOPPED
from benchruns.sentences.failures.table import failure_message
from benchruns.sentences.sentence import unknown_code
from benchruns.vocabulary import OccurrenceState, PauseReason

UNITS = ((86_400, "d"), (3_600, "h"), (60, "min"), (1, "s"))
_SKIPPED: Mapping[str, str | Promise] = {
    BUSY: gettext_lazy("Skipped: its server had other runs."),
    STILL_WAITING: gettext_lazy("Skipped: its last run was still waiting."),
    STOPPED: gettext_lazy("Skipped: staff had stopped all load."),
}
_PAUSED: Mapping[str, str | Promise] = {
    PauseReason.BY_HAND: gettext_lazy("Paused by hand."),
    PauseReason.FAILURES: gettext_lazy(
        "Paused itself: it failed %(count)d times in a row. Mend the reason, then resume it."
    ),
    PauseReason.ENDPOINT_GONE: gettext_lazy(
        "Paused itself: its endpoint was deleted. Give it another endpoint, or delete it."
    ),
    PauseReason.BY_STAFF: gettext_lazy("Paused by staff, who alone resume it."),
    PauseReason.ACCOUNT_CLOSED: gettext_lazy(
        "Paused itself: the account of its owner was closed."
    ),
    PauseReason.TOKEN_ENDED: gettext_lazy(
        "Paused itself: an API token that no longer works made or changed it. See what it "
        "does before you resume it."
    ),
}
_NOTICES: Mapping[str, str | Promise] = {
    PauseReason.FAILURES: gettext_lazy(
        "The schedule %(name)s paused itself: it failed too often in a row."
    ),
    PauseReason.ENDPOINT_GONE: gettext_lazy(
        "The schedule %(name)s paused itself: its endpoint was deleted."
    ),
    PauseReason.BY_STAFF: gettext_lazy("Staff paused the schedule %(name)s."),
    PauseReason.ACCOUNT_CLOSED: gettext_lazy(
        "The schedule %(name)s paused itself: your account was closed."
    ),
    PauseReason.TOKEN_ENDED: gettext_lazy(
        "The schedule %(name)s paused itself: an API token that no longer works made or "
        "changed it."
    ),
}


def rhythm(schedule: Schedule) -> str:
    """ "0 3 * * * (Europe/Berlin)" or "every 15 min"."""
    if schedule.every_seconds is None:
        return f"{schedule.crontab} ({schedule.time_zone})"
    return _("every %(interval)s") % {"interval": interval(schedule.every_seconds)}


def repeats_a_row() -> str:
    return _("repeats a vendor row")


def interval(seconds: int) -> str:
    """In the largest unit that leaves no rest: "90 min", "1 d"."""
    size, unit = next(pair for pair in UNITS if seconds % pair[0] == 0)
    return f"{seconds // size:,} {unit}"


def came_of(occurrence: Occurrence) -> str:
    """What came of it where no run of it says so; empty where one does."""
    values = occurrence.values if isinstance(occurrence.values, Mapping) else {}
    if occurrence.state == OccurrenceState.SKIPPED:
        code = str(values.get("code", ""))
        return str(_SKIPPED.get(code) or unknown_code(code))
    if values.get("are_more"):
        told = _("More than %(count)s times were missed: Benchbook was not running.")
        return told % {"count": f"{occurrence.count:,}"}
    if occurrence.state == OccurrenceState.MISSED:
        return ngettext(
            "%(count)s time was missed: Benchbook was not running.",
            "%(count)s times were missed: Benchbook was not running.",
            occurrence.count,
        ) % {"count": f"{occurrence.count:,}"}
    if occurrence.state == OccurrenceState.REFUSED:
        return _("Not started: %(why)s") % {"why": _refused(values)}
    return ""


def why_paused(schedule: Schedule) -> str:
    """Empty for one that goes on."""
    if not schedule.paused_for:
        return ""
    return str(_PAUSED[schedule.paused_for]) % {"count": schedule.failed_in_row}


def notice(told: Notice) -> str:
    if told.deleted_name:
        return _("Staff deleted the schedule %(name)s.") % {"name": told.deleted_name}
    return str(_NOTICES[told.code]) % {"name": _schedule(told).name}


def subject(told: Notice) -> str:
    """Of the mail: "Benchbook: The schedule nightly paused itself: ..."."""
    return _("Benchbook: %(what)s") % {"what": notice(told).removesuffix(".")}


def body(told: Notice) -> str:
    """What it is about, where to look, why one gets it."""
    all_own = f"{settings.SITE_URL.rstrip('/')}/schedules/"
    if told.deleted_name:
        reason = _("You get this mail because the schedule was yours.")
        return "\n\n".join([notice(told), all_own, reason]) + "\n"
    schedule = _schedule(told)
    page = f"{all_own}{schedule.pk}/"
    reason = _("You get this mail because the schedule is yours.")
    return "\n\n".join([notice(told), why_paused(schedule), page, reason]) + "\n"


def _schedule(told: Notice) -> Schedule:
    """ValueError for a notice about something else."""
    if told.schedule is None:
        raise ValueError("not of a schedule")
    return told.schedule


def _refused(values: Mapping[str, object]) -> str:
    if "code" in values:
        of_code = values.get("values")
        return failure_message(
            str(values["code"]), of_code if isinstance(of_code, Mapping) else {}
        )
    return str(values.get("text") or _("the reason was not noted."))
