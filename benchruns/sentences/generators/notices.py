"""The notice of a run that no load generator can serve, on the page and by mail."""

from django.conf import settings
from django.utils.translation import gettext as _

from benchruns.generators.routes import Wanted
from benchruns.models import Notice, Run
from benchruns.runs.lifecycle.unserved import NO_TOOL
from benchruns.sentences.generators.labels import nobody_has, what_to_do


def notice(told: Notice) -> str:
    """As it stood when the run had waited for a while."""
    run = _run(told)
    return _("A run on %(endpoint)s waited in vain. %(why)s") % {
        "endpoint": run.endpoint.name,
        "why": nobody_has(
            run.generator_labels, generators=run.generators, tool=_missing_tool(told)
        ),
    }


def subject(told: Notice) -> str:
    return _("Benchbook: a run on %(endpoint)s waits for a load generator") % {
        "endpoint": _run(told).endpoint.name
    }


def body(told: Notice) -> str:
    run = _run(told)
    page = f"{settings.SITE_URL.rstrip('/')}/runs/{run.pk}/"
    reason = _("You get this mail because the run is yours.")
    remedy = what_to_do(run.generator_labels, tool=_missing_tool(told))
    return "\n\n".join([f"{notice(told)} {remedy}", page, reason]) + "\n"


def _missing_tool(told: Notice) -> str:
    """Empty where it is labels, or the number, that were lacking."""
    return Wanted.of(_run(told)).tool if told.code == NO_TOOL else ""


def _run(told: Notice) -> Run:
    """ValueError for a notice about something else."""
    if told.run is None:
        raise ValueError("not of a run")
    return told.run
