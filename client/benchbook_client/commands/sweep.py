"""``benchbook sweep``: a list of thread counts on data that is loaded once."""

from typing import TYPE_CHECKING, Annotated

import typer

from benchbook_client import terminal
from benchbook_client.api import operations
from benchbook_client.commands import asked, ends, options

if TYPE_CHECKING:
    from benchbook_client.api.shapes import SweepRequest


def register(app: typer.Typer) -> None:
    app.command("sweep", epilog=options.ENDING)(sweep)


def sweep(
    endpoint: options.Endpoint,
    workload: options.Workload,
    *,
    threads: Annotated[str, typer.Option(help="Thread counts: 1,2,4.")],
    parameter: options.Parameters = None,
    preset: options.Preset = None,
    repetitions: options.Repetitions = None,
    settle_seconds: options.Settle = None,
    keep_data: options.KeepData = None,
    label: options.Labels = None,
    generators: options.Generators = None,
    go_on_without_lost: options.GoOn = None,
    name: options.Name = None,
    note: options.Note = None,
    tag: options.Tags = None,
    idempotency_key: options.Key = None,
    wait: options.Wait = False,
    fail_if_slower_than: options.Limit = None,
    fail_by_rule: options.ByRule = False,
    figure: options.Figure = None,
    baseline: options.Baseline = None,
    as_json: options.AsJson = False,
) -> None:
    """Run a workload at several thread counts, each as often as --repetitions says."""
    demand = ends.demand(
        fail_if_slower_than, by_rule=fail_by_rule, figure=figure, baseline=baseline
    )
    wait = ends.waits(demand, wait=wait)
    given = asked.values(parameter)
    with options.connected() as api:
        id = asked.endpoint_of(api, endpoint)["id"]
        ends.refuse_figure(api, demand, workload=workload)
        body: SweepRequest = {
            "endpoint": id,
            "workload": workload,
            "threads": asked.threads(threads),
            "parameters": asked.parameters(
                api, id, workload, preset=preset, given=given
            ),
            "repetitions": repetitions,
            "settle_seconds": settle_seconds,
            "keep_data": keep_data,
            "generator_labels": asked.labels(label),
            "generators": generators,
            "go_on_without_lost": go_on_without_lost,
            "name": name,
            "note": note,
            "tags": tag,
        }
        made = api.call(operations.NEW_SWEEP, body=body, key=idempotency_key)
        if wait:
            terminal.tell(f"Sweep {made['id']}")
            ends.sweep(api, made["id"], demand, as_json=as_json)
        elif as_json:
            terminal.as_json(made)
        else:
            terminal.say(made["id"])
