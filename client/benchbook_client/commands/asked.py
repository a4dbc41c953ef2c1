"""Words of a command line -> bodies of requests."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

from benchbook_client.api import operations
from benchbook_client.api.shapes import Endpoint, Values
from benchbook_client.api.transport import Api
from benchbook_client.errors import BadInput, NotFound


def is_id(word: str) -> bool:
    try:
        UUID(word)
    except ValueError:
        return False
    return True


def id_of(word: str) -> str:
    """An id as it stands, or that of a body which ``--json`` has printed: ``@FILE``."""
    if not word.startswith("@"):
        return word
    try:
        body = json.loads(Path(word[1:]).read_text())
    except (OSError, ValueError) as error:
        raise BadInput(f"{word[1:]} cannot be read as JSON: {error}.") from error
    if not (isinstance(body, dict) and isinstance(body.get("id"), str)):
        raise BadInput(f"{word[1:]} has no id.")
    return str(body["id"])


def endpoint_of(api: Api, word: str) -> Endpoint:
    """By its id, or by the name that its owner gave it."""
    if is_id(word):
        return api.call(operations.ENDPOINT, id=word)
    found = list(api.pages(operations.ENDPOINTS, {"name": word}))
    if len(found) == 1:
        return found[0]
    if found:
        raise BadInput(
            f"{len(found)} endpoints are called {word!r}: name one by its id."
        )
    raise NotFound(f"No endpoint is called {word!r}; see benchbook endpoints.")


def values(words: Sequence[str] | None) -> Values:
    """``threads=8`` -> ``{"threads": 8}``; what is no JSON is a text."""
    found: Values = {}
    for word in words or ():
        name, equals, text = word.partition("=")
        if not (name and equals):
            raise BadInput(f"{word!r} is no name=value.")
        try:
            found[name] = json.loads(text)
        except (ValueError, RecursionError):
            found[name] = text
    return found


def labels(words: Sequence[str] | None) -> dict[str, str] | None:
    """``region=x`` -> ``{"region": "x"}``; None where none is asked for."""
    found = {}
    for word in words or ():
        name, equals, text = word.partition("=")
        if not (name and equals and text):
            raise BadInput(f"{word!r} is no name=text.")
        found[name] = text
    return found or None


def parameters(
    api: Api,
    endpoint: str,
    workload: str | None,
    *,
    preset: str | None,
    given: Values,
) -> Values:
    """Those of the preset, with what the command line says in their place."""
    if preset is None:
        return given
    if workload is None:
        raise BadInput("A preset is of a workload.")
    answer = api.call(operations.PRESETS, id=endpoint, query={"workload": workload})
    for each in answer["presets"]:
        if each["name"] == preset:
            return each["parameters"] | given
    known = ", ".join(each["name"] for each in answer["presets"])
    raise BadInput(f"{workload} has no preset {preset!r}, but {known or 'none'}.")


def threads(text: str | None) -> list[int] | None:
    """``1,2,4`` -> ``[1, 2, 4]``."""
    if text is None:
        return None
    try:
        return [int(each) for each in text.split(",")]
    except ValueError:
        raise BadInput(f"{text!r} is no list of numbers such as 1,2,4.") from None


def stated(**given: object) -> dict[str, Any]:
    """The keys that were given; what was left out is for Benchbook to choose."""
    return {key: value for key, value in given.items() if value is not None}
