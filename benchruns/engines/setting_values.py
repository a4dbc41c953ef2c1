"""Values of server settings: read alike however they are written, and shown readably.

``128M``, ``131072kB`` and ``134217728`` are one size; ``ON``, ``yes`` and ``1`` one switch.
"""

import re

_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([kmgtp])i?b?", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")
_UNITS = {"k": 2**10, "m": 2**20, "g": 2**30, "t": 2**40, "p": 2**50}
_SHOWN = (("TB", 2**40), ("GB", 2**30), ("MB", 2**20), ("KB", 2**10))
_SWITCHES = {"on": 1, "yes": 1, "true": 1, "off": 0, "no": 0, "false": 0}


def comparable(value: object) -> float | str:
    """A number where it is a size, a number or a switch; else the text without case."""
    text = str(value).strip().casefold()
    if text in _SWITCHES:
        return float(_SWITCHES[text])
    size = _SIZE.fullmatch(text)
    if size is not None:
        return float(size[1]) * _UNITS[size[2]]
    if _NUMBER.fullmatch(text):
        return float(text)
    return " ".join(text.replace("-", " ").replace("_", " ").split())


def is_same(one: object, other: object) -> bool:
    return comparable(one) == comparable(other)


def shown(value: object, *, is_size: bool) -> str:
    """``128 MB`` for a size however it is written; anything else as it stands."""
    amount = comparable(value)
    has_unit = _SIZE.fullmatch(str(value).strip()) is not None
    if not isinstance(amount, float) or not (is_size or has_unit):
        return str(value)
    return _size_shown(amount)


def _size_shown(amount: float) -> str:
    """In the largest unit of 2^10 that says it exactly with two decimals, else in bytes."""
    for unit, size in _SHOWN:
        number = f"{amount / size:,.2f}"
        if amount >= size and float(number.replace(",", "")) * size == amount:
            return f"{number.rstrip('0').rstrip('.')} {unit}"
    return f"{amount:,.0f} B"


def size_rounded(amount: float) -> str:
    """In the largest unit of 2^10 that it fills, with three digits."""
    for unit, size in _SHOWN:
        if amount >= size:
            digits = 0 if amount >= 100 * size else 1 if amount >= 10 * size else 2
            number = f"{amount / size:,.{digits}f}"
            return f"{number.rstrip('0').rstrip('.') if digits else number} {unit}"
    return f"{amount:,.0f} B"
