"""Why something failed: a code with its values, and the server's or tool's own line.

``benchruns.sentences.failures.table`` says it in the reader's words: what happened and what
to do.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

_DETAIL_LENGTH = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """One reason; ``code`` reads as words (``wrong_password``, ``disk_full``).

    ``values`` are all that its sentence states, exact, as plain JSON.
    """

    code: str
    values: Mapping[str, Any] = field(default_factory=dict)
    detail: str = ""

    def as_dict(self) -> dict[str, Any]:
        """As another failure or an event tells of it (JSON)."""
        return {"code": self.code, "values": dict(self.values)}


def failure(code: str, detail: str = "", **values: Any) -> Failure:
    """The failure of this code, with a line of the tool's own under it.

    A server may say anything: NUL, which PostgreSQL takes in no text, is replaced.
    """
    line = detail.replace("\0", "\ufffd").strip()
    return Failure(code=code, values=values, detail=line[:_DETAIL_LENGTH])


class BenchbookError(Exception):
    """An expected failure, told to the user in words of its code."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(": ".join(filter(None, (failure.code, failure.detail))))
        self.failure = failure
