"""``benchbook compare``: two measurements side by side, for people and for builds."""

from typing import Annotated

import typer

from benchbook_client import comparison, figures, judgement, terminal
from benchbook_client.commands import options, results
from benchbook_client.errors import BadInput, Exit, Failed


def register(app: typer.Typer) -> None:
    app.command("compare")(compare)


def compare(
    after: Annotated[
        str,
        typer.Argument(
            metavar="NEW",
            help="A result, a run or a sweep; @FILE: what --json printed.",
        ),
    ],
    before: Annotated[
        str | None,
        typer.Argument(
            metavar="[BASELINE]",
            help="What it is held against, likewise; else what its series had before.",
        ),
    ] = None,
    *,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="A table for a build's summary.")
    ] = False,
    fail_if_slower_than: options.Limit = None,
    figure: options.Figure = None,
    as_json: options.AsJson = False,
) -> None:
    """Hold one measurement against another, or against those before it."""
    if figure is not None and figure not in figures.LABELS:
        raise BadInput(f"{figure!r} is none of {', '.join(figures.LABELS)}.")
    limit = None
    if fail_if_slower_than is not None:
        limit = judgement.percent(fail_if_slower_than)
    with options.connected() as api:
        new = results.named(api, after)
        if before is None:
            old = comparison.before_of(api, new)
        else:
            old = results.named(api, before)
        found = comparison.of(api, old, new) if old else comparison.alone(new)
    if as_json:
        terminal.as_json(found.as_json())
    elif markdown:
        terminal.say(comparison.markdown(found))
    else:
        terminal.table(comparison.HEADS, (line.cells for line in found.lines))
        for note in found.notes:
            terminal.say(note)
    if limit is None:
        return
    slower = found.slowest_percent(figure)
    if slower is None:
        _refuse_unjudged(found, is_first=not old)
    elif slower > limit:
        terminal.tell(f"{slower:.1f} % slower than before, more than {limit:g} %")
        raise typer.Exit(Exit.REGRESSION)


def _refuse_unjudged(found: comparison.Comparison, *, is_first: bool) -> None:
    """A build passes unjudged where it is the first one, and no other."""
    if not found.lines:
        raise Failed(
            "Nothing that was measured counts: it was left out, or has no figure."
        )
    if not is_first:
        raise BadInput("No figure of the two sides can be held against the other.")
