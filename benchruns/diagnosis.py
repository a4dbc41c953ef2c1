"""What a server's, a tool's or a driver's own message means, in the user's words.

Three tables: a sentence for each code, patterns of text, and the engines' error
numbers. Messages quote names that users chose, so a number is believed before a text.
"""

import re
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from benchruns.failures import Failure

Family = Literal["mysql", "postgresql"]

_DETAIL_LENGTH = 500

MESSAGES = {
    "wrong_password": gettext_noop(
        "The server refused the user name or password. Correct them on the "
        "endpoint's page and check again."
    ),
    "unknown_host": gettext_noop(
        "No address is known for this host name. Correct the host on the endpoint's "
        "page, or the name service of the machine that runs the worker."
    ),
    "connection_refused": gettext_noop(
        "Nothing accepts connections at this host and port. Start the server, or "
        "correct the host and port on the endpoint's page."
    ),
    "check_timeout": gettext_noop(
        "The check did not end in time: the server answers too slowly. Look at what "
        "it is doing and at the network in between, then check again."
    ),
    "connection_timeout": gettext_noop(
        "The server did not answer in time. Check the host, the port and every "
        "firewall between the worker and the server, then try again."
    ),
    "unreachable": gettext_noop(
        "There is no way through the network to this host. Check its address, routes "
        "and firewalls, then try again."
    ),
    "host_not_allowed": gettext_noop(
        "The server does not admit this account from the worker's machine. Allow it "
        "there (MySQL: the account's host; PostgreSQL: pg_hba.conf), then check again."
    ),
    "unknown_database": gettext_noop(
        "The database named on the endpoint's page does not exist on the server. "
        "Create it, or correct the name."
    ),
    "data_gone": gettext_noop(
        "The data of this run vanished from the server while it was in use: somebody "
        "dropped it. Repeat the run; it loads its data anew."
    ),
    "no_privilege": gettext_noop(
        "The account lacks a privilege that this needs. Grant it on the server, or "
        "use another account on the endpoint's page."
    ),
    "disk_full": gettext_noop(
        "The server has no room left on its disk. Free or add space there, or use "
        "fewer or smaller tables."
    ),
    "out_of_memory": gettext_noop(
        "The server ran out of memory. Give it more, or use fewer threads."
    ),
    "server_gone": gettext_noop(
        "The server closed the connection or went away. Look at the server's log, "
        "and run again when it is up."
    ),
    "server_starting": gettext_noop(
        "The server is starting up or shutting down. Wait until it accepts "
        "connections, then try again."
    ),
    "server_read_only": gettext_noop(
        "The server accepts no changes: it is a replica or set to read only. Use the "
        "primary server's address on the endpoint's page."
    ),
    "deadlock": gettext_noop(
        "The server ended a transaction because of a deadlock or a lock wait. Run "
        "again, with fewer threads or more tables if it recurs."
    ),
    "too_many_connections": gettext_noop(
        "The server has no connection left for this account. Raise its connection "
        "limit, close other sessions, or use fewer threads."
    ),
    "too_many_statements": gettext_noop(
        "The server allows no more prepared statements: each thread prepares its own "
        "for every table. Raise max_prepared_stmt_count there, use fewer threads or "
        "tables, or switch prepared_statements off."
    ),
    "table_missing": gettext_noop(
        "A table of the workload does not exist. Prepare the data again."
    ),
    "table_exists": gettext_noop(
        "A table with a name that the workload needs exists already, and Benchbook "
        "leaves it alone. Use another database, or let the account create its own."
    ),
    "table_damaged": gettext_noop(
        "A table of the workload is damaged. Look at the server's log and at its disk, "
        "then prepare the data again."
    ),
    "data_missing": gettext_noop(
        "The tables hold fewer rows than the run asks for. Prepare the data again."
    ),
    "tls_required": gettext_noop(
        "The server does not admit this account without TLS. Set TLS to “required” on "
        "the endpoint's page, or admit plain connections on the server."
    ),
    "tls_failed": gettext_noop(
        "No TLS connection could be made. Check that the server offers TLS, and the "
        "certificate and host name if they are to be verified."
    ),
    "silent_server": gettext_noop(
        "The server accepted connections but said nothing for 30 seconds. Check that "
        "the port is a database's and that the server is not stuck."
    ),
    "statement_timeout": gettext_noop(
        "The server did not finish a statement in time. Look at what else it is "
        "doing, then try again."
    ),
    "statement_killed": gettext_noop(
        "Somebody, or a program on the server, ended a statement of the run. See who "
        "kills queries there, then run again."
    ),
    "rate_too_high": gettext_noop(
        "The server could not keep up with the rate asked for, and the tool's queue "
        "ran full. Lower the rate, or use more threads."
    ),
    "no_events": gettext_noop(
        "Not one transaction ended while the tool measured, so there is no figure. "
        "Run longer, or raise the rate."
    ),
    "incomplete_report": gettext_noop(
        "The tool ended without a whole report, so its figures are not to be "
        "believed. Look at its output, then run again."
    ),
    "checkpoint_report": gettext_noop(
        "The report holds checkpoints, so its rates and its time do not belong "
        "together. Run without --report-checkpoints."
    ),
    "tool_died": gettext_noop(
        "The tool died (signal %(signal)s). Look at its output, then run again."
    ),
    "tool_crashed": gettext_noop(
        "sysbench died (signal 11), which it does when the server goes away. Look at "
        "the server's log, and run again when the server is up."
    ),
    "tool_killed": gettext_noop(
        "The tool was killed (signal 9), perhaps because the worker's machine ran out "
        "of memory. Look at its system log, then run again."
    ),
    "tool_timeout": gettext_noop(
        "The tool ran much longer than it was told to and was stopped. The server may "
        "be frozen or overloaded: look at it, then run again."
    ),
    "tool_missing": gettext_noop(
        "The program “%(program)s” is not installed where the worker runs. Install it "
        "there, then run again."
    ),
    "engine_unsupported": gettext_noop(
        "Benchbook cannot test %(engine)s here yet. Choose an endpoint of another "
        "engine."
    ),
    "address_not_allowed": gettext_noop(
        "Benchbook may not connect to %(address)s: it lies outside the networks that "
        "endpoints may be in. An operator can allow it in ENDPOINT_NETWORKS."
    ),
    "unsafe_name": gettext_noop(
        "The %(what)s has a comma, an equals sign, a space or a control character, "
        "which the tools would misread. Use one without, on the endpoint's page."
    ),
    "password_unsupported": gettext_noop(
        "The password holds both kinds of quotation marks, a line break or a control "
        "character, which the load tools cannot be given. Use another for this account."
    ),
    "tls_unsupported": gettext_noop(
        "sysbench cannot check a MySQL or MariaDB server's name in its certificate. On "
        "the endpoint's page, set TLS to “required” and give the certificate of the "
        "server's authority (CA)."
    ),
    "tls_ca_missing": gettext_noop(
        "sysbench makes a TLS connection to MySQL and MariaDB only with the "
        "certificate of the server's authority (CA). Give it on the endpoint's page."
    ),
    "unknown": gettext_noop(
        "It failed for a reason that Benchbook does not know. Look at the line below, "
        "which is the server's or the tool's own, and see that engine and port fit."
    ),
}


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
)

_MYSQL_CODES = {
    1017: "table_damaged",
    1021: "disk_full",
    1033: "table_damaged",
    1034: "table_damaged",
    1037: "out_of_memory",
    1038: "out_of_memory",
    1040: "too_many_connections",
    1041: "out_of_memory",
    1044: "no_privilege",
    1045: "wrong_password",
    1049: "unknown_database",
    1050: "table_exists",
    1053: "server_starting",
    1114: "disk_full",
    1130: "host_not_allowed",
    1142: "no_privilege",
    1143: "no_privilege",
    1146: "table_missing",
    1194: "table_damaged",
    1195: "table_damaged",
    1203: "too_many_connections",
    1205: "deadlock",
    1213: "deadlock",
    1226: "too_many_connections",
    1227: "no_privilege",
    1290: "server_read_only",
    1317: "statement_killed",
    1370: "no_privilege",
    1461: "too_many_statements",
    1698: "wrong_password",
    1712: "table_damaged",
    1792: "server_read_only",
    1812: "table_damaged",
    1814: "table_damaged",
    1836: "server_read_only",
    1877: "table_damaged",
    1927: "server_gone",
    1932: "table_damaged",
    1969: "statement_timeout",
    2002: "connection_refused",
    2003: "connection_refused",
    2005: "unknown_host",
    2006: "server_gone",
    2012: "connection_timeout",
    2013: "server_gone",
    2026: "tls_failed",
    2055: "server_gone",
    3024: "statement_timeout",
    3118: "wrong_password",
    3159: "tls_required",
}

_SQLSTATES = {
    "08001": "connection_refused",
    "08003": "server_gone",
    "08006": "server_gone",
    "25006": "server_read_only",
    "28000": "host_not_allowed",
    "28P01": "wrong_password",
    "3D000": "unknown_database",
    "40001": "deadlock",
    "40P01": "deadlock",
    "42501": "no_privilege",
    "42P01": "table_missing",
    "42P07": "table_exists",
    "53100": "disk_full",
    "53200": "out_of_memory",
    "53300": "too_many_connections",
    "55P03": "deadlock",
    "57014": "statement_timeout",
    "57P01": "server_gone",
    "57P02": "server_gone",
    "57P03": "server_starting",
    "58P01": "table_damaged",
    "XX001": "table_damaged",
    "XX002": "table_damaged",
}

# One number for several causes: the text decides where it is plain.
_BROAD_CODES = frozenset(
    {2002, 2003, 2006, 2012, 2013, 2026, "08001", "08003", "08006", "28000", "57014"}
)

# How the tools print an error's number. sysbench writes `error 1045:` when it
# connects, `MySQL error: 1146 "..."` later and `, errno = 1213, state` in between.
_PRINTED_CODE = re.compile(
    r"(?:MySQL error:|\berror|\bERROR|errno =)\s*\(?(\d{4})\b", re.ASCII
)


def failure(code: str, detail: str = "", **values: str) -> Failure:
    """The failure of this code, with a line of the tool's own under it.

    ``values`` fill the places that the code's sentence leaves open.
    """
    return Failure(
        code=code,
        message=_(MESSAGES[code]) % values,
        detail=detail.strip()[:_DETAIL_LENGTH],
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
    known = None if code is None else _known(code)
    if known is not None and code not in _BROAD_CODES:
        return failure(known, text)
    told = diagnose(text, engine_family=engine_family)
    found = known or "unknown" if told is None else told.code
    return failure(found, text)


def _code_of_line(line: str, family: Family | None) -> str | None:
    number = _PRINTED_CODE.search(line)
    known = None if number is None or family == "postgresql" else int(number[1])
    if known in _MYSQL_CODES and known not in _BROAD_CODES:
        return _MYSQL_CODES[known]
    for rule in _RULES:
        fits = rule.family is None or family is None or rule.family == family
        if fits and rule.pattern.search(line):
            return rule.code
    return None if known is None else _MYSQL_CODES.get(known)


def _known(code: int | str) -> str | None:
    return _MYSQL_CODES.get(code) if isinstance(code, int) else _SQLSTATES.get(code)
