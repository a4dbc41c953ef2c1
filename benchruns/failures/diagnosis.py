"""What a server's, a tool's or a driver's own message means: the failure that it tells.

By the engines' error numbers and by patterns of text. Messages quote names that users
chose, so a number is believed before a text.
"""

from benchruns.engines import FAMILIES, Family
from benchruns.engines.errors import Errors, first_code, rules
from benchruns.failures.failure import Failure, failure

# The first rule that fits a line names its cause: the narrower stand first. Those of an
# engine's own texts stand with it, between these.
_FIRST = rules(
    ("led_elsewhere", r"^.{0,200}the server leads to another address$"),
    (
        "password_in_clear",
        r"the server would get the password in clear text"
        r"|requested a cleartext password"
        r"|plugin \w+ could not be loaded",  # MariaDB's client, kept from those
    ),
    # libpq, MariaDB's client and Python, each of its own memory
    (
        "answer_too_large",
        r"cannot allocate memory for input buffer|out of memory for query result"
        r"|client ran out of memory|^MemoryError\b",
    ),
    (
        "unexpected_answer",
        r"expected authentication request from server, but received"
        r"|received invalid (authentication|protocol|response)|packet sequence number wrong"
        r"|(unknown|multiple) auth switch request|COPY cannot be used",
    ),
    ("rate_too_high", r"event queue is full"),
    ("threads_not_ready", r"worker threads failed to initialize within"),
    # a server that dies under TLS, not a handshake that failed
    ("server_gone", r"SSL SYSCALL error|SSL connection has been closed"),
    (
        "tls_failed",
        r"\b(ssl|tls)\b.*(error|fail|not support|n't support|certificate|unknown)"
        r"|n[o']t support (ssl|tls)|certificate verify failed|certificate .*does not (match|exist)"
        r"|server certificate|root certificate file",
    ),
    ("tls_required", r"require_secure_transport"),
)
_OF_ALL = rules(
    ("unknown_host", r"unknown (\w+ )?server host|could not translate host name"),
    ("unknown_host", r"name or service not known|failed to resolve host"),
    ("unknown_host", r"no address associated|temporary failure in name resol"),
    ("connection_refused", r"connection refused|No such file or directory\?"),
    ("unreachable", r"no route to host|network is unreachable|\(113\)"),
    ("too_many_connections", r"too many (clients|connections)"),
    ("server_starting", r"system is (starting up|shutting down|in recovery)"),
    ("server_starting", r"not yet accepting connections"),
    ("disk_full", r"no space left on device|\bdisk full\b|the table .* is full"),
    ("server_read_only", r"read-only transaction|--(super-)?read-only option"),
    ("deadlock", r"deadlock (detected|found)|lock wait timeout exceeded"),
    ("statement_timeout", r"due to statement timeout|max_statement_time"),
    # before "lost connection": drivers say so of a server that never answered
    ("connection_timeout", r"timed out|timeout expired"),
)
_LAST = rules(
    ("server_gone", r"terminating connection|connection to server was lost"),
    ("server_gone", r"connection reset by peer|broken pipe"),
    ("server_gone", r"no connection to the server|connection is closed"),
)


def diagnose(text: str, *, engine_family: Family | None = None) -> Failure | None:
    """The first cause that a tool's output names; None if it names none.

    Without a family the errors of all are known.
    """
    for line in text.splitlines():
        code = _code_of_line(line, _errors(engine_family))
        if code is not None:
            return failure(code, line)
    return None


def diagnose_error(
    code: int | str | None, text: str, *, engine_family: Family | None = None
) -> Failure:
    """What a driver's error means: its number first, then its text."""
    errors = _errors(engine_family)
    known, is_plain = (None, False) if code is None else _known(code, errors)
    if known is not None and is_plain:
        return failure(known, text)
    told = diagnose(text, engine_family=engine_family)
    found = known or "unknown" if told is None else told.code
    return failure(found, text)


def _errors(family: Family | None) -> tuple[Errors, ...]:
    if family is not None:
        return (family.errors,)
    return tuple(each.errors for each in FAMILIES.values())


def _code_of_line(line: str, errors: tuple[Errors, ...]) -> str | None:
    known, is_plain = _printed(line, errors)
    if is_plain:
        return known
    tiers = (
        _FIRST,
        *(each.narrow for each in errors),
        _OF_ALL,
        *(each.wide for each in errors),
        _LAST,
    )
    for tier in tiers:
        code = first_code(tier, line)
        if code is not None:
            return code
    return known


def _printed(line: str, errors: tuple[Errors, ...]) -> tuple[str | None, bool]:
    """What the error's number means, where a tool prints it; whether that is plain."""
    for each in errors:
        number = each.printed.search(line) if each.printed else None
        if number is not None:
            return _known(int(number[1]), (each,))
    return None, False


def _known(code: int | str, errors: tuple[Errors, ...]) -> tuple[str | None, bool]:
    """What an error's number means, and whether it has that cause alone."""
    for each in errors:
        if code in each.codes:
            return each.codes[code], code not in each.broad
    return None, False
