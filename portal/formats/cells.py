"""Cells of tables that programs other than browsers open."""


def safe_cell(cell: object) -> object:
    """Spreadsheets take text that begins so for a formula."""
    if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return f"'{cell}"
    return "" if cell is None else cell
