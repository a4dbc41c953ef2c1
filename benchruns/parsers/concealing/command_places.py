"""Where a client's command line names a server or an account: short options, arguments.

Long options say what they are wherever they stand; ``-p`` is a port for one program and
a password for another, and a bare word is a database, a host or nothing of the kind.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from benchruns.parsers.concealing.spans import NOTHING, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class _Program:
    """``places`` are the letters whose values are blanked, ``valued`` other letters with
    a value, ``arguments`` how many bare words name a database, an account or a host.
    ``runs_another``: what follows these is a command of its own."""

    places: str
    valued: str
    arguments: int = 0
    runs_another: bool = False


_MYSQL = _Program(places="hPuSD", valued="e", arguments=1)
_MYSQL_TOOL = _Program(places="hPuS", valued="aeiqT")
_PSQL = _Program(places="hpUd", valued="cfFIjLnoPRtTv", arguments=2)
_SQLCMD = _Program(places="SUdH", valued="PacehilmoqQrstuvwyY")
_GO_TPC = _Program(places="HPUD", valued="dpST")
_PROGRAMS: Mapping[str, _Program] = {
    "pgbench": _Program(places="hpUd", valued="bcDfFIjLMPRstT", arguments=1),
    **dict.fromkeys(("psql", "pg_dump", "pg_restore", "createdb", "dropdb"), _PSQL),
    **dict.fromkeys(("mysql", "mariadb", "mysqldump", "mariadb-dump"), _MYSQL),
    **dict.fromkeys(("mysqlslap", "mysqladmin", "mariadb-admin"), _MYSQL_TOOL),
    **dict.fromkeys(("sqlcmd", "osql"), _SQLCMD),
    "mysqlsh": _MYSQL,
    "go-tpc": _GO_TPC,
    "tiup": _GO_TPC,
    "ssh": _Program(
        places="lp", valued="bcDEeFIiJLmOoQRSWw", arguments=1, runs_another=True
    ),
}
_NAMES = "|".join(map(re.escape, sorted(_PROGRAMS, key=len, reverse=True)))
_START = re.compile(
    rf"(?:^|(?<=[\s/;|&(\"'`,]))({_NAMES})(?:\.exe)?(?=[ \t])", re.MULTILINE
)
_WORD = re.compile(
    r"[ \t]*(?:\\\r?\n[ \t]*)*"
    r"(?P<word>(?>(?:\"(?>(?:[^\"\\\n]|\\[^\n])*)\"|'[^'\n]*+'|\\[^\r\n]|[^\s\\\"';|&<>])+))"
)
_NAME = re.compile(r"[\w.@$-]{1,128}", re.ASCII)
# Long options whose value may stand in a word of its own. Those that name places are
# blanked by their names before.
_LONG_VALUED = re.compile(
    r"--(?:aggregate-interval|builtin|client|command|conn-params|database|db|dbname"
    r"|define|driver|execute|field-separator|file|fillfactor|format|host|init-steps"
    r"|interval|jobs|latency-limit|log-prefix|max-tries|output|partition-method"
    r"|partitions|port|progress|protocol|random-seed|rate|sampling-rate|scale|set"
    r"|show-script|socket|tablespace|threads|time|transactions|user|username|variable"
    r"|warehouses)"
)
_MOST_WORDS = 200  # of one command


def spans_of_commands(text: str) -> Iterator[Span]:
    """What is to be blanked, in order. A name without an option after it is no command:
    tools begin what they print with their own names."""
    end = 0
    for start in _START.finditer(text):
        if start.start() >= end:
            found, end = _spans(text, start.end(), _PROGRAMS[start[1]])
            yield from found


def _spans(text: str, start: int, program: _Program) -> tuple[list[Span], int]:
    """The spans of one command, and where it was left."""
    found: list[Span] = []
    bare: list[Span] = []
    is_command, place = False, start
    awaited = ""  # whether the next word is the value of an option: of which kind
    for _count in range(_MOST_WORDS):
        match = _WORD.match(text, place)
        if match is None:
            break
        place, word = match.end(), match["word"]
        span = Span(*match.span("word"))
        if word.startswith("-") and len(word) > 1:
            is_command = True
            awaited, inside = _option(word, program)
            if inside:
                found.append(Span(span.start + inside, span.end))
        elif awaited:
            found += [span] * (awaited == "place")
            awaited = ""
        else:
            # One that is blanked already is one of them still.
            bare += [span] * bool(_NAME.fullmatch(word) or NOTHING.fullmatch(word))
            if program.runs_another and len(bare) == program.arguments:
                is_command = True
                break
    if is_command:
        found += bare[: program.arguments]
    return sorted(
        s for s in found if not NOTHING.fullmatch(text[s.start : s.end])
    ), place


def _option(word: str, program: _Program) -> tuple[str, int]:
    """What kind of value the next word is; where in this word a place begins, or 0."""
    if word.startswith("--"):
        return ("other" if _LONG_VALUED.fullmatch(word) else ""), 0
    for index, letter in enumerate(word[1:], start=1):
        kind = "place" if letter in program.places else "other"
        if kind == "place" or letter in program.valued:
            value = index + 1 + (word[index + 1 : index + 2] == "=")
            if value >= len(word):
                return kind, 0
            return "", value if kind == "place" else 0
    return "", 0
