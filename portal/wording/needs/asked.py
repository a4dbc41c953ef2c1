"""A need in words."""

from django.utils.translation import gettext as _

from benchruns.catalogue.needs.need import ANY_REGIME, Need
from benchruns.engines import ENGINES, engine_title
from benchruns.models import Provider
from benchruns.vocabulary import Provenance, Regime
from benchruns.workloads.labels import workload_label
from portal.formats.figures import figure
from portal.formats.prices import price


def asked_text(need: Need) -> str:
    """``at least 2,000 TPS, disk I/O, MySQL 8.0, OLTP read/write``."""
    return ", ".join(
        [_("at least %(tps)s TPS") % {"tps": figure(need.tps)}, load_text(need)]
    )


def load_text(need: Need) -> str:
    """The same without the throughput; of no regime where any will do."""
    parts = []
    if need.regime != ANY_REGIME:
        parts.append(str(Regime(need.regime).label))
    if need.p95_ms is not None:
        parts.append(_("p95 at most %(ms)s ms") % {"ms": figure(need.p95_ms)})
    parts += filter(None, [engine_text(need), workload_label(need.workload)])
    if need.provider:
        name = Provider.objects.filter(pk=need.provider).values_list("name", flat=True)
        parts.append(name.first() or need.provider)
    if need.provenance:
        label = Provenance(need.provenance).label
        parts.append(_("%(provenance)s results alone") % {"provenance": label})
    if need.budget is not None and need.choice:
        words = {"budget": price(need.budget), "choice": need.choice.label}
        parts.append(_("at most %(budget)s an hour (%(choice)s)") % words)
    return ", ".join(parts)


def engine_text(need: Need) -> str:
    if need.engine and need.engine_version is not None:
        return engine_title(need.engine, need.engine_version)
    if need.engine:
        return ENGINES[need.engine].label
    if need.engine_version is not None:
        return _("version %s") % (need.engine_version or _("not stated"))
    return ""


def load_name(workload: str, regime: str) -> str:
    """``Legacy OLTP``, ``OLTP read/write, disk I/O``."""
    label = workload_label(workload)
    return label if regime == ANY_REGIME else f"{label}, {Regime(regime).label}"
