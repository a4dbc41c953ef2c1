"""Texts without what some database or page cannot hold.

NUL and other control characters, and halves of UTF-16's pairs: an escape in JSON makes
them where the file itself has none. Tabs and the ends of lines stay.
"""

import re

_CONTROLS = "".join(map(chr, (*range(9), 0x0B, 0x0C, *range(0x0E, 0x20), 0x7F)))
# What turns texts round, or is not seen at all: letters may then read as others.
TURNING = "\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
_BLANKS = str.maketrans("\t\n\r", "   ")
_UNSAFE = re.compile(f"[{_CONTROLS}\x80-\x9f\ud800-\udfff]")


def cleaned(text: str) -> str:
    """The text with the replacement character in place of each of them."""
    if text.isprintable():  # as most short ones are
        return text
    # looking for each takes a tenth of the expression's time, in a text of many MB
    if text.isascii() and not any(character in text for character in _CONTROLS):
        return text
    return _UNSAFE.sub("\ufffd", text)


def in_one_line(text: str) -> str:
    """The cleaned text with blanks in place of tabs and line ends."""
    return cleaned(text).translate(_BLANKS)
