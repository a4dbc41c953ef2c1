"""``benchbook run``: one run of a workload."""

from typing import TYPE_CHECKING, Annotated

import typer

from benchbook_client.api import operations
from benchbook_client.commands import asked, ends, options

if TYPE_CHECKING:
    from benchbook_client.api.shapes import RunRequest


def register(app: typer.Typer) -> None:
    app.command("run", epilog=options.ENDING)(run)


def run(
    endpoint: options.Endpoint,
    workload: options.Workload,
    *,
    parameter: options.Parameters = None,
    preset: options.Preset = None,
    repetitions: options.Repetitions = None,
    settle_seconds: options.Settle = None,
    keep_data: options.KeepData = None,
    label: options.Labels = None,
    generators: options.Generators = None,
    go_on_without_lost: options.GoOn = None,
    not_before: Annotated[
        str | None, typer.Option(help="A time with its zone: 2026-01-31T12:00:00Z.")
    ] = None,
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
    """Run a workload on an endpoint; several repetitions are a sweep."""
    demand = ends.demand(
        fail_if_slower_than, by_rule=fail_by_rule, figure=figure, baseline=baseline
    )
    wait = ends.waits(demand, wait=wait)
    given = asked.values(parameter)
    with options.connected() as api:
        id = asked.endpoint_of(api, endpoint)["id"]
        ends.refuse_figure(api, demand, workload=workload)
        body: RunRequest = {
            "endpoint": id,
            "workload": workload,
            "parameters": asked.parameters(
                api, id, workload, preset=preset, given=given
            ),
            "repetitions": repetitions,
            "settle_seconds": settle_seconds,
            "keep_data": keep_data,
            "generator_labels": asked.labels(label),
            "generators": generators,
            "go_on_without_lost": go_on_without_lost,
            "not_before": not_before,
            "name": name,
            "note": note,
            "tags": tag,
        }
        made = api.call(operations.NEW_RUN, body=body, key=idempotency_key)
        ends.of_made(api, made, demand, wait=wait, as_json=as_json)
