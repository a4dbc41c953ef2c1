"""Labels of the load generators that a run or an endpoint asks for.

As a worker's environment states its own: ``region=cn-hangzhou,rack=4``.
"""

from collections.abc import Mapping

from benchruns.names.rules import is_unseen
from benchruns.names.unfit import Unfit

LONGEST = 80  # of a name and of a text: a generator keeps no more of its own
MOST = 10


def asked_labels(given: Mapping[str, str]) -> dict[str, str]:
    """Texts by name, with single blanks; raises Unfit."""
    found = {_part(name): _part(text) for name, text in given.items()}
    if len(found) > MOST:
        raise Unfit("generator_labels", most=MOST, count=len(found))
    return found


def typed_labels(text: str) -> dict[str, str]:
    """As somebody types them into one field: ``region=x, zone=y``; raises Unfit."""
    pairs = [each for each in text.replace("\n", ",").split(",") if each.strip()]
    if any("=" not in each for each in pairs):
        raise Unfit("label_pair")
    return asked_labels(dict(each.split("=", 1) for each in pairs))


def typed(labels: Mapping[str, str]) -> str:
    """What ``typed_labels`` reads again."""
    return ", ".join(f"{name}={text}" for name, text in labels.items())


def _part(text: str) -> str:
    part = " ".join(text.split())
    if not part or "," in part or "=" in part:
        raise Unfit("label_pair")
    if is_unseen(part):
        raise Unfit("visible")
    if len(part) > LONGEST:
        raise Unfit("length", most=LONGEST, count=len(part))
    return part
