"""What is said of the load generators that a run asks for."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from benchruns.names.generator_labels import typed


def nobody_has(labels: Mapping[str, str], *, generators: int) -> str:
    """Why a run waits that the generators which are there cannot serve."""
    if generators > 1 and not labels:
        return _("Fewer than %(generators)d load generators are connected.") % {
            "generators": generators
        }
    if generators > 1:
        return _(
            "Fewer than %(generators)d of the load generators that are connected have "
            "%(labels)s."
        ) % {"generators": generators, "labels": typed(labels)}
    return _("No load generator that is connected has %(labels)s.") % {
        "labels": typed(labels)
    }


def what_to_do(labels: Mapping[str, str]) -> str:
    if not labels:
        return _("Start more workers of runs, or ask for fewer load generators.")
    return _(
        "Start a worker of runs that has these labels, or ask for others: those of each "
        "are listed under Load generators."
    )
