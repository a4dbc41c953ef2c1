"""What is said of the load generators that a run asks for."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from benchruns.names.generator_labels import typed


def nobody_has(labels: Mapping[str, str]) -> str:
    """Why a run waits that no generator can serve that is there."""
    return _("No load generator that is connected has %(labels)s.") % {
        "labels": typed(labels)
    }


def what_to_do() -> str:
    return _(
        "Start a worker of runs that has these labels, or ask for others: those of each "
        "are listed under Load generators."
    )
