"""The client of a run: one machine, or what several have in common."""

from typing import Any

from benchruns.models import Attempt, Run
from benchruns.runs.parts import moves


def client_of(run: Run, attempt: Attempt) -> dict[str, Any]:
    """As a result keeps it: of several ``generators`` what is the same of all of them.

    Where two stand in different regions, the client has no region: none is true of it.
    """
    own: dict[str, Any] = attempt.client
    if run.generators == 1:
        return own
    parts = moves.of_attempt(run.pk, attempt.number)
    others = [part.client for part in parts if part.client]
    shared = {
        name: value
        for name, value in own.items()
        if all(each.get(name) == value for each in others)
    }
    return {**shared, "generators": run.generators}
