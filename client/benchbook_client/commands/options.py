"""Options that several commands take."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from benchbook_client import configuration
from benchbook_client.api.transport import Api

AsJson = Annotated[
    bool, typer.Option("--json", help="Print the answer of the API, as JSON.")
]
Endpoint = Annotated[str, typer.Argument(help="Name or id of an endpoint of yours.")]
Workload = Annotated[
    str, typer.Argument(help="oltp_read_write, pgbench_read_only, tpcc, ...")
]
Parameters = Annotated[
    list[str] | None,
    typer.Option(
        "--parameter", "-p", help="threads=8, say; repeat it. Texts and JSON values."
    ),
]
Preset = Annotated[
    str | None,
    typer.Option(help="Start from these parameters: cached or disk_io, say."),
]
Repetitions = Annotated[
    int | None, typer.Option(min=1, max=200, help="How often each run is done.")
]
Settle = Annotated[
    int | None, typer.Option(min=0, help="Rest of the server before each run.")
]
KeepData = Annotated[
    bool | None,
    typer.Option(
        "--keep-data/--no-keep-data",
        help="Keep what is loaded; or load data of its own. Else use kept data.",
    ),
]
Labels = Annotated[
    list[str] | None,
    typer.Option(
        "--label",
        help="region=cn-hangzhou, say, that the load generator has to have; repeat it.",
    ),
]
Generators = Annotated[
    int | None,
    typer.Option(
        help="So many load the server at once, each with its share of the threads."
    ),
]
GoOn = Annotated[
    bool | None,
    typer.Option(
        "--go-on-without-lost",
        help="The rest goes on without a generator that is lost; the figure is marked.",
    ),
]
Name = Annotated[str | None, typer.Option(help="What you call it.")]
Note = Annotated[str | None, typer.Option(help="What is to be known of it.")]
Tags = Annotated[
    list[str] | None, typer.Option("--tag", help="A word to find it by; repeat it.")
]
Key = Annotated[
    str | None,
    typer.Option(
        "--idempotency-key",
        help="A repeat of this command with the same key within a day starts nothing.",
    ),
]
Wait = Annotated[bool, typer.Option("--wait", help="Wait for the end.")]
Limit = Annotated[
    str | None,
    typer.Option(
        "--fail-if-slower-than",
        metavar="PERCENT",
        help="Exit with 1 where it is slower than before by more than this: 5%.",
    ),
]
ByRule = Annotated[
    bool,
    typer.Option(
        "--fail-by-rule",
        help="Exit with 1 where a rule of yours has confirmed a regression.",
    ),
]
Figure = Annotated[
    str | None,
    typer.Option(
        help="What is held against before: tps, qps, nopm, tpm or latency_p95_ms."
    ),
]
Baseline = Annotated[
    str | None,
    typer.Option(
        help="A result, a run or a sweep to hold it against, in place of what was before."
    ),
]
ENDING = "A run that failed, and a sweep in which one failed, exits with 3."


@contextmanager
def connected() -> Iterator[Api]:
    with Api(configuration.read()) as api:
        yield api
