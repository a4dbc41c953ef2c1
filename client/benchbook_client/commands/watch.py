"""``benchbook watch``: a run or a sweep that goes on, followed to its end."""

from typing import Annotated

import typer

from benchbook_client.api import operations
from benchbook_client.api.shapes import Sweep
from benchbook_client.api.transport import Api
from benchbook_client.commands import ends, options
from benchbook_client.errors import NotFound


def register(app: typer.Typer) -> None:
    app.command("watch", epilog=options.ENDING)(watch)


def watch(
    id: Annotated[str, typer.Argument(help="The id of a run or of a sweep.")],
    *,
    fail_if_slower_than: options.Limit = None,
    fail_by_rule: options.ByRule = False,
    figure: options.Figure = None,
    baseline: options.Baseline = None,
    as_json: options.AsJson = False,
) -> None:
    """Wait for the end of a run or a sweep."""
    demand = ends.demand(
        fail_if_slower_than, by_rule=fail_by_rule, figure=figure, baseline=baseline
    )
    with options.connected() as api:
        try:
            run = api.call(operations.RUN, id=id)
        except NotFound:
            sweep = _sweep(api, id)
            ends.refuse_figure(api, demand, workload=sweep["workload"])
            ends.sweep(api, id, demand, as_json=as_json)
        else:
            ends.refuse_figure(api, demand, workload=run["workload"])
            ends.run(api, id, demand, as_json=as_json)


def _sweep(api: Api, id: str) -> Sweep:
    try:
        return api.call(operations.SWEEP, id=id)
    except NotFound:
        raise NotFound(f"{id} is no run and no sweep that you may see.") from None
