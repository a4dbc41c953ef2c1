"""Passwords and tokens in a text that somebody uploads or pastes: found and blanked.

Command lines, addresses, job dictionaries, configuration files. What stands in place of
a secret names nothing of it, and blanking a text again changes nothing.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

BLANK = "***"


@dataclass(frozen=True, slots=True)
class Blanked:
    """``count`` is how many secrets were replaced by ``BLANK``."""

    text: str
    count: int


class _Span(NamedTuple):
    start: int
    end: int


# A quoted text, or a word of a shell or connection string. A quote within a word ends
# it: more often than not it is the end of what the word stands in.
_WORD = (
    r"(?:\"(?:[^\"\\\n]|\\[^\n])*+(?:\"|$)|'[^'\n]*+(?:'|$)"
    r"|(?:\\[^\n]|[^\s\"'\\&;|<>])++)"
)
_KEYS = (
    r"(?:password|passwd|(?:\bmysql_|[;?&\"'])pwd"
    r"|(?:secret|access|api|auth)[_-]?(?:key|token)|\btoken)"
)
_JSON_KEYS = r"(?:_[a-z]{0,20}pass|passw(?:or)?d|pwd|token|(?:secret|access|api)_?key)"
_HAMMERDB = r"\b(?:mysql|maria|pg|mssqls|ora|db2|tpc[ch]|tproc[ch])_[a-z]{0,20}pass"

# Each with the words without which it cannot match, for a quick look, and its groups
# ``secret...`` are what is blanked.
_PATTERNS: tuple[tuple[tuple[str, ...], re.Pattern[str]], ...] = tuple(
    (words, re.compile(pattern, re.IGNORECASE | re.MULTILINE))
    for words, pattern in (
        # key=value; the spaces are those of configuration files
        (
            ("password", "passwd", "pwd", "key", "token"),
            rf"{_KEYS}[ \t]{{0,40}}=[ \t]{{0,40}}(?P<secret>{_WORD})",
        ),
        # --password value
        (
            ("--",),
            r"(?<!-)--(?:[a-z]{1,20}[-_]){0,3}(?:password|passwd|token)[ \t]{1,40}"
            rf"(?!-)(?P<secret>{_WORD})",
        ),
        # password: value, but not what servers say: (using password: YES)
        (
            ("password:", "passwd:"),
            r"\b(?:[a-z]{1,20}_){0,3}passw(?:or)?d:[ \t]{1,40}"
            rf"(?!(?:YES|NO)\b)(?P<secret>{_WORD})",
        ),
        # "password": "value", in text that is quoted once more, too
        (
            ("pass", "token", "key", "pwd"),
            rf"{_JSON_KEYS}\"\s{{0,40}}:\s{{0,40}}"
            r"(?P<secret>\"(?:[^\"\\\n]|\\[^\n])*+\"|[0-9]++)",
        ),
        (
            ('\\"',),
            rf"{_JSON_KEYS}\\\"\s{{0,40}}:\s{{0,40}}"
            r"\\\"(?P<secret>(?:[^\"\\\n]|\\\\[^\n]?)*+)\\\"",
        ),
        (
            ("password>", "passwd>"),
            r"passw(?:or)?d>\s{0,40}(?P<secret>[^<\s][^<\n]{0,300}+)</",
        ),
        # the settings of a server that hold one, in any table of settings
        (
            ("_password", "_sst_auth"),
            r"\b(?:report_password|proxy_password|master_password|wsrep_sst_auth)[\"']?"
            r"[ \t]{0,40}[|,\t][ |\t]{0,40}"
            r"(?P<secret>\"[^\"\n]{1,300}+\"|[^\s|,\"'][^|,\t\n]{0,300}?(?=[ \t]*(?:[|,\t\n]|$)))",
        ),
        # scheme://user:secret@host
        (
            ("://",),
            r"(?<=://)[^\s/:@\"'<>]{0,200}:(?P<secret>[^\s/\"'<>]{1,500})@",
        ),
        (
            ("authorization",),
            r"authorization[\"']?[ \t]{0,40}[:=][ \t]{0,40}[\"']?"
            r"(?:(?:basic|bearer|token)[ \t]{1,40})?(?P<secret>[^\s\"']++)",
        ),
        (
            ("identified",),
            r"\bidentified\s{1,40}(?:with\s{1,40}\S{1,60}\s{1,40})?(?:by|as)"
            r"\s{1,40}(?P<secret>'[^'\n]*+'|\"[^\"\n]*+\")",
        ),
        # HammerDB: its commands, its dictionary, and what it says of a change
        (
            ("diset",),
            r"\bdiset[ \t]{1,40}\w{1,40}[ \t]{1,40}\w{0,40}pass(?:word)?[ \t]{1,40}"
            rf"(?P<secret>\{{[^}}\n]{{0,300}}+\}}|{_WORD})",
        ),
        (
            ("diset(",),
            r"\bdiset\([^()\n]{0,80}?pass(?:word)?['\"][ \t]{0,40},[ \t]{0,40}"
            r"(?P<secret>'[^'\n]{0,300}+'|\"[^\"\n]{0,300}+\")",
        ),
        (
            ("_",),
            rf"{_HAMMERDB}(?:[ \t]{{0,40}}[=:][ \t]{{0,40}}|[ \t]{{1,40}}(?!from\b))"
            rf"(?P<secret>\{{[^}}\n]{{0,300}}+\}}|{_WORD})",
        ),
        (
            ("pass from", "password from"),
            r"_?pass(?:word)? from (?P<secret>\S++) to (?P<secret_2>\S++)",
        ),
    )
)

# Settings of servers whose names end as a password's would.
_SETTINGS = re.compile(
    r"(?:^|[^a-z0-9_])(?:disconnect_on_expired|validate|strict|simple|old"
    r"|(?:mysql_native|sha256|caching_sha2)(?:_auto_generate)?)_passw(?:or)?ds?$",
    re.IGNORECASE,
)
_LONGEST_NAME = 60
# Nothing to hide: blanked already, a variable of the shell, an empty text.
_NO_SECRET = re.compile(
    r"[\"'{]?(?:\*{3,}|\$\{?\w{1,60}\}?|\$\(.*|%\(?\w{1,60}\)?[%s]|\(null\)|null)?[\"'}]?"
)

# ``-p`` is a password for some programs and a port for others: which one it is of.
_PROGRAM_OR_OPTION = re.compile(
    r"(?:^|(?<=[\s/;|&(]))(?P<program>mysql[a-z]{0,12}|mariadb(?:-[a-z]{1,10})?|go-tpc"
    r"|tiup|psql|pgbench|sysbench|pg_[a-z]{1,12}|ssh|docker)(?=\s)"
    rf"|(?<=\s)-p(?:(?P<attached>(?![=\s]){_WORD})"
    rf"|(?:[ \t]{{1,40}}|=)(?!-)(?P<apart>{_WORD}))"
    r"|(?P<continued>\\\r?\n)|(?P<ended>[\n;|&])",
    re.MULTILINE,
)
# What is blanked may lay bare another secret; more often than this nobody nests them.
_MOST_ROUNDS = 8

# By the kind of match: the programs that it is a password for.
_TAKERS = {
    "attached": ("mysql", "mariadb", "go-tpc", "tiup"),
    "apart": ("go-tpc", "tiup"),
}


def blank_secrets(text: str) -> Blanked:
    """The text with every secret that it is seen to hold replaced by ``BLANK``."""
    count = 0
    for _round in range(_MOST_ROUNDS):
        text, found = _once(text)
        if not found:
            break
        count += found
    return Blanked(text, count)


def _once(text: str) -> tuple[str, int]:
    count = 0
    for words, pattern in _PATTERNS:
        lowered = text.lower()
        if any(word in lowered for word in words):
            text, found = _replaced(text, _spans(pattern, text))
            count += found
    if "-p" in text:
        text, found = _replaced(text, _spans_of_option(text))
        count += found
    return text, count


def _replaced(text: str, spans: Iterable[_Span]) -> tuple[str, int]:
    parts, end, count = [], 0, 0
    for span in spans:
        parts += [text[end : span.start], _blanked(text[span.start : span.end])]
        end = span.end
        count += 1
    return ("".join([*parts, text[end:]]), count) if count else (text, 0)


def _blanked(secret: str) -> str:
    """Quotes and braces stay, so that what surrounds it can still be read."""
    if secret[0] in "\"'":
        return f"{secret[0]}{BLANK}{secret[0]}"
    return f"{{{BLANK}}}" if secret[0] == "{" else BLANK


def _spans(pattern: re.Pattern[str], text: str) -> Iterator[_Span]:
    for match in pattern.finditer(text):
        for name in pattern.groupindex:
            if not _NO_SECRET.fullmatch(match[name]) and not _is_setting(match, name):
                yield _Span(*match.span(name))


def _is_setting(match: re.Match[str], group: str) -> bool:
    """Whether the name before the secret is that of a setting of servers."""
    before = match.string[max(0, match.start() - _LONGEST_NAME) : match.start(group)]
    return _SETTINGS.search(before.rstrip(' \t=:"')) is not None


def _spans_of_option(text: str) -> Iterator[_Span]:
    """The passwords after ``-p`` of programs that take one there."""
    program = ""
    for match in _PROGRAM_OR_OPTION.finditer(text):
        kind = match.lastgroup
        if kind == "program":
            program = match["program"].lower()
        elif kind == "ended":
            program = ""
        elif (
            kind in _TAKERS
            and program.startswith(_TAKERS[kind])
            and not _NO_SECRET.fullmatch(match[kind])
        ):
            yield _Span(*match.span(kind))
