"""What of stated values can be used, wherever they are stated.

Tools print ``n/a`` for a version and claim 10^15 threads; statements were stored under
older rules. What cannot be used counts as not stated, and a finding tells it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from benchruns.findings import Finding, Worded
from benchruns.submissions.statement.conditions import Origin, Stated
from benchruns.submissions.statement.fields import FIELDS
from benchruns.submissions.statement.statement import StatementError, cleaned
from benchruns.vocabulary import Severity

NOT_USED = "not_used"


@dataclass(frozen=True, slots=True)
class Usable:
    """``refused`` says of each field that cannot be used what it should hold."""

    values: Mapping[str, Any]
    refused: Mapping[str, str]


def usable(stated: Stated) -> Usable:
    """As a person's statement is read; what is no field of it is left out."""
    known = {name: value for name, value in stated.items() if name in FIELDS}
    try:
        return Usable(cleaned(known), {})
    except StatementError as error:
        kept = {n: v for n, v in known.items() if n not in error.errors}
        return Usable(cleaned(kept), error.errors)


def findings(sources: Mapping[Origin, Usable]) -> Iterator[Finding]:
    """One for each field that a source states and nobody can use."""
    for origin, found in sources.items():
        for name, remedy in found.refused.items():
            yield Worded(
                code=NOT_USED,
                severity=Severity.NOTE,
                message=_("%(field)s, as %(origin)s tells it, is not used.")
                % {"field": FIELDS[name].label, "origin": origin.label},
                values={"field": name, "origin": origin.value},
                why=_("It cannot be what the field is for, and counts as not stated."),
                remedy=remedy,
            )
