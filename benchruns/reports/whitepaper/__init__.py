"""The performance white paper of an engine version: what it says, whatever prints it."""

from benchruns.reports.whitepaper.meanings import Meaning, meanings_of
from benchruns.reports.whitepaper.paper import (
    MOST_ROWS,
    Chapter,
    WhitePaper,
    basis_of,
    rows_of,
    white_paper,
)

__all__ = [
    "MOST_ROWS",
    "Chapter",
    "Meaning",
    "WhitePaper",
    "basis_of",
    "meanings_of",
    "rows_of",
    "white_paper",
]
