"""Parts of a text that are replaced before it is kept, and what stands in their place."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

BLANK = "***"
_QUOTES = re.compile(r"\"{1,3}|'{1,3}")
MOST_ROUNDS = 8

# What the shell puts a command's output in place of. Bare, it may lack its end.
_COMMAND = r"\$\((?>(?:[^()\n]|\([^()\n]*+\))*)"
BACKTICKS = r"`(?=[\w./~])[^`\n]{1,300}+`"
SUBSTITUTED = rf"{_COMMAND}(?:\)|[^\n\"']{{0,300}}+)"
# Between double quotes; a backslash at the end of a line joins it with the next.
IN_DOUBLE = rf"(?>(?:{_COMMAND}\)|[^\"\\\n]|\\(?:\r?\n|[^\n]))*)"
CONTINUED = r"\\\r?\n(?=[^\s&;|<>-])"
_MORE_QUOTED = r"(?:\"(?=[\w$])[^\"\\\n]{0,300}+\"|'(?=[\w$])[^'\n]{0,300}+')"
# A quote within a word ends it, as the end of what the word stands in, unless a letter or
# digit comes next.
_BARE = (
    rf"(?>(?:{SUBSTITUTED}|{CONTINUED}|\\[^\n]|[^\s\"'\\&;|<>]"
    rf"|(?<=[\w*]){_MORE_QUOTED}|(?<=[\w*])[\"'](?=\w))+)"
)
# Of several lines as well; doubled as in a cell of a CSV file.
_OF_THREE = "|".join(
    rf"{quote}{{3}}(?>(?:[^{quote}\\\n]|\n(?!\r?\n)|\\[^\n]|{quote}(?!{quote}{quote}))"
    rf"{{1,500}}){quote}{{3}}"
    for quote in "\"'"
)
_DOUBLED = r"\"\"(?=[\w$@!#%^*+~./-])[^\"\n]{1,300}+\"\""
# A quoted text with what the shell joins to it, or a word of a shell or connection string.
WORD = (
    rf"(?:{_OF_THREE}|{_DOUBLED}|(?:\"{IN_DOUBLE}(?:\"|$)|'[^'\n]*+(?:'|$))"
    rf"(?>(?:(?=[\w$@!#%^*+~-]){_BARE}|{_MORE_QUOTED})*)|{BACKTICKS}|{_BARE})"
)
# Nothing to hide: blanked already, a variable of the shell, an empty text, a word of JSON.
NOTHING = re.compile(
    r"(?:[\"']{1,3}|[{\[])?(?:\*{3,}|\$[{(]?\w{1,60}[)}]?|%\(?\w{1,60}\)?[%s]"
    r"|\(null\)|null|true|false)?(?:[\"']{1,3}|[}\]])?"
)
# What may stand between an option and its value: the shell goes on in the next line, and
# joins it to an equals sign if nothing stands between.
GAP = r"(?:[ \t]|\\\r?\n)"
JOINED = r"(?:[ \t]{0,40}|\\\r?\n(?![\s-]))"

# Words of which one stands in each match, for a quick look, and what is matched.
Pattern = tuple[tuple[str, ...], re.Pattern[str]]


@dataclass(frozen=True, slots=True)
class Blanked:
    """``count`` is how many parts were replaced by ``BLANK``."""

    text: str
    count: int


@dataclass(frozen=True, slots=True)
class Concealed:
    """``secrets`` counts passwords and tokens, ``places`` hosts, accounts and the like."""

    text: str
    secrets: int = 0
    places: int = 0


class Span(NamedTuple):
    """A part of a text; a ``bare`` one is a number that JSON takes for a text if quoted."""

    start: int
    end: int
    bare: bool = False


def compiled(*patterns: tuple[tuple[str, ...], str]) -> tuple[Pattern, ...]:
    flags = re.IGNORECASE | re.MULTILINE
    return tuple((words, re.compile(pattern, flags)) for words, pattern in patterns)


def replaced(text: str, spans: Iterable[Span]) -> tuple[str, int]:
    parts, end, count = [], 0, 0
    for span in spans:
        blank = f'"{BLANK}"' if span.bare else _blanked(text[span.start : span.end])
        parts += [text[end : span.start], blank]
        end = span.end
        count += 1
    return ("".join([*parts, text[end:]]), count) if count else (text, 0)


def until_none_is_left(text: str, once: Callable[[str], tuple[str, int]]) -> Blanked:
    """What is blanked may lay bare more; oftener than ``MOST_ROUNDS`` nobody nests it."""
    count = 0
    for _round in range(MOST_ROUNDS):
        text, found = once(text)
        if not found:
            break
        count += found
    return Blanked(text, count)


def _blanked(secret: str) -> str:
    """Quotes and braces stay, so that what surrounds it can still be read."""
    quotes = _QUOTES.match(secret)
    if quotes is not None:
        count = len(quotes[0])
        ends = len(secret) > 2 * count and secret.endswith(quotes[0])
        kept = quotes[0] if ends else quotes[0][0]
        return f"{kept}{BLANK}{kept}"
    return f"{{{BLANK}}}" if secret[0] == "{" else BLANK
