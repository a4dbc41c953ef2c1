"""Versions of SQL Server: releases are called by year and counted otherwise."""

import re

from benchruns.engines.version_numbers import begins_with_number, major_minor

_YEARS = {
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


def line(version: str) -> str:
    """``2008 R2``, be it named or numbered (10.50.6000.34)."""
    # a build may be 2000, but then its number stands first
    year = None if begins_with_number(version) else _YEAR.search(version)
    if year is not None:
        return f"{year[1]} {year[2].upper()}" if year[2] else year[1]
    major, minor = major_minor(version) or ("", None)
    if major in _YEARS:
        return _YEARS.get(f"{major}.{minor}", _YEARS[major])
    return major if minor is None else f"{major}.{minor}"


def full(version: str) -> str:
    return version
