"""``benchbook plan``: what a run would create and take; nothing is created."""

from typing import Annotated

import typer

from benchbook_client import terminal
from benchbook_client.api import operations
from benchbook_client.api.shapes import Plan, PlanRequest
from benchbook_client.commands import asked, options
from benchbook_client.errors import BadInput


def register(app: typer.Typer) -> None:
    app.command("plan")(plan)


def plan(
    endpoint: options.Endpoint,
    workload: options.Workload,
    *,
    parameter: options.Parameters = None,
    preset: options.Preset = None,
    threads: Annotated[
        str | None, typer.Option(help="Of a sweep: thread counts such as 1,2,4.")
    ] = None,
    repetitions: options.Repetitions = None,
    settle_seconds: options.Settle = None,
    label: options.Labels = None,
    generators: options.Generators = None,
    go_on_without_lost: options.GoOn = None,
    as_json: options.AsJson = False,
) -> None:
    """Say what a run or a sweep would create. Exits with 2 where it would not start."""
    given = asked.values(parameter)
    with options.connected() as api:
        id = asked.endpoint_of(api, endpoint)["id"]
        body: PlanRequest = {
            "endpoint": id,
            "workload": workload,
            "parameters": asked.parameters(
                api, id, workload, preset=preset, given=given
            ),
            "threads": asked.threads(threads),
            "repetitions": repetitions,
            "settle_seconds": settle_seconds,
            "generator_labels": asked.labels(label),
            "generators": generators,
            "go_on_without_lost": go_on_without_lost,
        }
        found = api.call(operations.PLAN, body=body)
    if as_json:
        terminal.as_json(found)
    else:
        _print(found)
    if not found["can_run"]:
        raise BadInput("This run would not start.")


def _print(found: Plan) -> None:
    buffer = found["buffer_bytes"]
    ladder = ", ".join(map(str, found["ladder"] or [found["threads"]]))
    rows = [
        ("workload", found["workload"]),
        ("threads", ladder),
        ("runs", str(found["runs"])),
        ("rows", f"{found['rows']:,}"),
        ("data", terminal.size(found["data_bytes"])),
        ("reported by the server", terminal.size(found["reported_bytes"])),
        ("buffer", terminal.size(buffer) if buffer is not None else "not known"),
        ("regime", found["regime"] or "not known"),
        (
            "loading",
            "kept data" if found["uses_kept_data"] else _time(found["load_seconds"]),
        ),
        ("warm-up", _times(found, found["warmup_seconds"])),
        ("measuring", _times(found, found["duration_seconds"])),
        ("preflight", _time(found["preflight_seconds"])),
        ("tables and tool", _time(found["setup_seconds"])),
        ("all of it", _time(found["total_seconds"])),
    ]
    terminal.table(("", ""), rows)
    for problem in found["problems"]:
        terminal.say(f"{problem['severity']}: {problem['message']} {problem['remedy']}")


def _times(found: Plan, seconds: int) -> str:
    runs = found["runs"]
    return _time(seconds) if runs == 1 else f"{runs} times {_time(seconds)}"


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
