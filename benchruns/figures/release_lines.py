"""The release line of a server's version, as results are grouped by."""

import re

from benchruns.engines import ENGINES, EngineName
from benchruns.names import rules as names

LONGEST_FULL = 80  # of the column
_NUMBERS = re.compile(r"(\d{1,9})(?:\.(\d{1,9}))?", re.ASCII)
_FULL = re.compile(r"\d{1,9}(?:\.\d{1,9}){1,4}", re.ASCII)
# MariaDB says 5.5.5-10.6.12-MariaDB to clients that expect a number below 10.
_REPLICATION_PREFIX = re.compile(r"^5\.5\.5-(?=\d{1,3}\.)", re.ASCII)
# SQL Server calls its releases by year and counts them otherwise: 10.50 is 2008 R2.
_SQL_SERVER_YEARS = {
    "8": "2000",
    "9": "2005",
    "10": "2008",
    "10.50": "2008 R2",
    "11": "2012",
    "12": "2014",
    "13": "2016",
    "14": "2017",
    "15": "2019",
    "16": "2022",
    "17": "2025",
}
_YEAR = re.compile(r"\b((?:19|20)\d\d)(?:\s{0,5}(R2))?\b", re.ASCII | re.IGNORECASE)


def release_line(engine: str, version: str) -> str:
    """``8.0`` of MySQL 8.0.36, ``15`` of PostgreSQL 15.6, ``2008 R2`` of SQL Server,
    be it named or numbered (10.50.6000.34).

    Empty for a text without a number: it names no version. An engine's own name before
    the number goes.
    """
    text = _REPLICATION_PREFIX.sub("", version.strip())
    # a build may be 2000, but then its number stands first
    if engine == EngineName.SQLSERVER and not _FULL.match(text):
        year = _YEAR.search(text)
        if year is not None:
            return f"{year[1]} {year[2].upper()}" if year[2] else year[1]
    numbers = _NUMBERS.search(text)
    if numbers is None:
        return ""
    major, minor = numbers.groups()
    if engine == EngineName.SQLSERVER and major in _SQL_SERVER_YEARS:
        return _SQL_SERVER_YEARS.get(f"{major}.{minor}", _SQL_SERVER_YEARS[major])
    is_postgresql = ENGINES[engine].family == "postgresql"
    if minor is None or (is_postgresql and int(major) >= 10):
        return major
    return f"{major}.{minor}"


def server_version(version: str) -> str:
    """What a server says is its version, as it is kept; empty where that is none."""
    try:
        return names.engine_version(version[:LONGEST_FULL])
    except ValueError:
        return ""


def full_version(engine: str, version: str) -> str:
    """``8.0.36`` of 8.0.36-log; empty where the text tells no more than its line."""
    text = _REPLICATION_PREFIX.sub("", version.strip())
    if engine != EngineName.SQLSERVER:
        numbers = _FULL.search(text)
        text = numbers[0] if numbers else ""
    return "" if text == release_line(engine, version) else text[:LONGEST_FULL]
