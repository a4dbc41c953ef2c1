"""What is to be known of a run that several load generators made."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benchruns.findings import Finding
from benchruns.vocabulary import Severity

# Rates are of the time from the first beginning to the last end: apart by less, the
# generators load the server together for nearly all of it.
APART_MS = 1000
APART_SHARE = 0.02  # of the measured time


def findings(
    generators: Sequence[Mapping[str, Any]], *, seconds: float | None
) -> Iterator[Finding]:
    """``generators`` are as ``tool_facts`` keeps them; none of a run of one."""
    lost = [each["number"] for each in generators if each["is_lost"]]
    if lost:
        yield Finding(
            code="generator_lost",
            severity=Severity.CAUTION,
            values={"lost": lost, "generators": len(generators)},
        )
    later = {
        each["number"]: each["began_later_ms"]
        for each in generators
        if not each["is_lost"]
    }
    not_known = [number for number, each in later.items() if each is None]
    if not_known:
        yield Finding(
            code="generators_begun_unknown",
            severity=Severity.CAUTION,
            values={"unknown": not_known, "generators": len(generators)},
        )
    told = [each for each in later.values() if each is not None]
    apart = max(told) - min(told) if told else 0
    if apart > max(APART_MS, APART_SHARE * 1000 * (seconds or 0)):
        yield Finding(
            code="generators_apart",
            severity=Severity.CAUTION,
            values={"apart_s": apart / 1000, "generators": len(generators)},
        )
