"""Reward codes: made at random, read as people type them.

``BB-XXXX-XXXX-XXXX``: twelve of 30 signs, which is 58 bits. The signs leave out those
that are taken for one another: 0 and O, 1, I and L, U and V.
"""

import hashlib
import re
import secrets

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
GROUPS, OF = 3, 4
_SEPARATORS = re.compile(r"[\s‐-―_-]+")
_WHOLE = re.compile(rf"(?:BB)?([{ALPHABET}]{{{GROUPS * OF}}})")


def new() -> str:
    return _spelled("".join(secrets.choice(ALPHABET) for _ in range(GROUPS * OF)))


def read(typed: str) -> str | None:
    """The code as it was issued, however it is spaced and cased; None if it is none."""
    found = _WHOLE.fullmatch(_SEPARATORS.sub("", typed[:100]).upper())
    return _spelled(found[1]) if found else None


def digest(code: str) -> str:
    """What a code is found by."""
    return hashlib.sha256(code.encode()).hexdigest()


def _spelled(signs: str) -> str:
    groups = (signs[start : start + OF] for start in range(0, len(signs), OF))
    return "-".join(("BB", *groups))
