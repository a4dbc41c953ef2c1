"""``benchbook submit``: what a tool printed, handed in as a test report."""

import json
from pathlib import Path
from typing import Annotated

import typer

from benchbook_client import terminal
from benchbook_client.api import operations
from benchbook_client.api.shapes import Submission, Upload
from benchbook_client.commands import asked, options
from benchbook_client.errors import BadInput


def register(app: typer.Typer) -> None:
    app.command("submit")(submit)


def submit(
    files: Annotated[
        list[Path], typer.Argument(help="What a tool printed; or zip, gzip.")
    ],
    *,
    statement: Annotated[
        list[str] | None,
        typer.Option("--state", "-s", help="provider=aws, say; repeat it."),
    ] = None,
    settings: Annotated[
        Path | None, typer.Option(help="What SHOW VARIABLES or SHOW ALL printed.")
    ] = None,
    credit: Annotated[
        str | None, typer.Option(help="The name that the public page gives.")
    ] = None,
    replaces: Annotated[
        str | None, typer.Option(help="An accepted submission that this one replaces.")
    ] = None,
    hand_in: Annotated[
        bool, typer.Option("--hand-in", help="Hand it in for review at once.")
    ] = False,
    idempotency_key: options.Key = None,
    as_json: options.AsJson = False,
) -> None:
    """Upload a test report as a draft, and say what it lacks.

    With --hand-in it goes to the reviewers; exits with 2 where it lacks something.
    """
    stated = asked.values(statement)
    body: Upload = {
        "statement": json.dumps(stated) if stated else None,
        "settings": _bytes(settings).decode(errors="replace") if settings else None,
        "credit": credit,
        "replaces": replaces,
    }
    parts = [("files", (path.name, _bytes(path))) for path in files]
    with options.connected() as api:
        found = api.call(
            operations.NEW_SUBMISSION, body=body, files=parts, key=idempotency_key
        )
        if hand_in and found["can_be_submitted"]:
            found = api.call(operations.SUBMIT, id=found["id"])
    if as_json:
        terminal.as_json(found)
    else:
        _print(found)
    if hand_in and found["state"] == "draft":
        raise BadInput("Not handed in: it is kept as a draft until nothing is missing.")


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from error


def _print(found: Submission) -> None:
    terminal.say(f"Submission {found['id']}: {found['state']}")
    terminal.table(
        ("file", "format", "workload"),
        ((each["name"], each["format"], each["workload"]) for each in found["files"]),
    )
    if found["missing"]:
        terminal.say(f"missing: {', '.join(found['missing'])}")
    for check in found["checks"]:
        if check["outcome"] != "ok":
            terminal.say(f"{check['outcome']}: {check['message']} {check['remedy']}")
