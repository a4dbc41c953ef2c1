"""What pymssql's errors mean: the server's number and text, and the kind of trouble.

A number is the server's (1205), or FreeTDS's own from 20000 on (20047: not connected).
Routines raise what they caught as 50000 with "1205: text", since T-SQL before 2012
cannot raise it as it was.
"""

import re

import pymssql
from pymssql import _mssql

from workers.tools.tpcc.kinds import Trouble

DRIVER_ERRORS = (pymssql.Error, _mssql.MSSQLException)
RAISED = 50000

# What the server's own views answer to a login without VIEW SERVER STATE.
_DENIED = frozenset({297, 300, 371})
_DEADLOCK = frozenset({1205})
# Under snapshot isolation a row that another has changed; from 41302 on in-memory tables.
_SERIALIZATION = frozenset({3960, 3961, 41302, 41305, 41325})
_LOCK_TIMEOUT = frozenset({1222})
# Of FreeTDS: timed out, read or write failed, nobody there, end of data, not connected.
# Of the server: killed, shutting down, paused, the transport gone.
_LOST = frozenset(
    {20003, 20004, 20006, 20009, 20017, 20047}
    | {233, 596, 6001, 6002, 6005, 6006, 10053, 10054, 10060, 17142}
)
# The server does not take bulk data, or not as FreeTDS sends it (stream, nothing sent,
# length or type of a column), or not from this login; a plain INSERT it takes. Values
# that do not fit (4863 and on) fail an INSERT too.
_BULK_UNSUPPORTED = frozenset({4002, 4022, 4815, 4816, 4834})

_NOTE = re.compile(r"\s*DB-Lib error message .*", re.DOTALL)
_FREETDS_ERROR = re.compile(r"DB-Lib error message (\d+), severity \d+:\s*")
_NOT_CONNECTED = re.compile(r"not connected|connection is closed", re.IGNORECASE)
_PASSED_ON = re.compile(r"(\d+): (.*)", re.DOTALL)


def number_and_text(error: Exception) -> tuple[int, str]:
    """The server's number and one line of text; number 0 where pymssql gives none.

    A trap of pymssql 2.4: a process that has failed to log in once gets that number for
    each later failure to connect, with what FreeTDS said since, and seldom with the
    server's text. What FreeTDS said last is then told.
    """
    number, text = _parts(error)
    if _FREETDS_ERROR.match(text):
        *_, last, text = _FREETDS_ERROR.split(text)
        number = int(last)
    passed_on = _PASSED_ON.match(text) if number == RAISED else None
    if passed_on:
        number, text = int(passed_on[1]), passed_on[2]
    # FreeTDS adds a note of its own behind the server's text
    return number, " ".join(_NOTE.sub("", text).split())


def trouble(error: Exception) -> Trouble | None:
    """None where the error is not the driver's."""
    if not isinstance(error, DRIVER_ERRORS):
        return None
    number, text = number_and_text(error)
    for numbers, kind in (
        (_DEADLOCK, Trouble.DEADLOCK),
        (_SERIALIZATION, Trouble.SERIALIZATION),
        (_LOCK_TIMEOUT, Trouble.LOCK_TIMEOUT),
        (_LOST, Trouble.LOST),
    ):
        if number in numbers:
            return kind
    return Trouble.LOST if _NOT_CONNECTED.search(text) else Trouble.OTHER


def line_of(error: Exception) -> str:
    """One line with the number."""
    number, text = number_and_text(error)
    return f"{number}: {text}"


def is_permission_denied(error: Exception) -> bool:
    """Whether the login lacks a permission of the server, not of a database."""
    return number_and_text(error)[0] in _DENIED


def was_raised_by_routine(error: Exception) -> bool:
    """Whether a routine caught it, and so has rolled back already."""
    return _parts(error)[0] == RAISED


def is_bulk_unsupported(error: Exception) -> bool:
    """Whether bulk data is what the server refused, rather than the rows in it."""
    return _parts(error)[0] in _BULK_UNSUPPORTED


def _parts(error: Exception) -> tuple[int, str]:
    args: tuple[object, ...] = error.args
    if len(args) == 1 and isinstance(args[0], tuple):
        args = args[0]  # of connect()
    match args:
        case (int(number), bytes(text)):
            return number, text.decode("utf-8", "replace")
        case (int(number), text):
            return number, str(text)
    return 0, str(error)
