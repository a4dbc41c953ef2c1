"""What a schedule starts, as its row keeps it: the keys of a run or a sweep in the API."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from benchruns.errors import FieldError
from benchruns.models import Result, Run, Schedule
from benchruns.runs.request import AS_PUBLISHED, RunRequest
from benchruns.runs.sweeps import SETTLE_SECONDS

LABELS = ("note", "tags")
NULL_SAYS = ("expected_regime",)  # that nothing is expected
# Key of the row -> attribute of the request, where nothing has to be done with the value.
PLAIN = {
    "workload": "workload",
    "parameters": "parameters",
    "scale_down": "scale_down",
    "match_ratio": "match_ratio",
    "threads": "threads",
    "repetitions": "repetitions",
    "settle_seconds": "settle_seconds",
    "generator_labels": "generator_labels",
    "generators": "generators",
    "go_on_without_lost": "goes_on_without_lost",
    "keep_data": "keeps_data_set",
    "expected_regime": "expected_regime",
}


def stored(request: RunRequest) -> dict[str, Any]:
    """JSON values; what the request leaves open is no key, and stays open each time."""
    values = {key: getattr(request, name) for key, name in PLAIN.items()}
    values["reproduce"] = str(request.reproduces.pk) if request.reproduces else None
    values["generator_labels"] = dict(request.generator_labels) or None
    values |= {key: request.labels[key] for key in LABELS if key in request.labels}
    return {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in values.items()
        if value is not AS_PUBLISHED and (value is not None or key in NULL_SAYS)
    }


def load_of(row: Mapping[str, Any]) -> dict[str, Any]:
    """Of a stored row what it does, without what its runs are only called by."""
    return {key: value for key, value in row.items() if key not in LABELS}


def request_of(schedule: Schedule) -> RunRequest:
    """FieldError where the row that it repeats is not there any more, or not for its owner."""
    values = schedule.request
    given = {name: values[key] for key, name in PLAIN.items() if key in values}
    return RunRequest(
        endpoint=schedule.endpoint,
        reproduces=_published(schedule, values.get("reproduce")),
        labels=_labels(schedule, values),
        **given,
    )


def request_of_run(run: Run) -> RunRequest:
    """What would start this run again, or the whole sweep that it is one of.

    Kept data is used where some fits, as for any new run.
    """
    sweep = run.sweep
    return RunRequest(
        endpoint=run.endpoint,
        workload=None if run.reproduces else run.workload,
        parameters=sweep.parameters if sweep else run.parameters,
        reproduces=run.reproduces,
        threads=sweep.threads if sweep else None,
        repetitions=sweep.repetitions if sweep else 1,
        settle_seconds=sweep.settle_seconds if sweep else SETTLE_SECONDS,
        keeps_data_set=run.keeps_data_set or None,
        expected_regime=run.expected_regime,
        generator_labels=run.generator_labels,
        generators=run.generators,
        goes_on_without_lost=run.goes_on_without_lost,
        labels={"note": run.note, "tags": run.tag_list},
    )


def _labels(schedule: Schedule, values: Mapping[str, Any]) -> dict[str, Any]:
    """Each run bears the name of its schedule."""
    return {
        "name": schedule.name,
        **{key: values[key] for key in LABELS if key in values},
    }


def _published(schedule: Schedule, result_id: str | None) -> Result | None:
    if result_id is None:
        return None
    visible = Result.objects.visible_to(schedule.owner).select_related("campaign")
    found = visible.filter(pk=result_id).first()
    if found is None:
        raise FieldError(
            "reproduce", _("The row that it repeats is not there any more.")
        )
    return found
