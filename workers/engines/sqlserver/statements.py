"""What the probe asks SQL Server: ``sql/*.sql``, for DBAs to read.

Names of ours alone are put into them, after a check; a user's never are.
"""

from collections.abc import Iterable
from pathlib import Path

from workers.engines.probe import checked_table, checked_workspace

FOLDER = Path(__file__).parent / "sql"


def statement(name: str, **values: str) -> str:
    """A file with its places filled; the values are what the functions below make."""
    return (FOLDER / f"{name}.sql").read_text(encoding="utf-8").format(**values)


def listed(names: Iterable[str]) -> str:
    return ", ".join(f"N'{checked_table(name)}'" for name in names)


def column(name: str) -> str:
    return quoted(checked_table(name))


def table(name: str, workspace: str | None) -> str:
    """In the workspace, or in the connection's own database and schema."""
    bare = column(name)
    return bare if workspace is None else f"{prefix(workspace)}dbo.{bare}"


def prefix(workspace: str | None) -> str:
    return "" if workspace is None else f"{quoted(checked_workspace(workspace))}."


def quoted(name: str) -> str:
    return f"[{name.replace(']', ']]')}]"
