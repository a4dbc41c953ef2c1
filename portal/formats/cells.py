"""Cells of tables that programs other than browsers open."""

from datetime import UTC, datetime


def safe_cell(cell: object) -> object:
    """Spreadsheets take text that begins so for a formula."""
    if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return f"'{cell}"
    if isinstance(cell, datetime):
        return exact_time(cell)
    return "" if cell is None else cell


def exact_time(at: datetime, timespec: str = "auto") -> str:
    """As the API writes it: ``2026-05-30T14:00:07.250Z``."""
    text = at.astimezone(UTC).isoformat(timespec=timespec)
    return text.replace("+00:00", "Z")
