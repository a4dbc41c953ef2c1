"""Series and what changed in them, in words."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from benchruns.engines import ENGINES, engine_title
from benchruns.models import Regression, Result, Run, Series
from benchruns.results.conditions import Change
from benchruns.trends.notice import change_in_words
from benchruns.units import change_text as percent_text
from benchruns.units import size_text
from benchruns.vocabulary import Regime, WatchedFigure
from benchruns.workloads.labels import workload_label
from portal.formats.figures import DASH
from portal.formats.quantities import size
from portal.wording import runs as run_wording

NAMES = {
    "engine": gettext_lazy("engine"),
    "engine_version_full": gettext_lazy("server version"),
    "provider": gettext_lazy("provider"),
    "instance_class": gettext_lazy("class"),
    "vcpus": gettext_lazy("vCPU"),
    "memory_gb": gettext_lazy("memory in GB"),
    "storage": gettext_lazy("storage"),
    "edition": gettext_lazy("edition"),
    "region": gettext_lazy("region"),
    "zone": gettext_lazy("zone"),
    "network": gettext_lazy("network"),
    "buffer_bytes": gettext_lazy("buffer"),
    "tool": gettext_lazy("tool"),
    "tool_version": gettext_lazy("tool version"),
    "regime": gettext_lazy("regime"),
    "data_bytes": gettext_lazy("data size"),
}
OF_CLIENT = {
    "instance": gettext_lazy("client's instance"),
    "vcpus": gettext_lazy("client's vCPU"),
    "memory_gb": gettext_lazy("client's memory in GB"),
    "os": gettext_lazy("client's system"),
}


def load_of(series: Series) -> Run:
    """A run that is in no table, for what the words of runs say of its load."""
    return Run(workload=series.workload, parameters=series.parameters)


def place(series: Series, newest: Result | None, *, is_private_seen: bool) -> str:
    """The endpoint's name for its owner; class or size as measured for others."""
    if is_private_seen:
        return series.endpoint.name
    if newest is None:
        return ENGINES[series.endpoint.engine].label
    if newest.instance_class:
        return newest.instance_class.code
    size_words = size_text(newest.vcpus, newest.memory_gb)
    return size_words or engine_title(newest.engine, newest.engine_version)


def title(series: Series, newest: Result | None, *, is_private_seen: bool) -> str:
    """ "OLTP read/write on shop-db, 8 threads"."""
    return _("%(workload)s on %(place)s, %(load)s") % {
        "workload": workload_label(series.workload),
        "place": place(series, newest, is_private_seen=is_private_seen),
        "load": run_wording.load(load_of(series)),
    }


def change_text(change: Change) -> str:
    """ "server version: 8.0.36 → 8.0.37"."""
    names = OF_CLIENT if change.kind == "client" else NAMES
    # A setting is called as the server calls it.
    is_setting = change.kind == "setting"
    name = change.name if is_setting else str(names.get(change.name, change.name))
    before, after = (_value(change, each) for each in (change.before, change.after))
    return f"{name}: {before} → {after}"


def changes_text(changes: Iterable[Change]) -> str:
    return ", ".join(change_text(change) for change in changes)


def _value(change: Change, value: Any) -> str:
    if value is None or value == "":
        return DASH
    if change.kind in ("server", "data") and change.name.endswith("_bytes"):
        return size(value)
    if change.kind == "data":
        return str(Regime(value).label)
    return f"{value:g}" if isinstance(value, float) else str(value)


def signed(percent: float | None, *, is_doubted: bool) -> str:
    """ "−12.3 %" with a true minus sign, "+4.0 %"; a dash for none."""
    if percent is None:
        return DASH
    return percent_text(percent, is_doubted=is_doubted)


def regression_title(regression: Regression, *, is_private_seen: bool) -> str:
    """ "TPS of OLTP read/write on shop-db, 8 threads fell by 12.3 %"."""
    rule, first = regression.rule, regression.first_result
    text = _("%(figure)s of %(series)s %(change)s")
    if regression.doubt:
        text = _("%(figure)s of %(series)s %(change)s, in doubt")
    return text % {
        "figure": WatchedFigure(rule.figure).label,
        "series": title(rule.series, first, is_private_seen=is_private_seen),
        "change": change_in_words(regression),
    }


def evidence(regression: Regression) -> str:
    """ "3 results in a row"."""
    text = ngettext("%(count)d result", "%(count)d results in a row", regression.seen)
    return text % {"count": regression.seen}
