"""``benchbook endpoints``: the servers that are registered, and a look at one."""

from typing import Annotated

import typer

from benchbook_client import terminal
from benchbook_client.api import operations
from benchbook_client.commands import asked, options
from benchbook_client.errors import Failed


def register(app: typer.Typer) -> None:
    app.command("endpoints")(endpoints)


def endpoints(
    *,
    check: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Have this one checked now, by name or id."),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """List your endpoints (for staff those of all users), or have one checked.

    Exits with 3 where the check fails.
    """
    with options.connected() as api:
        if check is not None:
            found = asked.endpoint_of(api, check)
            answer = api.call(operations.CHECK, id=found["id"])
            if as_json:
                terminal.as_json(answer)
            else:
                terminal.say(answer["message"])
            if answer["ok"] is False:
                raise Failed(f"The check of {found['name']} failed.")
            return
        rows = list(api.pages(operations.ENDPOINTS))
    if as_json:
        terminal.as_json(rows)
        return
    terminal.table(
        ("name", "engine", "host", "port", "consent", "last check", "id"),
        (
            (
                row["name"],
                row["engine"],
                row["host"],
                row["port"],
                "yes" if row["consent"] else "no",
                _told(row["last_check"]["ok"]) if row["last_check"] else "never",
                row["id"],
            )
            for row in rows
        ),
    )


def _told(ok: bool | None) -> str:  # noqa: FBT001 - the value is the subject
    return {True: "ok", False: "failed", None: "under way"}[ok]
