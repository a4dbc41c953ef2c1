"""A finding: one line of a data, fairness or run check."""

from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What a check found.

    ``code`` reads as words and is one per rule. ``results`` are the public ids of the
    rows it concerns besides the one that carries it. ``values`` holds the numbers that
    the message states, exact.
    """

    code: str
    severity: str
    message: str
    results: tuple[str, ...] = ()
    values: dict[str, Any] = field(default_factory=dict)  # JSON scalars
    why: str = ""
    remedy: str = ""

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self), "results": list(self.results)}
