"""Passwords and tokens in a text that somebody uploads or pastes: found and blanked.

Such a text is shown to its owner and to reviewers alone; everybody else sees what was
recognised in it. What is known to be a secret is blanked all the same, on the way in:
line by line, in a JSON document text by text, so that it stays one. What stands in place
of a secret names nothing of it, and blanking a text again changes nothing. (The scanners
of repositories that are in use say that a line holds a secret, not where it ends.)
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from benchruns.parsers.secrets import documents
from benchruns.parsers.secrets.lines import parts_with
from benchruns.parsers.secrets.names import NAME, WORDS, is_harmless
from benchruns.parsers.secrets.patterns import (
    BEHIND_NAME,
    IN_NEXT_TEXT,
    NOTHING,
    OF_PROGRAMS,
    OTHERS,
    PRIVATE_KEY,
)

BLANK = "***"
_MOST_ROUNDS = 8  # what is blanked may lay bare more; oftener nobody nests it
_LONGEST_NAME = 200  # characters, with what stands before it in its line
_COMMAND = re.compile(r"[^|;&]+")
_OF_COMMANDS = ("-p", "-a")
_AROUND = {'\\"': '\\"', '"': '"', "'": "'", "{": "}", "[": "]"}
_KEY = "private key-----"
# One of these stands in each line that holds a secret, or in the line before.
_HINTS = tuple(
    dict.fromkeys(
        (*WORDS, *_OF_COMMANDS, *(word for words, _ in OTHERS for word in words))
    )
)

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Blanked:
    """``count`` is how many parts were replaced by ``BLANK``."""

    text: str
    count: int = 0


def suspect_length(text: str) -> int:
    """How many characters stand in lines that are looked at word by word; 0 of JSON."""
    if documents.is_document(text):
        return 0
    parts = parts_with(text, _HINTS)
    return sum(len(part) for part, is_suspect in parts if is_suspect)


def blank_secrets(text: str) -> Blanked:
    """The text with every secret that it is seen to hold replaced by ``BLANK``."""
    lowered = text.lower()
    # an escape of JSON may hide a letter of a word
    if "\\u" not in text and not any(hint in lowered for hint in _HINTS):
        return Blanked(text)
    if documents.is_document(text):
        return _in_document(text)
    count = 0
    if _KEY in lowered:
        text, count = _replaced(text, _spans(PRIVATE_KEY, text))
    parts = []
    for part, is_suspect in parts_with(text, _HINTS):
        if is_suspect:
            part, found = _until_none_is_left(part)
            count += found
        parts.append(part)
    return Blanked("".join(parts), count)


def _in_document(text: str) -> Blanked:
    count = 0

    def guarded(each: str) -> str:
        nonlocal count
        found = blank_secrets(each)
        count += found.count
        return found.text

    def hidden(scalar: str) -> str:
        nonlocal count
        if NOTHING.fullmatch(scalar):
            return scalar
        count += 1
        return f'"{BLANK}"'

    text = documents.with_texts(text, guarded, hidden)
    # a list may be a command, and one text name what the next one is
    for spans in (_spans_in_next_text, _spans_of_commands):
        changed, found = _replaced(text, spans(text))
        if found and documents.is_document(changed):
            text, count = changed, count + found
    return Blanked(text, count)


def _until_none_is_left(text: str) -> tuple[str, int]:
    count = 0
    for _round in range(_MOST_ROUNDS):
        before = count
        for spans in _looks(text.lower()):
            text, found = _replaced(text, spans(text))
            count += found
        if count == before:
            break
    return text, count


def _looks(lowered: str) -> Iterator[Callable[[str], Iterable[Span]]]:
    """What to look for in it, by the words that stand in it."""
    if any(word in lowered for word in WORDS):
        yield _spans_behind_names
    for words, pattern in OTHERS:
        if any(word in lowered for word in words):
            yield partial(_spans, pattern)
    if any(word in lowered for word in _OF_COMMANDS):
        yield _spans_of_commands


def _spans_behind_names(text: str) -> Iterator[Span]:
    end = 0
    for name in NAME.finditer(text):
        start = max(0, name.end() - _LONGEST_NAME)
        for before, behind in BEHIND_NAME:
            if name.start() < end:
                break  # a part of a secret
            secret = behind.match(text, name.end())
            if secret and before.search(text, start, name.end()):
                yield from _spans_of(secret, text[start : name.end()])
                end = secret.end()


def _spans_in_next_text(text: str) -> Iterator[Span]:
    for name in NAME.finditer(text):
        for behind in IN_NEXT_TEXT:
            if secret := behind.match(text, name.end()):
                yield from _spans_of(secret, name[0])


def _spans_of_commands(text: str) -> list[Span]:
    found: list[Span] = []
    for command in _COMMAND.finditer(text):
        for programs, option in OF_PROGRAMS:
            if program := programs.search(text, *command.span()):
                found += _spans(option, text, program.end(), command.end())
    return sorted(found)


def _spans(
    pattern: re.Pattern[str], text: str, start: int = 0, end: int | None = None
) -> Iterator[Span]:
    for match in pattern.finditer(text, start, len(text) if end is None else end):
        yield from _spans_of(match)


def _spans_of(match: re.Match[str], name: str = "") -> Iterator[Span]:
    for group, secret in match.groupdict().items():
        if secret and not _is_nothing(secret) and not is_harmless(name, secret):
            yield match.span(group)


def _is_nothing(secret: str) -> bool:
    return secret.strip("\"'\\") in ("", BLANK) or NOTHING.fullmatch(secret) is not None


def _replaced(text: str, spans: Iterable[Span]) -> tuple[str, int]:
    parts, place, count = [], 0, 0
    for start, end in spans:
        if start >= place:
            parts += [text[place:start], _blank_of(text[start:end])]
            place = end
            count += 1
    return "".join([*parts, text[place:]]), count


def _blank_of(secret: str) -> str:
    """Quotes and brackets stay, so that what surrounds it can still be read."""
    for opening, closing in _AROUND.items():
        if secret.startswith(opening):
            return f"{opening}{BLANK}{closing}"
    return BLANK
