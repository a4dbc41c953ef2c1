"""What a tool prints, within bounds: a server can make it repeat messages for ever."""

from collections import deque
from collections.abc import Iterator

LONGEST_LINE = 64 * 1024
LAST_BYTES = 256 * 1024  # a report takes 2 kB, one with a histogram 30


class Lines:
    """The whole lines of what comes in pieces.

    Of one beyond a line's limit the beginning stays, and how many bytes were left out. NUL,
    which no column of text takes, is replaced.
    """

    def __init__(self) -> None:
        self._begun = bytearray()
        self._left_out = 0

    def add(self, piece: bytes) -> Iterator[str]:
        """The lines that end in this piece."""
        *ended, begun = piece.split(b"\n")
        for rest in ended:
            self._extend(rest)
            yield self._ended()
        self._extend(begun)

    def last(self) -> Iterator[str]:
        """What stands after the last line end."""
        if self._begun:
            yield self._ended()

    def _ended(self) -> str:
        line = self._begun.decode(errors="replace").replace("\0", "\ufffd")
        note = f" {_note(self._left_out)}" if self._left_out else ""
        self._begun.clear()
        self._left_out = 0
        return line + note

    def _extend(self, piece: bytes) -> None:
        kept = piece[: LONGEST_LINE - len(self._begun)]
        self._begun += kept
        self._left_out += len(piece) - len(kept)


class BoundedOutput:
    """The beginning of it, ``most`` bytes, and the end, where a report stands.

    ``last`` are the bytes of the end; LAST_BYTES where nothing is said.
    """

    def __init__(self, most: int, *, last: int | None = None) -> None:
        self._most = most
        self._most_last = LAST_BYTES if last is None else last
        self._first = bytearray()
        self._last: deque[bytes] = deque()
        self._last_bytes = 0
        self._left_out = 0

    def add(self, piece: bytes) -> None:
        room = self._most - len(self._first)
        self._first += piece[:room]
        rest = piece[max(room, 0) :]
        if rest:
            self._last.append(rest)
            self._last_bytes += len(rest)
            while self._last_bytes - len(self._last[0]) >= self._most_last:
                gone = len(self._last.popleft())
                self._last_bytes -= gone
                self._left_out += gone

    @property
    def text(self) -> str:
        """With a line that says how much was left out, if anything was."""
        last = b"".join(self._last)
        if not self._left_out:
            return (self._first + last).decode(errors="replace")
        # the place where it was cut is no line's beginning
        begin = last.find(b"\n") + 1
        left_out = self._left_out + begin
        note = f"\n{_note(left_out)}\n".encode()
        return (self._first + note + last[begin:]).decode(errors="replace")


def _note(left_out: int) -> str:
    return f"[{left_out:,} bytes left out]"
