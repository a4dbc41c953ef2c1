"""The operations of the API that this client calls; nothing else is ever asked for.

``{id}`` or ``{name}`` of a path is filled in by who calls. A test holds each against the schema.
"""

from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from benchbook_client.api import shapes

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Operation(Generic[T]):
    """``is_list``: the answer is pages of ``answer``. ``takes_key``: an Idempotency-Key
    makes a repeat harmless; what changes nothing needs none."""

    method: Literal["GET", "POST"]
    path: str
    answer: type[T]
    body: type | None = None
    query: tuple[str, ...] = ()
    is_list: bool = False
    takes_key: bool = False
    takes_files: bool = False


ENDPOINTS = Operation(
    "GET", "endpoints/", shapes.Endpoint, query=("name", "page_size"), is_list=True
)
ENDPOINT = Operation("GET", "endpoints/{id}/", shapes.Endpoint)
CHECK = Operation("POST", "endpoints/{id}/check/", shapes.Check, takes_key=True)
PRESETS = Operation(
    "GET", "endpoints/{id}/presets/", shapes.EndpointPresets, query=("workload",)
)
WORKLOAD = Operation("GET", "workloads/{name}/", shapes.Workload)
PLAN = Operation("POST", "runs/plan/", shapes.Plan, body=shapes.PlanRequest)
NEW_RUN = Operation("POST", "runs/", shapes.Run, body=shapes.RunRequest, takes_key=True)
RUN = Operation("GET", "runs/{id}/", shapes.Run)
NEW_SWEEP = Operation(
    "POST", "sweeps/", shapes.Sweep, body=shapes.SweepRequest, takes_key=True
)
SWEEP = Operation("GET", "sweeps/{id}/", shapes.Sweep)
RESULTS = Operation(
    "GET",
    "results/",
    shapes.Result,
    query=(
        *("run", "series", "reproduces", "endpoint", "engine", "engine_version"),
        *("provider", "instance_class", "workload", "regime", "provenance"),
        "page_size",
    ),
    is_list=True,
)
RESULT = Operation("GET", "results/{id}/", shapes.Result)
SERIES = Operation("GET", "series/{id}/", shapes.Trend, query=("figure",))
COMPARE = Operation("GET", "compare/", shapes.Compare, query=("result", "baseline"))
NEW_SUBMISSION = Operation(
    "POST",
    "submissions/",
    shapes.Submission,
    body=shapes.Upload,
    takes_key=True,
    takes_files=True,
)
SUBMIT = Operation(
    "POST", "submissions/{id}/submit/", shapes.Submission, takes_key=True
)

ALL: dict[str, Operation[object]] = {
    name: value for name, value in list(globals().items()) if type(value) is Operation
}
