"""Numbers in the text of a version."""

import re

_NUMBERS = re.compile(r"(\d{1,9})(?:\.(\d{1,9}))?", re.ASCII)
_FULL = re.compile(r"\d{1,9}(?:\.\d{1,9}){1,4}", re.ASCII)


def major_minor(text: str) -> tuple[str, str | None] | None:
    """The first number and what follows its point; None for a text without one."""
    numbers = _NUMBERS.search(text)
    return None if numbers is None else (numbers[1], numbers[2])


def full_number(text: str) -> str:
    """The first number with a point in it; empty where there is none."""
    numbers = _FULL.search(text)
    return numbers[0] if numbers else ""


def begins_with_number(text: str) -> bool:
    return _FULL.match(text) is not None
