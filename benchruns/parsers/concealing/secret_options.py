"""Passwords behind short options: ``-p`` is a port for some programs, ``-u`` a user.

The text is read once, from program to option, so that time grows no faster than it.
"""

import re
from collections.abc import Iterator

from benchruns.parsers.concealing.spans import GAP, NOTHING, WORD, Span

_QUOTE = "[\"'`]"
_IN_LIST = "[^\"'\\n]++(?=[\"'])"  # of ["mysql", "-psecret"]
_NEXT = r"[\"'],[ ]?[\"']"

# Which program an option is of; each kind of option is a group that holds the secret.
_PROGRAM_OR_OPTION = re.compile(
    rf"(?:^|(?<=[\s/\\;|&(（])|(?<={_QUOTE}))(?P<program>mysql[a-z]{{0,12}}"
    r"|mariadb(?:-[a-z]{1,10})?|mycli|go-tpc|tiup|psql|pgbench|sysbench|pg_[a-z]{1,12}"
    r"|sshpass|ssh|docker|curl|redis-cli|sqlcmd|osql)(?:\.exe)?(?=\s|[\"'`])"
    rf"|(?<=\s)-p(?:(?P<attached>(?![=\s]){WORD})"
    rf"|(?:{GAP}{{1,40}}|=)(?!-)(?P<apart>{WORD}))"
    rf"|(?<=[\"'])-p(?:(?P<attached_in_list>(?!=){_IN_LIST})"
    rf"|{_NEXT}(?P<apart_in_list>{_IN_LIST}))"
    rf"|(?<=\s)-P{GAP}{{0,40}}(?!-)(?P<capital>{WORD})"
    rf"|(?<=[\"'])-P(?:{_NEXT})?(?P<capital_in_list>{_IN_LIST})"
    r"|(?<=\s)[^\s:@/\"'-][^\s:@/\"']{0,100}:(?P<of_account>[^\s@/\"']{1,200})@"
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
    for blank in (" ", "\t", "\n", '"', "'")
    for option in ("-p", "-P", "-u", "-a", "--user", "--proxy-user")
)
_PROGRAMS_OF_LOGINS = ("curl",)
_OF_NEXT_WORD = ("go-tpc", "tiup", "sshpass")
_OF_LETTER_P = ("mysql", "mariadb", "mycli", *_OF_NEXT_WORD)
_OF_CAPITAL_P = ("sqlcmd", "osql")
_SHELL = "mysqlsh"  # takes account:password@host without an option

# By the kind of match: the programs that it is a password for.
_TAKERS = {
    "attached": _OF_LETTER_P,
    "attached_in_list": _OF_LETTER_P,
    "apart": _OF_NEXT_WORD,
    "apart_in_list": _OF_NEXT_WORD,
    "capital": _OF_CAPITAL_P,
    "capital_in_list": _OF_CAPITAL_P,
    "of_account": (_SHELL,),
    "login": _PROGRAMS_OF_LOGINS,
    "login_in_quotes": _PROGRAMS_OF_LOGINS,
    "login_in_single_quotes": _PROGRAMS_OF_LOGINS,
    "auth": ("redis-cli",),
}
_NAMES = {name for names in _TAKERS.values() for name in names}


def spans_of_options(text: str) -> Iterator[Span]:
    """The passwords behind options of the programs that take one there."""
    if not any(name in text for name in _NAMES):
        return
    if _SHELL not in text and not any(option in text for option in _OPTIONS):
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
