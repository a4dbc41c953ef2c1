"""``benchbook reproduce``: a vendor's row repeated on an endpoint."""

from typing import TYPE_CHECKING, Annotated

import typer

from benchbook_client.api import operations
from benchbook_client.api.transport import Api
from benchbook_client.commands import asked, ends, options
from benchbook_client.errors import BadInput

if TYPE_CHECKING:
    from benchbook_client.api.shapes import RunRequest


def register(app: typer.Typer) -> None:
    app.command("reproduce", epilog=options.ENDING)(reproduce)


def reproduce(
    endpoint: options.Endpoint,
    result: Annotated[str, typer.Argument(help="The id of a published result.")],
    *,
    scale_down: Annotated[
        int | None, typer.Option(min=1, help="Divide the data by this.")
    ] = None,
    match_ratio: Annotated[
        bool,
        typer.Option("--match-ratio", help="Size the data by the server's buffer."),
    ] = False,
    parameter: options.Parameters = None,
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
    """Repeat a published row: its workload, data, threads and duration."""
    demand = ends.demand(
        fail_if_slower_than, by_rule=fail_by_rule, figure=figure, baseline=baseline
    )
    wait = ends.waits(demand, wait=wait)
    given = asked.values(parameter)
    with options.connected() as api:
        body: RunRequest = {
            "endpoint": asked.endpoint_of(api, endpoint)["id"],
            "reproduce": result,
            "scale_down": scale_down,
            "match_ratio": match_ratio or None,
            "parameters": given,
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
        _refuse_figure(api, demand, result=result)
        made = api.call(operations.NEW_RUN, body=body, key=idempotency_key)
        ends.of_made(api, made, demand, wait=wait, as_json=as_json)


def _refuse_figure(api: Api, demand: ends.Demand, *, result: str) -> None:
    """What is no result, or none to repeat, is for Benchbook to refuse."""
    if demand.figure is None:
        return
    try:
        row = api.call(operations.RESULT, id=result)
    except BadInput:
        return
    ends.refuse_figure(api, demand, workload=row["workload"])
