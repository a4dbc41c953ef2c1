"""JSON whose escapes stand for characters that no text should hold."""

import re

from hypothesis import strategies as st

_STRING = re.compile(rb'"[^"\\\n]*"')
_ESCAPES = (
    b"\\u0000",
    b"\\ud800",
    b"\\udfff\\ud800",
    b"\\ud83d\\ude00",  # both halves: a character
    b"\\b\\f\\u001b",
    b"\\u0085\\u007f",
    b"\\n\\r\\t",
    b"\\u202e\\u2028",
    b"\\\\ud800",
)


def with_escapes(texts: st.SearchStrategy[bytes]) -> st.SearchStrategy[bytes]:
    """The texts with escapes within a few of their quoted words: keys and values."""
    places = st.lists(
        st.tuples(st.integers(0, 500), st.integers(0, 30), st.sampled_from(_ESCAPES)),
        min_size=1,
        max_size=4,
    )
    return st.builds(_put_in, texts, places)


def _put_in(text: bytes, places: list[tuple[int, int, bytes]]) -> bytes:
    for number, offset, escape in places:
        quoted = list(_STRING.finditer(text))
        if not quoted:
            return text
        word = quoted[number % len(quoted)]
        at = word.start() + 1 + offset % (len(word[0]) - 1)
        text = text[:at] + escape + text[at:]
    return text
