"""What a tool prints, within bounds: a server can make it repeat messages for ever."""

from collections import deque
from collections.abc import Iterator

LONGEST_LINE = 64 * 1024
LAST_BYTES = 256 * 1024  # a report takes 2 kB, one with a histogram 30


class Lines:
    """The whole lines of what comes in pieces; what is beyond a line's limit is cut."""

    def __init__(self) -> None:
        self._begun = bytearray()

    def add(self, piece: bytes) -> Iterator[str]:
        """The lines that end in this piece."""
        *ended, begun = piece.split(b"\n")
        for rest in ended:
            self._extend(rest)
            yield self._begun.decode(errors="replace")
            self._begun.clear()
        self._extend(begun)

    def last(self) -> Iterator[str]:
        """What stands after the last line end."""
        if self._begun:
            yield self._begun.decode(errors="replace")
            self._begun.clear()

    def _extend(self, piece: bytes) -> None:
        self._begun += piece[: LONGEST_LINE - len(self._begun)]


class BoundedOutput:
    """The beginning of it, ``most`` bytes, and the end, where a report stands."""

    def __init__(self, most: int) -> None:
        self._most = most
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
            while self._last_bytes - len(self._last[0]) >= LAST_BYTES:
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
        note = f"\n[{left_out:,} bytes left out]\n".encode()
        return (self._first + note + last[begin:]).decode(errors="replace")
