"""Which series a measured result continues: same endpoint, workload and parameters."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from benchruns.models import Result, Series


def parameters_key(parameters: Mapping[str, Any]) -> str:
    """A digest that is the same for equal parameters, whatever their order."""
    text = json.dumps(parameters, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def series_of(result: Result) -> Series | None:
    """The series of a result, made if it is its first; None without an endpoint."""
    if result.endpoint_id is None:
        return None
    series, _ = Series.objects.get_or_create(
        endpoint_id=result.endpoint_id,
        workload=result.workload,
        parameters_key=parameters_key(result.parameters),
        defaults={"parameters": result.parameters},
    )
    return series
