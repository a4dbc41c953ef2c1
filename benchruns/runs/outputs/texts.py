"""The text that a tool left, as it is kept."""

import json
import zlib
from typing import Any

from benchruns.failures.failure import BenchbookError, failure
from benchruns.models import Attempt, Output
from benchruns.vocabulary import Phase


def of_measurement(attempt: Attempt, *, part: int = 1) -> str:
    """Of the generator of this number; BenchbookError where it is not kept."""
    kept = Output.objects.filter(attempt=attempt, phase=Phase.MEASURE, part=part)
    output = kept.first()
    if output is None:
        raise BenchbookError(failure("incomplete_report"))
    return zlib.decompress(output.content).decode()


def as_stored(value: Any) -> Any:
    """As the database gives it back: a tuple is a list there."""
    return json.loads(json.dumps(value))
