"""Which results of one submission repeat each other."""

import json

from benchruns.models import Result
from benchruns.results import conditions
from benchruns.results.repeats import LOAD

Load = tuple[object, ...]


def load_of(result: Result) -> Load:
    """Equal for results of one submission that were tested alike."""
    return (
        *(getattr(result, name) for name in LOAD),
        json.dumps(result.parameters, sort_keys=True),
        *conditions.key_of(result),
    )
