"""Where the form of a new run is filled in with an earlier one."""

from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from benchruns.differences import SCALED
from benchruns.models import Run
from benchruns.reproduction import SIZES
from portal.forms.sizing import MATCH_RATIO, SCALE_DOWN


def url_of(run: Run) -> str:
    """The same load on the same endpoint, of the same published row if of one."""
    query: dict[str, Any] = {"endpoint": run.endpoint_id}
    if run.reproduces_id is None:
        query["workload"] = run.workload
    else:
        query |= {"reproduce": run.reproduces_id, **_size_of(run)}
    query |= {k: v for k, v in run.parameters.items() if v not in (None, False)}
    if run.keeps_data_set:
        query["keep_data"] = "on"
    return f"{reverse('portal:run-new')}?{urlencode(query)}"


def _size_of(run: Run) -> dict[str, Any]:
    """How its data was sized: a run stores the sizes themselves alone."""
    for each in run.differences:
        printed, here = each["published"], each["here"]
        if each["kind"] != SCALED or each["name"] not in SIZES or printed == here:
            continue
        divisor = max(1, round(printed / here))
        if max(1, round(printed / divisor)) == here:
            return {"size": SCALE_DOWN, "scale_down": divisor}
        return {"size": MATCH_RATIO}
    return {}
