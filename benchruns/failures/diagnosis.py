"""What a server's, a tool's or a driver's own message means: the failure that it tells.

By the engines' error numbers and by patterns of text. Messages quote names that users
chose, so a number is believed before a text.
"""

import re
from dataclasses import dataclass
from typing import Literal

from benchruns.engines.mysql.errors import CODES as MYSQL_CODES
from benchruns.engines.postgresql.errors import SQLSTATES
from benchruns.engines.sqlserver.errors import CODES as SQLSERVER_CODES
from benchruns.failures.failure import Failure
from benchruns.failures.messages import failure

Family = Literal["mysql", "postgresql", "sqlserver"]


@dataclass(frozen=True, slots=True)
class _Rule:
    """A text that tells a cause; ``family`` None holds for every engine."""

    code: str
    pattern: re.Pattern[str]
    family: Family | None = None


def _rule(code: str, pattern: str, family: Family | None = None) -> _Rule:
    return _Rule(code, re.compile(pattern, re.IGNORECASE), family)


# The first rule that fits a line names its cause: the narrower stand first.
_RULES = (
    _rule("led_elsewhere", r"^.{0,200}the server leads to another address$"),
    _rule("answer_too_large", r"cannot allocate memory for input buffer"),  # libpq
    _rule("unexpected_answer", r"lost synchronization with server", "postgresql"),
    _rule("rate_too_high", r"event queue is full"),
    _rule("silent_server", r"worker threads failed to initialize within"),
    _rule("silent_server", r"waiting for initial communication packet", "mysql"),
    # a server that dies under TLS, not a handshake that failed
    _rule("server_gone", r"SSL SYSCALL error|SSL connection has been closed"),
    _rule(
        "tls_failed",
        r"\b(ssl|tls)\b.*(error|fail|not support|n't support|certificate|unknown)"
        r"|n[o']t support (ssl|tls)|certificate verify failed|certificate .*does not (match|exist)"
        r"|server certificate|root certificate file",
    ),
    _rule("tls_required", r"require_secure_transport"),
    _rule("tls_required", r"no pg_hba\.conf entry .*no encryption", "postgresql"),
    _rule("host_not_allowed", r"pg_hba\.conf", "postgresql"),
    _rule("host_not_allowed", r"is not allowed to connect", "mysql"),
    _rule("wrong_password", r"password authentication failed", "postgresql"),
    _rule(
        "wrong_password", r"no password supplied|role .* does not exist", "postgresql"
    ),
    _rule(
        "unknown_host", r"unknown (mysql )?server host|could not translate host name"
    ),
    _rule("unknown_host", r"name or service not known|failed to resolve host"),
    _rule("unknown_host", r"no address associated|temporary failure in name resol"),
    _rule("connection_refused", r"connection refused|No such file or directory\?"),
    _rule("connection_refused", r"can't connect .*\(111\)", "mysql"),
    _rule("connection_timeout", r"can't connect .*\(1[14]0\)", "mysql"),
    # FreeTDS, when it gave up waiting: "Operation now in progress (115)"
    _rule("connection_timeout", r"operation now in progress", "sqlserver"),
    _rule("unreachable", r"no route to host|network is unreachable|\(113\)"),
    _rule(
        "unknown_database", r"^(.*FATAL: *)?database .* does not exist", "postgresql"
    ),
    _rule("too_many_connections", r"too many (clients|connections)"),
    _rule("too_many_connections", r"remaining connection slots", "postgresql"),
    _rule("server_starting", r"system is (starting up|shutting down|in recovery)"),
    _rule("server_starting", r"not yet accepting connections"),
    _rule("server_starting", r"server shutdown in progress", "mysql"),
    _rule("disk_full", r"no space left on device|\bdisk full\b|the table .* is full"),
    _rule("server_read_only", r"read-only transaction|--(super-)?read-only option"),
    _rule("no_privilege", r"permission denied|must be owner of", "postgresql"),
    _rule("no_privilege", r"command denied to user", "mysql"),
    _rule("deadlock", r"deadlock (detected|found)|lock wait timeout exceeded"),
    _rule("table_missing", r"relation .* does not exist", "postgresql"),
    _rule("table_exists", r"relation .* already exists", "postgresql"),
    _rule("statement_timeout", r"due to statement timeout|max_statement_time"),
    _rule("statement_killed", r"due to user request", "postgresql"),
    # before "lost connection": drivers say so of a server that never answered
    _rule("connection_timeout", r"timed out|timeout expired"),
    _rule("server_gone", r"server has gone away|lost connection to", "mysql"),
    _rule("server_gone", r"server closed the connection", "postgresql"),
    _rule("server_gone", r"terminating connection|connection to server was lost"),
    _rule("server_gone", r"perhaps the backend died", "postgresql"),  # pgbench
    _rule("server_gone", r"connection reset by peer|broken pipe"),
    _rule("server_gone", r"no connection to the server|connection is closed"),
    _rule("server_gone", r"not connected to any MS SQL server", "sqlserver"),
)


# One number for several causes: the text decides where it is plain.
_BROAD_CODES = frozenset(
    {2002, 2003, 2006, 2012, 2013, 2026, "08001", "08003", "08006", "28000", "57014"}
    | {20002, 20009}
)

# How the tools print an error's number. sysbench writes `error 1045:` when it
# connects, `MySQL error: 1146 "..."` later and `, errno = 1213, state` in between.
_PRINTED_CODE = re.compile(
    r"(?:MySQL error:|\berror|\bERROR|errno =)\s*\(?(\d{4})\b", re.ASCII
)


def diagnose(text: str, *, engine_family: Family | None = None) -> Failure | None:
    """The first cause that a tool's output names; None if it names none."""
    for line in text.splitlines():
        code = _code_of_line(line, engine_family)
        if code is not None:
            return failure(code, line)
    return None


def diagnose_error(
    code: int | str | None, text: str, *, engine_family: Family | None = None
) -> Failure:
    """What a driver's error means: its number first, then its text."""
    known = None if code is None else _known(code, engine_family)
    if known is not None and code not in _BROAD_CODES:
        return failure(known, text)
    told = diagnose(text, engine_family=engine_family)
    found = known or "unknown" if told is None else told.code
    return failure(found, text)


def _code_of_line(line: str, family: Family | None) -> str | None:
    number = _printed(line, family)
    known = None if number is None else _known(number, family)
    if known is not None and number not in _BROAD_CODES:
        return known
    for rule in _RULES:
        fits = rule.family is None or family is None or rule.family == family
        if fits and rule.pattern.search(line):
            return rule.code
    return known


def _printed(line: str, family: Family | None) -> int | None:
    """The error's number as tools of MySQL print it."""
    if family not in {"mysql", None}:
        return None
    number = _PRINTED_CODE.search(line)
    return None if number is None else int(number[1])


def _known(code: int | str, family: Family | None) -> str | None:
    if isinstance(code, str):
        return SQLSTATES.get(code)
    codes = SQLSERVER_CODES if family == "sqlserver" else MYSQL_CODES
    return codes.get(code)
