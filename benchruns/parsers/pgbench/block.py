"""The lines of pgbench's final block, and the numbers that stand in them."""

import re
from collections.abc import Iterator, Sequence

from benchruns.parsers.errors import NoFinalBlockError, ReportError

# Bounded: int() and float() can then not fail.
NUMBER = r"\d{1,15}(?:\.\d{1,9})?"
COUNT = r"\d{1,15}"
VERSION = r"\d{1,3}(?:\.\d{1,3}){0,2}(?:(?:devel|beta|rc)\d{0,2})?"

HEADING = "transaction type:"
MOST_BLANKS = 100
_MILLISECONDS = re.compile(rf"({NUMBER}) ms(?: \(including failures\))?", re.ASCII)


class Block:
    """The final block, looked up by the label that a line begins with."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines

    def text(self, *labels: str) -> str | None:
        """What stands behind the first of these labels; None where none is there."""
        for line in self.lines:
            for label in labels:
                if line.startswith(label):
                    return line[len(label) :].lstrip(" =:")
        return None

    def read(self, pattern: re.Pattern[str], *labels: str) -> re.Match[str] | None:
        text = self.text(*labels)
        if text is None:
            return None
        match = pattern.fullmatch(text)
        if match is None:
            raise ReportError(f"The line “{labels[0]}” cannot be read.", text)
        return match

    def whole(self, pattern: re.Pattern[str], *labels: str) -> int | None:
        match = self.read(pattern, *labels)
        return None if match is None else int(match[1])

    def milliseconds(self, *labels: str) -> float | None:
        match = self.read(_MILLISECONDS, *labels)
        return None if match is None else float(match[1])


def beginnings(text: str, words: str) -> Iterator[int]:
    """Where lines begin with these words, or with a few blanks and then the words.

    Found by the words, not line by line: a text may have millions of lines.
    """
    at = text.find(words)
    while at >= 0:
        before = text[max(0, at - MOST_BLANKS) : at]
        _rest, newline, blanks = before.rpartition("\n")
        if not blanks.strip() and (newline or at < MOST_BLANKS):
            yield at
        at = text.find(words, at + 1)


def split(text: str) -> tuple[str, Block]:
    """What was printed before the final block, and the block."""
    starts = beginnings(text, HEADING)
    first, second = next(starts, None), next(starts, None)
    if first is None:
        raise NoFinalBlockError(f"The report has no final block (“{HEADING}”).")
    if second is not None:
        line = text[second : second + MOST_BLANKS].partition("\n")[0]
        raise ReportError("The text holds more than one report.", line.strip())
    lines = [each for line in text[first:].splitlines() if (each := line.strip())]
    return text[:first], Block(lines)
