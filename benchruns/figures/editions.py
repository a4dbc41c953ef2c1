"""Names of editions: one is often said without the word “edition”."""

import re

_WORD = "edition"


def plain(text: str) -> str:
    """What two spellings of one edition have in common."""
    words = re.sub(r"[\s_-]+", " ", text).strip().casefold()
    return words.removesuffix(f" {_WORD}")


def is_full(text: str) -> bool:
    """Whether it says of itself that it is an edition."""
    return text.strip().casefold().endswith(_WORD)
