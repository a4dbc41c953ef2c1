"""The Lua scripts of Benchbook's own that sysbench runs, each with those that it needs.

A load generator writes them beside its tool; who repeats a run by hand gets them from the portal.
"""

from pathlib import Path

CONNECT = "benchbook_connect.lua"
PREPARE = "benchbook_prepare.lua"
TABLES = "benchbook_tables.lua"
LOAD = "benchbook_load.lua"
CUSTOM = "benchbook_custom.lua"

_FOLDER = Path(__file__).parent
NAMES = frozenset(path.name for path in _FOLDER.glob("*.lua"))
_NEEDED = {
    PREPARE: (LOAD,),
    TABLES: (LOAD,),
    "hot_row_update.lua": (TABLES, LOAD),
    "oltp_legacy.lua": (TABLES, LOAD),
}


def with_needed(name: str) -> tuple[str, ...]:
    """The script and what it loads by ``require``, to lie in one folder."""
    return (name, *_NEEDED.get(name, ()))


def text_of(name: str) -> str:
    """KeyError for a name that is none of ``NAMES``."""
    if name not in NAMES:
        raise KeyError(name)
    return (_FOLDER / name).read_text("utf-8")
