"""The client of a run: one machine, or what several have in common."""

from collections.abc import Iterable, Mapping
from typing import Any

from benchruns.models import Attempt, Run
from benchruns.runs.parts import moves

LONGEST_VERSION = 40


def client_of(run: Run, attempt: Attempt) -> dict[str, Any]:
    """As a result keeps it: of several ``generators`` what is the same of all of them.

    Where two stand in different places, the client has no region or zone that is true of
    it: ``places`` ([{"region", "zone"}]) has each.
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
    several = _places([own, *others])
    return {
        **shared,
        "generators": run.generators,
        **({"places": several} if len(several) > 1 else {}),
    }


def tool_version_of(run: Run, attempt: Attempt) -> str:
    """That of the tool; ``1.0.18, 1.0.20`` where two generators have not the same, which
    is another version than either."""
    if run.generators == 1:
        return attempt.tool_version
    parts = moves.of_attempt(run.pk, attempt.number)
    told = {attempt.tool_version, *(part.tool_version for part in parts)}
    return ", ".join(sorted(filter(None, told)))[:LONGEST_VERSION]


def _places(clients: Iterable[Mapping[str, Any]]) -> list[dict[str, str]]:
    """Each once, in order; an empty text where one does not state it."""
    found = {(each.get("region", ""), each.get("zone", "")) for each in clients}
    return [{"region": region, "zone": zone} for region, zone in sorted(found)]
