"""Why something failed, in the user's words.

A ``Failure`` is what a check, a run's attempt and a page show: a code that programs
can test, one sentence that says what happened and what to do, and the tool's or the
server's own line under it.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """One reason; ``code`` reads as words (``wrong_password``, ``disk_full``)."""

    code: str
    message: str
    detail: str = ""


class BenchbookError(Exception):
    """An expected failure, told to the user as it stands."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure
