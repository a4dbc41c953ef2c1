"""The release line of a server's version, as results are grouped by."""

from benchruns.engines import ENGINES
from benchruns.names import rules as names

LONGEST_FULL = 80  # of the column


def release_line(engine: str, version: str) -> str:
    """``8.0`` of MySQL 8.0.36, ``15`` of PostgreSQL 15.6, ``2008 R2`` of SQL Server,
    be it named or numbered (10.50.6000.34).

    Empty for a text without a number: it names no version. An engine's own name before
    the number goes.
    """
    return ENGINES[engine].family.versions.line(version.strip())


def server_version(version: str) -> str:
    """What a server says is its version, as it is kept; empty where that is none."""
    try:
        return names.engine_version(version[:LONGEST_FULL])
    except ValueError:
        return ""


def full_version(engine: str, version: str) -> str:
    """``8.0.36`` of 8.0.36-log; empty where the text tells no more than its line."""
    text = ENGINES[engine].family.versions.full(version.strip())
    return "" if text == release_line(engine, version) else text[:LONGEST_FULL]
