"""Which server a text is about, and whose account: hosts, ports, users, databases blanked.

Command lines, connection strings, job dictionaries, shell prompts. What follows the
options of clients is told by ``programs``. As with secrets, blanking a text again
changes nothing.
"""

import re
from collections.abc import Iterator

from benchruns.parsers.concealing.programs import spans_of_commands
from benchruns.parsers.concealing.spans import (
    GAP,
    JOINED,
    NOTHING,
    WORD,
    Blanked,
    Span,
    replaced,
    until_none_is_left,
)

_OF_TOOLS = (
    r"(?:mysql|pgsql|oracle)[-_](?:host|port|socket|user|db|connection|service)\b"
)
_OPTIONS = (
    r"(?:host(?:addr|name)?|port|socket|user(?:name)?|db|dbname|database|conn-params)"
)
_KEYS = (
    r"(?:host(?:addr|name)?|port|socket|user(?:name)?|dbname|database(?:name)?|server|uid"
    r"|pghost(?:addr)?|pgport|pguser|pgdatabase|pgservice|mysql_host|mysql_tcp_port"
    r"|mysql_unix_port|mysql_user|mysql_database)"
)
_HAMMERDB = (
    r"\b(?:mysql|maria|pg|mssqls|ora|db2|tpc[ch]|tproc[ch])_(?:[a-z]{1,20}_)?(?:super)?"
    r"(?:host|port|socket|user|(?:default)?dbase|server|uid)\b"
)
_JSON_KEYS = (
    r"(?:[a-z0-9]{1,20}_){0,3}(?:super|pg)?"
    r"(?:host(?:addr|name)?|socket|user(?:name)?|port|dbase|uid)"
)
_JSON_PORT = r"(?:[a-z0-9]{1,20}_){0,3}port"
_JSON_NAME = re.compile(_JSON_KEYS, re.IGNORECASE)
_JSON_NAME_OF_NUMBER = re.compile(_JSON_PORT, re.IGNORECASE)
_QUOTED = r"(?:'[^'\n]*+'|\"(?>(?:[^\"\\\n]|\\[^\n])*)\")"
_SCHEMES = r"(?:postgres(?:ql)?|mysqlx?|mariadb|sqlserver|oracle|mssql)"
_ACCOUNT = r"[A-Za-z_][\w.-]{0,60}@[A-Za-z0-9][\w.-]{0,100}"

# Each with the words without which it cannot match, for a quick look, and its groups
# ``place...`` are what is blanked.
_PATTERNS: tuple[tuple[tuple[str, ...], re.Pattern[str]], ...] = tuple(
    (words, re.compile(pattern, re.IGNORECASE | re.MULTILINE))
    for words, pattern in (
        # scheme://account@host:port/database, whole; its parameters are keys below
        (
            ("://",),
            rf"\b(?:jdbc:)?{_SCHEMES}(?::[a-z]{{1,20}}){{0,2}}://"
            r"(?P<place>[^\s\"'<>?;\\]++)",
        ),
        (
            ("@tcp(", "@unix("),
            r"(?P<place>[^\s\"'=@]{1,200}@(?:tcp|unix)\([^)\s]{0,200}\)(?:/[\w-]{0,80})?)",
        ),
        # --mysql-host=value, --host value, mysql-host=value of a configuration file
        (
            ("mysql", "pgsql", "oracle"),
            rf"(?<![\w-])(?:--)?{_OF_TOOLS}[ \t]{{0,40}}={JOINED}(?P<place>{WORD})",
        ),
        (
            ("--",),
            rf"(?<![\w-])--(?:{_OF_TOOLS}|{_OPTIONS})(?:=|{GAP}{{1,40}}(?![-=]))"
            rf"(?P<place>{WORD})",
        ),
        # key=value of connection strings, environments and configuration files
        (
            ("=",),
            rf"(?<![\w.-]){_KEYS}[ \t]{{0,40}}=[ \t]{{0,40}}(?P<place>{WORD})",
        ),
        # HammerDB: its commands, its dictionary, and what it says of a change
        (
            ("_host", "_port", "_socket", "user", "dbase", "_server", "_uid"),
            rf"{_HAMMERDB}(?:[ \t]{{0,40}}[=:,][ \t]{{0,40}}|[ \t]{{1,40}}"
            rf"(?!from\b|is the same as\b))(?P<place>\{{[^}}\n]{{0,300}}+\}}|{WORD})",
        ),
        (
            ("_host", "_port", "_socket", "user", "dbase", "_server", "_uid"),
            rf"{_HAMMERDB}['\"][ \t]{{0,40}}[=:,][ \t]{{0,40}}(?P<place>{_QUOTED})",
        ),
        (
            (" from ", "value "),
            rf"{_HAMMERDB} from (?P<place>.{{1,300}}?) to (?P<place_2>.{{1,300}}?)"
            rf"(?= for |$)|\bvalue (?P<place_3>.{{1,300}}?) for \w{{1,40}}:{_HAMMERDB}"
            r"(?: (?:is|\*{3}) the same as existing value (?P<place_4>.{1,300}?)(?:, no\b|$))?",
        ),
        # what pgbench says of itself when it is asked to
        (
            ("pghost:", "dbname:"),
            rf"\b(?:pghost|pgport|dbname):[ \t]{{1,40}}(?P<place>{WORD})",
        ),
        # "hostname": "value", in text that is quoted once more, too
        (
            ("host", "socket", "user", "port", "dbase", "uid"),
            rf"\"{_JSON_KEYS}\"\s{{0,40}}:\s{{0,40}}"
            r"(?P<place>\"(?>(?:[^\"\\\n]|\\[^\n])*)\")",
        ),
        (
            ("port",),
            rf"\"{_JSON_PORT}\"\s{{0,40}}:\s{{0,40}}(?P<bare>[0-9]++)",
        ),
        (
            ('\\"',),
            rf"\\\"{_JSON_KEYS}\\\"\s{{0,40}}:\s{{0,40}}"
            r"\\\"(?P<place>(?>(?:[^\"\\\n]|\\\\[^\n]?)*))\\\"",
        ),
        (
            ("</",),
            r"<(?:username|user|host|hostname|port|server)>\s{0,40}"
            r"(?P<place>[^<\s][^<\n]{0,300}+)</",
        ),
        # the prompt of a shell; who is refused, as servers say it
        (
            ("@",),
            rf"^[ \t]{{0,20}}\[?(?P<place>{_ACCOUNT})(?=[: ][^\n]{{0,200}}?[#$%>][ \t])",
        ),
        (
            ("@",),
            r"'(?P<place>[^'\n@]{1,80}'@'[^'\n]{0,255})'",
        ),
        (
            (' "', " '"),
            r"\b(?:server at|server on|host(?: name)?|user|role|database|on socket),?[ \t]"
            r"(?P<place>\"[^\"\n]{1,300}+\"|'[^'\n]{1,300}+')",
        ),
        (
            ("***",),
            r"\*\*\*[\"'][ \t]\((?P<place>(?=[0-9a-f]{0,4}[.:])[0-9a-f:.]{2,45})\)",
        ),
        (
            ("***",),
            r"\*\*\*(?:[\"']|[\"'] \(\*\*\*\)),? (?:and accepting TCP/IP connections on )?"
            r"port[ \t](?P<place>[0-9]{1,5})\b",
        ),
        # what stood around a secret: account:***@host, and a line of .pgpass
        (
            (":***",),
            r"(?P<place>[^\s\"'=@:/]{1,80}:\*\*\*@[^\s\"'<>;]{1,200})",
        ),
        (
            (":***",),
            r"(?:^|(?<=[\s\"'=]))(?P<place>[^\s:\"'=]{1,200}:(?:[0-9]{2,5}|\*)"
            r":[^\s:\"']{1,80}:[^\s:\"']{1,80}):\*\*\*(?!\*)",
        ),
    )
)


def is_place(name: str, *, is_number: bool = False) -> bool:
    """Whether what stands under this key of JSON names a server or an account."""
    names = _JSON_NAME_OF_NUMBER if is_number else _JSON_NAME
    return names.fullmatch(name) is not None


def blank_places(text: str) -> Blanked:
    """The text with what names a server or an account replaced by ``BLANK``."""
    return until_none_is_left(text, _once)


def _once(text: str) -> tuple[str, int]:
    lowered = text.lower()
    count = 0
    for words, pattern in _PATTERNS:
        if any(word in lowered for word in words):
            text, found = replaced(text, _spans(pattern, text))
            count += found
    text, found = replaced(text, spans_of_commands(text, "place"))
    return text, count + found


def _spans(pattern: re.Pattern[str], text: str) -> Iterator[Span]:
    for match in pattern.finditer(text):
        for name in pattern.groupindex:
            if match[name] and not NOTHING.fullmatch(match[name]):
                yield Span(*match.span(name), bare=name == "bare")
