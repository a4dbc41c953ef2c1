"""What the errors of an engine mean, as codes of ``benchruns.sentences.failures.table``."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """A text that tells a cause."""

    code: str
    pattern: re.Pattern[str]


def rules(*pairs: tuple[str, str]) -> tuple[Rule, ...]:
    """Of failure codes and patterns, without case; the first that fits a line counts."""
    return tuple(Rule(code, re.compile(text, re.IGNORECASE)) for code, text in pairs)


@dataclass(frozen=True, slots=True, kw_only=True)
class Errors:
    """``codes`` maps an error's number or SQLSTATE to what it means, but for ``broad``
    ones, which stand for several causes: there the text decides where it is plain.

    ``narrow`` texts are looked for before those that all engines share, ``wide`` ones
    after them. ``printed`` finds an error's number in a line of a tool, where tools of
    this family print it; ``key`` makes what a driver gives a key of ``codes``.
    """

    codes: Mapping[int | str, str]
    broad: frozenset[int | str]
    narrow: tuple[Rule, ...] = ()
    wide: tuple[Rule, ...] = ()
    printed: re.Pattern[str] | None = None
    key: Callable[[str], int | str | None] = str


def numbered(text: str) -> int | None:
    """For engines that number their errors as integers."""
    return int(text) if text.isdecimal() else None


def first_code(found: Iterable[Rule], line: str) -> str | None:
    return next((rule.code for rule in found if rule.pattern.search(line)), None)
