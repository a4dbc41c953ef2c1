"""Where the form of a new run is filled in with an earlier run or sweep."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from benchruns.models import Run
from benchruns.names.generator_labels import typed
from benchruns.reproduction.differences import SCALED
from benchruns.reproduction.reproduce import SIZES
from benchruns.workloads import WORKLOADS
from portal.forms.sizes import MATCH_RATIO, SCALE_DOWN


def url_of(run: Run) -> str:
    """The same load on the same endpoint, of the same published row if of one."""
    return _form(_given(run))


def sweep_url_of(
    run: Run, *, ladder: Sequence[int], repetitions: int, settle_seconds: int
) -> str:
    """The same with another ladder in place of the run's own number of threads.

    Repetitions of one number need no ladder, in which that number would be overlooked.
    """
    given = _given(run)
    climb: dict[str, Any] = {
        "repetitions": repetitions,
        "settle_seconds": settle_seconds,
    }
    if len(ladder) == 1 and repetitions > 1:
        climb[WORKLOADS[run.workload].load] = ladder[0]
    else:
        given.pop(WORKLOADS[run.workload].load, None)
        climb["ladder"] = " ".join(map(str, ladder))
    return _form(given | climb)


def _form(given: Mapping[str, Any]) -> str:
    return f"{reverse('portal:run-new')}?{urlencode(given)}"


def _given(run: Run) -> dict[str, Any]:
    """What the form's fields held when the run was asked for, as far as it matters.

    What stands against a default is named, be it false or empty.
    """
    given: dict[str, Any] = {"endpoint": run.endpoint_id}
    if run.reproduces_id is None:
        given["workload"] = run.workload
    else:
        # one load, where the published row brings a ladder
        given |= {"reproduce": run.reproduces_id, "ladder": "", **_size_of(run)}
    given |= {k: _text(v) for k, v in run.parameters.items() if v is not None}
    given |= {name: text for name in ("name", "tags") if (text := getattr(run, name))}
    if run.keeps_data_set:
        given["keep_data"] = "on"
    if run.generator_labels:
        given["generator_labels"] = typed(run.generator_labels)
    if run.generators > 1:
        given["generators"] = run.generators
    if run.goes_on_without_lost:
        given["go_on_without_lost"] = "on"
    if run.expected_regime or run.reproduces_id is not None:
        given["expected_regime"] = run.expected_regime or ""
    return given


def _text(value: object) -> object:
    """As a checkbox is sent, for a parameter that is one."""
    return str(value).lower() if isinstance(value, bool) else value


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
