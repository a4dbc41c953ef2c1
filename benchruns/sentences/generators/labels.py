"""What is said of the load generators that a run asks for."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from benchruns.names.generator_labels import typed


def nobody_has(labels: Mapping[str, str], *, generators: int, tool: str = "") -> str:
    """Why a run waits that the generators which are there cannot serve."""
    wanted = _asked(labels, tool=tool)
    if generators > 1 and not wanted:
        return _("Fewer than %(generators)d load generators are connected.") % {
            "generators": generators
        }
    if generators > 1:
        return _(
            "Fewer than %(generators)d of the load generators that are connected have "
            "%(wanted)s."
        ) % {"generators": generators, "wanted": wanted}
    return _("No load generator that is connected has %(wanted)s.") % {"wanted": wanted}


def what_to_do(labels: Mapping[str, str], *, tool: str = "") -> str:
    if tool:
        return _(
            "Install %(tool)s on the machine of a worker of runs and restart that worker: "
            "the tools of each are listed under Load generators."
        ) % {"tool": tool}
    if not labels:
        return _("Start more workers of runs, or ask for fewer load generators.")
    return _(
        "Start a worker of runs that has these labels, or ask for others: those of each "
        "are listed under Load generators."
    )


def _asked(labels: Mapping[str, str], *, tool: str) -> str:
    """ "pgbench and region=cn-hangzhou"; empty for nothing."""
    if tool and labels:
        return _("%(tool)s and %(labels)s") % {"tool": tool, "labels": typed(labels)}
    return tool or typed(labels)
