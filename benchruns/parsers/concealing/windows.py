"""A quick look at a text: the parts of it in which a pattern can match at all.

Most of a long log has none. What was found for some words is kept until the text changes.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from benchruns.parsers.concealing.spans import Span, replaced

# How far a match reaches from the word that it needs: to the one side less than a
# thousand characters, to the other as far as the longest key, and then to a line's end.
_BEFORE, _BEHIND = 1000, 25_000

_Spans = Callable[[str, Iterable[Span]], Iterator[Span]]


class Looked:
    """A text, what was blanked in it, and where words stand in it that were looked for."""

    def __init__(self, text: str) -> None:
        self.count = 0
        self._put(text)

    def _put(self, text: str) -> None:
        self.text, self._lowered = text, text.lower()
        self._absent: set[str] = set()
        self._windows: dict[tuple[str, ...], list[Span]] = {}

    def blank(self, words: tuple[str, ...], spans: _Spans) -> None:
        if words not in self._windows:
            self._windows[words] = list(self._looked_for(words))
        text, found = replaced(self.text, spans(self.text, self._windows[words]))
        if found:
            self.count += found
            self._put(text)

    def _looked_for(self, words: Sequence[str]) -> Iterator[Span]:
        """All of a text whose letters are of other lengths in lower case."""
        if len(self._lowered) != len(self.text):
            yield Span(0, len(self.text))
            return
        held = [word for word in words if self._holds(word)]
        yield from _windows(self._lowered, held)

    def _holds(self, word: str) -> bool:
        if any(absent in word for absent in self._absent):
            return False
        if word in self._lowered:
            return True
        self._absent.add(word)
        return False


def _windows(lowered: str, words: Sequence[str]) -> Iterator[Span]:
    start = end = 0
    for place in _places(lowered, words):
        if place - _BEFORE > end:
            if end:
                yield Span(start, end)
            start = place - _BEFORE
        if place + _BEHIND > end:
            end = lowered.find("\n", place + _BEHIND)
            end = len(lowered) if end < 0 else end
    if end:
        yield Span(start, end)


def _places(lowered: str, words: Sequence[str]) -> Iterator[int]:
    """Where the words stand, of those close together only some."""
    places = {word: lowered.find(word) for word in words}
    while known := [place for place in places.values() if place >= 0]:
        first = min(known)
        yield first
        for word, place in places.items():
            if 0 <= place < first + _BEFORE:
                places[word] = lowered.find(word, first + _BEFORE)
