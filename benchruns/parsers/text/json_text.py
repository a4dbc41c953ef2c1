"""JSON of uploads: read within bounds, so that nothing but a ``ReportError`` leaves.

What the standard reader lets through is refused: NaN and Infinity, keys that are given
twice, numbers of any length. Control characters and halves of pairs, which escapes such
as ``\\u0000`` and ``\\ud800`` make, are replaced in keys and texts.
"""

import json
import math
import re
from collections.abc import Mapping
from typing import NoReturn

from benchruns.parsers.errors import ReportError
from benchruns.parsers.text.safe_text import cleaned

MOST_CHARACTERS = 4_000_000  # as objects they take some thirty times as much memory
_LONGEST_NUMBER = 40
_NUMBER = re.compile(r"-?\d{1,18}(?:\.\d{1,20})?(?:[eE][+-]?\d{1,2})?", re.ASCII)


def load(text: str) -> object:
    """The document; the error quotes the line where reading stopped."""
    if len(text) > MOST_CHARACTERS:
        raise ReportError(
            f"JSON of more than {MOST_CHARACTERS:,} characters is not read."
        )
    try:
        document: object = json.loads(
            text,
            parse_constant=_refuse_constant,
            parse_int=_whole,
            parse_float=_number,
            object_pairs_hook=_object,
        )
        return _cleaned(document)
    except json.JSONDecodeError as error:
        raise ReportError(
            f"The text is not whole JSON: {error.msg}.", _line(text, error.pos)
        ) from error
    except RecursionError as error:
        raise ReportError("The JSON is nested too deeply.") from error


def _line(text: str, position: int) -> str:
    """The line of a place; at an empty one the last that says something."""
    before = text[max(0, position - 500) : position]
    after = text[position : position + 500].partition("\n")[0]
    line = before.rpartition("\n")[2] + after
    return line.strip() or before.rstrip().rpartition("\n")[2].strip()


def _refuse_constant(word: str) -> NoReturn:
    raise ReportError(f"{word} is no figure, and no JSON.", word)


def _whole(digits: str) -> int:
    if len(digits) > _LONGEST_NUMBER:
        raise ReportError("A number of the JSON is too long.", digits)
    return int(digits)


def _number(digits: str) -> float:
    number = float(digits) if len(digits) <= _LONGEST_NUMBER else math.inf
    if math.isinf(number):
        raise ReportError("A number of the JSON is too long.", digits)
    return number


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        name = cleaned(key)
        if name in found:
            raise ReportError("A key of the JSON is given twice.", name)
        found[name] = _cleaned(value)
    return found


def _cleaned(value: object) -> object:
    """Texts, also within lists; an object was cleaned when it was made."""
    if isinstance(value, str):
        return cleaned(value)
    return [_cleaned(each) for each in value] if isinstance(value, list) else value


def section(document: Mapping[str, object], key: str) -> Mapping[str, object]:
    """The object under a key; empty where there is none."""
    found = document.get(key)
    return found if isinstance(found, dict) else {}


def rows(document: Mapping[str, object], key: str) -> list[Mapping[str, object]]:
    """The objects of the list under a key; empty where there is none."""
    found = document.get(key)
    if not isinstance(found, list):
        return []
    return [row for row in found if isinstance(row, dict)]


def number(document: Mapping[str, object], key: str) -> int | float | None:
    """A number, also one that is written as a text; None where there is none."""
    found = document.get(key)
    if isinstance(found, str):
        if not found.strip():
            return None
        if not _NUMBER.fullmatch(found.strip()):
            raise ReportError(f"“{key}” is not a number.", found)
        value = float(found)
        return int(found) if found.strip().lstrip("-").isdigit() else value
    if found is None:
        return None
    if isinstance(found, bool) or not isinstance(found, int | float):
        raise ReportError(f"“{key}” is not a number.", str(type(found).__name__))
    return found


def amount(document: Mapping[str, object], key: str) -> int | float | None:
    """A number that counts or measures something: not negative."""
    found = number(document, key)
    if found is not None and found < 0:
        raise ReportError(f"“{key}” is negative.", str(found))
    return found


def words(document: Mapping[str, object], key: str, *, longest: int = 80) -> str:
    """A text in one line; empty where there is none."""
    found = document.get(key)
    if not isinstance(found, str):
        return ""
    return one_line(found, longest=longest)


def one_line(text: str, *, longest: int = 80) -> str:
    """Cut to a length, without what a page or a database cannot show."""
    line = " ".join(text[: 4 * longest].split())
    return "".join(filter(str.isprintable, line))[:longest]
