"""What is said to those who wait while staff have stopped all load."""

from django.utils.translation import gettext as _

from benchruns.models import EmergencyStop


def run_waits(standing: EmergencyStop) -> str:
    return _("Staff have stopped all load: %(reason)s It starts after that.") % {
        "reason": _as_sentence(standing.reason)
    }


def check_waits(standing: EmergencyStop) -> str:
    return _(
        "Staff have stopped all load: %(reason)s The check begins when they lift the stop."
    ) % {"reason": _as_sentence(standing.reason)}


def _as_sentence(reason: str) -> str:
    return reason if reason.endswith((".", "!", "?", "…", "。")) else f"{reason}."
