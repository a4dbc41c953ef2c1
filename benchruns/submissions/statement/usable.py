"""What of stated values can be used, wherever they are stated.

Tools print ``n/a`` for a version and claim 10^15 threads; statements were stored under
older rules. What cannot be used counts as not stated, and a finding tells it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from benchruns.findings import Finding
from benchruns.submissions.statement.clean import BadValue
from benchruns.submissions.statement.conditions import Origin, Stated
from benchruns.submissions.statement.fields import FIELDS
from benchruns.submissions.statement.statement import sifted
from benchruns.vocabulary import Severity

NOT_USED = "not_used"


@dataclass(frozen=True, slots=True)
class Usable:
    """``refused`` says of each field that cannot be used what it should hold."""

    values: Mapping[str, Any]
    refused: Mapping[str, BadValue]


def usable(stated: Stated) -> Usable:
    """As a person's statement is read; what is no field of it is left out."""
    return Usable(*sifted({n: v for n, v in stated.items() if n in FIELDS}))


def findings(sources: Mapping[Origin, Usable]) -> Iterator[Finding]:
    """One for each field that a source states and nobody can use."""
    for origin, found in sources.items():
        for name, error in found.refused.items():
            yield Finding(
                code=NOT_USED,
                severity=Severity.NOTE,
                values={
                    "field": name,
                    "origin": origin.value,
                    "rule": error.rule,
                    **error.values,
                },
            )
