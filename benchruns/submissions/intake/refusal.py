"""What is said of an upload that is not taken."""

from collections.abc import Sequence

MOST_LINE = 500  # characters that are shown of the line at fault


class Refused(Exception):
    """An upload cannot be used; ``message`` says why and what to do, for its owner.

    ``name`` is the file, ``line`` the line of it that was at fault, if one was.
    ``cells`` are the faults of Benchbook's own report: (cell, message).
    """

    def __init__(
        self,
        message: str,
        name: str,
        line: str = "",
        cells: Sequence[tuple[str, str]] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        self.name = name
        self.line = line[:MOST_LINE]
        self.cells = tuple(cells)
