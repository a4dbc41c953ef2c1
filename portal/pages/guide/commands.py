"""The guide's commands, filled in for an endpoint: the API's by curl, and the tool's own.

Nobody but its owner sees an endpoint's host and account, and nobody the password.
"""

import json
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from benchruns.commands.example import measuring_command
from benchruns.commands.repeat import commands_to_repeat
from benchruns.engines import ENGINES, FAMILIES, Family
from benchruns.models import Endpoint
from benchruns.workloads import Workload

ENDPOINT_ID = "ENDPOINT_ID"  # where none is chosen
WARMUP_SECONDS = 10
LADDER = (1, 2, 4, 8)
REPETITIONS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A block to copy; ``key`` is unique on the page."""

    key: str
    title: str
    note: str
    text: str


def parameters_for(workload: Workload) -> dict[str, Any]:
    """The quick preset, with a warm-up where there is one: short, and right in kind."""
    names = {parameter.name for parameter in workload.parameters}
    warmup = {"warmup_seconds": WARMUP_SECONDS} if "warmup_seconds" in names else {}
    return {**workload.presets["quick"], **warmup}


def by_api(
    workload: Workload, *, endpoint: Endpoint | None, root: str
) -> Sequence[Example]:
    """Plan, run and sweep; ``root`` is the address of this portal."""
    body: dict[str, Any] = {
        "endpoint": str(endpoint.pk) if endpoint else ENDPOINT_ID,
        "workload": workload.name,
        "parameters": parameters_for(workload),
    }
    shared = {n: v for n, v in body["parameters"].items() if n != workload.load}
    sweep = {
        **body,
        "parameters": shared,
        "threads": list(LADDER),
        "repetitions": REPETITIONS,
    }
    return [
        Example(
            key="plan",
            title=_("Plan it"),
            note=_("rows, bytes, time and what stands against it; creates nothing"),
            text=_curl(root, "runs/plan/", body),
        ),
        Example(
            key="run",
            title=_("Run it"),
            note=_("201 with the run; GET it by its id until its state is final"),
            text=_curl(root, "runs/", body),
        ),
        Example(
            key="sweep",
            title=_("Sweep"),
            note=_("4 loads, 3 repetitions each, on data that is loaded once"),
            text=_curl(root, "sweeps/", sweep),
        ),
    ]


def of_row(*, endpoint: Endpoint | None, root: str) -> Example:
    """Reproducing a published row, a hundredth of its data."""
    body = {
        "endpoint": str(endpoint.pk) if endpoint else ENDPOINT_ID,
        "reproduce": "RESULT_ID",
        "scale_down": 100,
    }
    return Example(
        key="reproduce",
        title=_("Repeat a vendor's test"),
        note=_("RESULT_ID is the id of a vendor result; leave out scale_down for all"),
        text=_curl(root, "runs/", body),
    )


def _curl(root: str, path: str, body: Mapping[str, Any]) -> str:
    return (
        f"curl -s {root}/api/v1/{path} \\\n"
        '  -H "Authorization: Token $BENCHBOOK_TOKEN" \\\n'
        '  -H "Content-Type: application/json" \\\n'
        f"  -d '{_json(body)}'"
    )


def _json(body: Mapping[str, Any]) -> str:
    """One key a line, its value in one."""
    lines = (f'"{name}": {json.dumps(value)}' for name, value in body.items())
    return "{" + ",\n       ".join(lines) + "}"


def by_hand(workload: Workload, *, endpoint: Endpoint | None) -> str:
    """Prepare, warm up, measure and clean up with the tool alone."""
    family = ENGINES[endpoint.engine].family if endpoint else _family(workload)
    parameters = workload.clean(parameters_for(workload))
    command = measuring_command(workload, parameters, family=family)
    text = commands_to_repeat(command, family=family, warmup_seconds=WARMUP_SECONDS)
    if endpoint is None:
        return text
    return _filled(_filled_json(text, endpoint), endpoint)


def _family(workload: Workload) -> Family:
    """The first that the workload runs on."""
    return next(each for each in FAMILIES.values() if each in workload.families)


def _filled_json(text: str, endpoint: Endpoint) -> str:
    """Those of a tool that reads where to connect from a JSON document."""
    for placeholder, value in (
        ("HOST", endpoint.host),
        ("USER", endpoint.username),
        ("DATABASE", endpoint.database),
    ):
        text = text.replace(f'"{placeholder}"', json.dumps(value))
    return text.replace('"port": PORT', f'"port": {endpoint.port}')


def _filled(text: str, endpoint: Endpoint) -> str:
    """The placeholders but the password's, as the shell takes them."""
    for placeholder, value in (
        ("HOST", endpoint.host),
        ("PORT", str(endpoint.port)),
        ("USER", endpoint.username),
        ("DATABASE", endpoint.database),
    ):
        text = text.replace(f"={placeholder}\n", f"={shlex.quote(value)}\n")
        text = text.replace(f"={placeholder} ", f"={shlex.quote(value)} ")
    return text
