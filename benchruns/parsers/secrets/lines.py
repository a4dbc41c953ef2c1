"""The lines of a text in which a word stands at all: most of a long log has none."""

from collections.abc import Iterator, Sequence

_JOINED = ("\\", "\\\r")  # the shell goes on in the next line


def parts_with(text: str, words: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """The text in parts, in order, with whether one of the words stands in the part.

    Such a part is whole lines, as the shell joins them, with the one that follows.
    """
    lowered = text.lower()
    if len(lowered) != len(text):  # letters that are two in lower case
        yield text, True
        return
    done = 0
    spans = (span for word in words for span in _around(lowered, word))
    for start, end in _merged(sorted(spans)):
        if start > done:
            yield text[done:start], False
        yield text[start:end], True
        done = end
    if done < len(text):
        yield text[done:], False


def _around(text: str, word: str) -> Iterator[tuple[int, int]]:
    end = 0
    while (place := text.find(word, end)) >= 0:
        start = text.rfind("\n", 0, place) + 1
        while start > 1 and text.endswith(_JOINED, 0, start - 1):
            start = text.rfind("\n", 0, start - 1) + 1
        end = _line_end(text, place)
        yield start, _line_end(text, end)


def _line_end(text: str, place: int) -> int:
    """Behind the end of the line, and of those that the shell joins to it."""
    end = text.find("\n", place)
    while end >= 0 and text.endswith(_JOINED, place, end):
        end = text.find("\n", end + 1)
    return len(text) if end < 0 else end + 1


def _merged(spans: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Spans that overlap as one; they come by their start."""
    start = end = 0
    for each_start, each_end in spans:
        if each_start > end:
            if end:
                yield start, end
            start = each_start
        end = max(end, each_end)
    if end:
        yield start, end
