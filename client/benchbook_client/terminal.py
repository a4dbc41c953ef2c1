"""What a terminal, a log of CI or another program gets to read.

Answers go to standard output, all else to standard error. Texts that came from the API
are stripped of what could steer a terminal.
"""

import json
import sys
import unicodedata
from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

WIDE = 240  # columns where no terminal says how wide it is


def clean(text: object) -> str:
    """Without control characters, but for the ends of lines."""
    return "".join(
        each if each == "\n" or unicodedata.category(each) not in {"Cc", "Cf"} else " "
        for each in str(text)
    )


def say(text: str) -> None:
    sys.stdout.write(f"{clean(text)}\n")


def tell(text: str) -> None:
    """Beside the answer: what goes on, and what went wrong."""
    sys.stderr.write(f"{clean(text)}\n")
    sys.stderr.flush()


def as_json(body: object) -> None:
    """As the API gave it, for another program."""
    sys.stdout.write(json.dumps(body, indent=2, ensure_ascii=True) + "\n")


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Columns; None is an empty cell, numbers stand to the right."""
    lines = [list(row) for row in rows]
    shown = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for place, head in enumerate(heads):
        is_number = any(isinstance(row[place], int | float) for row in lines)
        shown.add_column(head, justify="right" if is_number else "left", no_wrap=True)
    for row in lines:
        shown.add_row(*(Text(clean(cell_of(each))) for each in row))
    console = Console(width=None if sys.stdout.isatty() else WIDE)
    console.print(shown)


def cell_of(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return number(value)
    return str(value)


def number(value: float) -> str:
    """Three digits or all before the point: 0.123, 12.3, 1,234."""
    for limit, places in ((1, 3), (10, 2), (100, 1)):
        if abs(value) < limit:
            return f"{value:.{places}f}"
    return f"{value:,.0f}"


def size(count: float) -> str:
    for unit in ("B", "KB", "MB", "GB"):
        if count < 1024:
            return f"{number(count) if count % 1 else int(count)} {unit}"
        count /= 1024
    return f"{number(count)} TB"
