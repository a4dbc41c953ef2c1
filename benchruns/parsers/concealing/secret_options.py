"""Passwords behind short options: ``-p`` is a port for some programs, ``-u`` a user.

The text is read once, from program to option, so that time grows no faster than it.
"""

import re
from collections.abc import Iterator

from benchruns.parsers.concealing.spans import NOTHING, WORD, Span

# Which program an option is of; each kind of option is a group that holds the secret.
_PROGRAM_OR_OPTION = re.compile(
    r"(?:^|(?<=[\s/;|&(]))(?P<program>mysql[a-z]{0,12}|mariadb(?:-[a-z]{1,10})?|go-tpc"
    r"|tiup|psql|pgbench|sysbench|pg_[a-z]{1,12}|sshpass|ssh|docker|curl|redis-cli)(?=\s)"
    rf"|(?<=\s)-p(?:(?P<attached>(?![=\s]){WORD})"
    rf"|(?:[ \t]{{1,40}}|=)(?!-)(?P<apart>{WORD}))"
    r"|(?<=\s)(?:-u|--(?:proxy-)?user(?=[ \t=]))[ \t]{0,40}=?"
    r"(?:\"[^\n:\"]{1,200}:(?P<login_in_quotes>[^\n\"]++)"
    r"|'[^\n:']{1,200}:(?P<login_in_single_quotes>[^\n']++)"
    r"|[^\s:\"']{1,200}:(?P<login>[^\s\"']++))"
    rf"|(?<=\s)-a[ \t]{{0,40}}(?P<auth>(?!-){WORD})"
    r"|(?P<continued>\\\r?\n)|(?P<ended>[\n;|&])",
    re.MULTILINE,
)
_OPTIONS = tuple(
    blank + option
    for blank in (" ", "\t", "\n")
    for option in ("-p", "-u", "-a", "--user", "--proxy-user")
)
_PROGRAMS_OF_LOGINS = ("curl",)

# By the kind of match: the programs that it is a password for.
_TAKERS = {
    "attached": ("mysql", "mariadb", "go-tpc", "tiup", "sshpass"),
    "apart": ("go-tpc", "tiup", "sshpass"),
    "login": _PROGRAMS_OF_LOGINS,
    "login_in_quotes": _PROGRAMS_OF_LOGINS,
    "login_in_single_quotes": _PROGRAMS_OF_LOGINS,
    "auth": ("redis-cli",),
}
_NAMES = {name for names in _TAKERS.values() for name in names}


def spans_of_options(text: str) -> Iterator[Span]:
    """The passwords behind options of the programs that take one there."""
    if not any(option in text for option in _OPTIONS):
        return
    if not any(name in text for name in _NAMES):
        return
    program = ""
    for match in _PROGRAM_OR_OPTION.finditer(text):
        kind = match.lastgroup
        if kind == "program":
            program = match["program"]
        elif kind == "ended":
            program = ""
        elif (
            kind in _TAKERS
            and program.startswith(_TAKERS[kind])
            and not NOTHING.fullmatch(match[kind])
        ):
            yield Span(*match.span(kind))
