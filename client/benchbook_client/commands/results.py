"""``benchbook results``: rows that were measured, submitted or published."""

from itertools import islice
from typing import Annotated

import typer

from benchbook_client import figures, terminal
from benchbook_client.api import operations
from benchbook_client.api.shapes import Result, Sweep
from benchbook_client.api.transport import Api
from benchbook_client.commands import asked, options
from benchbook_client.errors import Failed, NotFound

MOST_A_PAGE = 200


def register(app: typer.Typer) -> None:
    app.command("results")(results)


def results(
    *,
    run: Annotated[str | None, typer.Option(help="Of this run.")] = None,
    series: Annotated[str | None, typer.Option(help="Of this series.")] = None,
    reproduces: Annotated[
        str | None, typer.Option(help="That repeat this published row.")
    ] = None,
    endpoint: Annotated[
        str | None, typer.Option(help="Of an endpoint of yours, by name or id.")
    ] = None,
    engine: Annotated[str | None, typer.Option(help="mysql, say.")] = None,
    engine_version: Annotated[str | None, typer.Option(help="8.0, say.")] = None,
    provider: Annotated[str | None, typer.Option(help="alibaba-cloud, say.")] = None,
    instance_class: Annotated[str | None, typer.Option(help="Its code.")] = None,
    workload: Annotated[str | None, typer.Option(help="tpcc, say.")] = None,
    regime: Annotated[str | None, typer.Option(help="cached or disk_io, say.")] = None,
    provenance: Annotated[
        str | None, typer.Option(help="published, measured or submitted.")
    ] = None,
    limit: Annotated[int, typer.Option(min=1, help="How many at most.")] = 50,
    as_json: options.AsJson = False,
) -> None:
    """List results, newest first."""
    with options.connected() as api:
        query = asked.stated(
            run=run,
            series=series,
            reproduces=reproduces,
            endpoint=asked.endpoint_of(api, endpoint)["id"] if endpoint else None,
            engine=engine,
            engine_version=engine_version,
            provider=provider,
            instance_class=instance_class,
            workload=workload,
            regime=regime,
            provenance=provenance,
            page_size=min(limit, MOST_A_PAGE),
        )
        rows = list(islice(api.pages(operations.RESULTS, query), limit))
    if as_json:
        terminal.as_json(rows)
        return
    terminal.table(
        (
            "id",
            "engine",
            "class",
            "workload",
            "threads",
            "regime",
            *SHOWN.values(),
            "doubt",
        ),
        (
            (
                row["id"],
                f"{row['engine']} {row['engine_version'] or ''}",
                row["instance_class"],
                row["workload"],
                row["threads"],
                row["regime"],
                *(row["figures"].get(name) for name in SHOWN),
                row["doubt"],
            )
            for row in rows
        ),
    )


SHOWN = {
    name: figures.LABELS[name] for name in ("tps", "qps", "nopm", "latency_p95_ms")
}


def named(api: Api, id: str) -> list[Result]:
    """The results that an id leads to: one, that of a run, or those of a sweep.

    ``@FILE`` is what ``--json`` has printed into a file.

    Raises ``NotFound``, and ``Failed`` for what has not yielded any.
    """
    id = asked.id_of(id)
    try:
        return [api.call(operations.RESULT, id=id)]
    except NotFound:
        pass
    try:
        run = api.call(operations.RUN, id=id)
    except NotFound:
        pass
    else:
        if not run["result"]:
            raise Failed(f"Run {id} has no result: it is {run['state']}.")
        return [api.call(operations.RESULT, id=run["result"])]
    try:
        sweep = api.call(operations.SWEEP, id=id)
    except NotFound:
        raise NotFound(
            f"{id} is no result, no run and no sweep that you may see."
        ) from None
    found = of_sweep(api, sweep)
    if not found:
        raise Failed(f"Sweep {id} has no results: it is {sweep['state']}.")
    return found


def of_sweep(api: Api, sweep: Sweep) -> list[Result]:
    """Those that count, in the order of its steps."""
    repeats = [repeat for point in sweep["points"] for repeat in point["repeats"]]
    return [
        api.call(operations.RESULT, id=repeat["result"])
        for repeat in repeats
        if repeat["result"] and not repeat["is_excluded"]
    ]
