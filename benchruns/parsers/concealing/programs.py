"""Where the command line of a client names a secret, a server or an account.

Long options say what they are wherever they stand; ``-p`` is a port for one program and
a password for another, and a bare word is a database, a host or nothing of the kind.
Lines of a shell are read, and lists as programs print them: ``['mysql', '-px']``.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from benchruns.parsers.concealing.spans import (
    BACKTICKS,
    CONTINUED,
    IN_DOUBLE,
    NOTHING,
    SUBSTITUTED,
    Span,
)

Kind = Literal["secret", "place", "other"]  # of a value


@dataclass(frozen=True, slots=True, kw_only=True)
class _Program:
    """Letters of options by what their values are; those of ``attached`` are secrets if
    they stand in the same word.

    ``arguments`` is how many bare words name a database, an account or a host.
    ``runs_another``: what follows these is a command of its own.
    """

    secrets: str = ""
    attached: str = ""
    places: str = ""
    others: str = ""
    arguments: int = 0
    runs_another: bool = False


_MYSQL = _Program(attached="p", places="hPuSD", others="e", arguments=1)
_MYSQL_TOOL = _Program(attached="p", places="hPuS", others="aeiqT")
_PSQL = _Program(places="hpUd", others="cfFIjLnoPRtTv", arguments=2)
_SQLCMD = _Program(secrets="P", places="SUdHD", others="acehilmoqQrstuvwyY")
_GO_TPC = _Program(secrets="p", places="HPUD", others="dST")
_PROGRAMS: Mapping[str, _Program] = {
    "pgbench": _Program(places="hpUd", others="bcDfFIjLMPRstT", arguments=1),
    **dict.fromkeys(("psql", "pg_dump", "pg_restore", "createdb", "dropdb"), _PSQL),
    **dict.fromkeys(
        ("mysql", "mariadb", "mysqldump", "mariadb-dump", "mysqlsh", "mycli"), _MYSQL
    ),
    **dict.fromkeys(
        ("mysqlslap", "mysqladmin", "mysqlimport", "mysqlcheck", "mariadb-admin"),
        _MYSQL_TOOL,
    ),
    **dict.fromkeys(("sqlcmd", "osql", "tsql", "bcp"), _SQLCMD),
    "go-tpc": _GO_TPC,
    "tiup": _GO_TPC,
    "redis-cli": _Program(secrets="a", places="hp", others="n"),
    "sshpass": _Program(secrets="p", others="fd"),
    "ssh": _Program(
        places="lp", others="bcDEeFIiJLmOoQRSWw", arguments=1, runs_another=True
    ),
}
_NAMES = "|".join(map(re.escape, sorted(_PROGRAMS, key=len, reverse=True)))
_START = re.compile(rf"({_NAMES})(?:\.exe)?(?=[ \t\"'`])")
_BEFORE = frozenset(" \t\r\n/\\;|&(\"'`,[（")
_WORD = re.compile(
    r"[ \t]*(?:\\\r?\n[ \t]*)*"
    rf"(?P<word>(?>(?:\"{IN_DOUBLE}\"|'[^'\n]*+'|{SUBSTITUTED}"
    rf"|(?:(?<=[\s=])|(?<=\s-\w)){BACKTICKS}|{CONTINUED}|\\[^\r\n]|[^\s\\\"';|&<>])+))"
)
# Of a list: what stands in quotes, after the end of the one before.
_ITEM = re.compile(r"[\"'`],[ \t]{0,40}[\"'](?P<word>[^\"'\n]*+)(?=[\"'])")
_IN_LIST = re.compile(r"[\"'`],[ \t]{0,40}[\"']")
_NAME = re.compile(r"[\w.@$-]{1,128}", re.ASCII)
# Long options whose value may stand in a word of its own. Those that name places are
# blanked by their names before.
_LONG_WITH_VALUE = re.compile(
    r"--(?:aggregate-interval|builtin|client|command|conn-params|database|db|dbname"
    r"|define|driver|execute|field-separator|file|fillfactor|format|host|init-steps"
    r"|interval|jobs|latency-limit|log-prefix|max-tries|output|partition-method"
    r"|partitions|port|progress|protocol|random-seed|rate|sampling-rate|scale|set"
    r"|show-script|socket|tablespace|threads|time|transactions|user|username|variable"
    r"|warehouses)"
)
_MOST_WORDS = 2000  # of one command


def spans_of_commands(text: str, kind: Kind) -> Iterator[Span]:
    """What is to be blanked, in order. A name without an option after it is no command:
    tools begin what they print with their own names."""
    end = 0
    for start in _START.finditer(text):
        place = start.start()
        if place >= end and (place == 0 or text[place - 1] in _BEFORE):
            command = _Command(text, start)
            end = command.read()
            yield from command.found(kind)


class _Command:
    """One command, read word by word.

    A word that is the name of another program may be just that, or the value of an
    option that is not known here: the options of both count from there on.
    """

    def __init__(self, text: str, start: re.Match[str]) -> None:
        self._text = text
        self._place = start.end()
        self._word = _ITEM if _IN_LIST.match(text, self._place) else _WORD
        self._programs = [_PROGRAMS[start[1]]]
        self._found: list[tuple[Span, Kind]] = []
        self._bare: list[Span] = []
        self._is_command = False

    def read(self) -> int:
        """Where it ends."""
        awaited: Kind | None = None  # what the next word is, if it is a value
        for _count in range(_MOST_WORDS):
            match = self._word.match(self._text, self._place)
            if match is None:
                break
            self._place = match.end()
            word, span = _unquoted(match)
            if word.startswith("-") and len(word) > 1:
                self._is_command = True
                awaited = self._option(word, span)
            elif awaited is not None:
                self._found.append((span, awaited))
                awaited = None
            elif word in _PROGRAMS:
                self._keep_bare()
                self._add(_PROGRAMS[word])
            elif self._is_host(word, span):
                break
        self._keep_bare()
        return self._place

    def _add(self, program: _Program) -> None:
        others = [each for each in self._programs if each is not program]
        self._programs = [*others, program]

    def found(self, kind: Kind) -> Iterator[Span]:
        for span in sorted(span for span, found in self._found if found == kind):
            if not NOTHING.fullmatch(self._text, span.start, span.end):
                yield span

    def _option(self, word: str, span: Span) -> Kind | None:
        """What the next word is, if it is the value; else the value is within."""
        if word.startswith("--"):
            return "other" if _LONG_WITH_VALUE.fullmatch(word) else None
        for index, letter in enumerate(word[1:], start=1):
            value = index + 1 + (word[index + 1 : index + 2] == "=")
            is_attached = index + 1 < len(word)
            kind = self._kind(letter, is_attached=is_attached)
            if kind is not None:
                if value >= len(word):
                    return kind
                self._found.append((Span(span.start + value, span.end), kind))
                return None
        return None

    def _kind(self, letter: str, *, is_attached: bool) -> Kind | None:
        for program in self._programs:
            if letter in program.secrets or (
                is_attached and letter in program.attached
            ):
                return "secret"
        program = self._programs[-1]
        if letter in program.places:
            return "place"
        return "other" if letter in program.others else None

    def _is_host(self, word: str, span: Span) -> bool:
        """Take a bare word; whether what follows it is another command."""
        # One that is blanked already is one of them still.
        if _NAME.fullmatch(word) or NOTHING.fullmatch(word):
            self._bare.append(span)
        program = self._programs[-1]
        is_last = len(self._bare) == program.arguments
        self._is_command |= program.runs_another and is_last
        return program.runs_another and is_last

    def _keep_bare(self) -> None:
        if self._is_command:
            bare = self._bare[: self._programs[-1].arguments]
            self._found += [(span, "place") for span in bare]
        self._bare = []


def _unquoted(match: re.Match[str]) -> tuple[str, Span]:
    """The word without the quotes around it, and where that stands."""
    word, span = match["word"], Span(*match.span("word"))
    if len(word) > 1 and word[0] == word[-1] in "\"'":
        return word[1:-1], Span(span.start + 1, span.end - 1)
    return word, span
