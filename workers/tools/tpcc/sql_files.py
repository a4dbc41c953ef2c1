"""The SQL of the tool, as a DBA reads it: ``sql/<dialect>/*.sql`` and its routines.

A statement ends with a semicolon at the end of a line. A routine has a file of its own
and is one statement, whatever its lines end with; what stands between ``-- profile NAME``
and the next such line, or ``-- both profiles``, is of one profile alone.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from workers.tools.tpcc.kinds import Kind
from workers.tools.tpcc.options import Profile

FOLDER = Path(__file__).parent / "sql"
CONDITIONS = (1, 2, 3, 4)  # of clause 3.3.2; the specification's others need an audit
_END = re.compile(r";[ \t]*$", re.MULTILINE)
_MARK = re.compile(r"\s*-- (?:profile (?P<profile>\w+)|both profiles)")
_COMMENT = re.compile(r"^\s*--.*$", re.MULTILINE)


def statements(dialect: str, name: str) -> list[str]:
    """The statements of ``sql/<dialect>/<name>.sql`` in order, without comments.

    No text constant of these files holds a semicolon or a comment at a line's end.
    """
    text = _COMMENT.sub("", _text(FOLDER / dialect / f"{name}.sql"))
    return [part.strip() for part in _END.split(text) if part.strip()]


def routine(dialect: str, kind: Kind, profile: Profile) -> str:
    """The statement that creates a kind's routine."""
    text = _text(FOLDER / dialect / "routines" / f"{kind}.sql")
    return "\n".join(_of_profile(text.splitlines(), profile)).strip()


def _of_profile(lines: Iterable[str], profile: Profile) -> Iterator[str]:
    is_ours = True
    for line in lines:
        if marked := _MARK.fullmatch(line):
            is_ours = marked["profile"] in (None, profile)
        elif is_ours:
            yield line


def empty_routine(dialect: str) -> str:
    """The statement that creates the routine that does nothing."""
    return _text(FOLDER / dialect / "empty.sql")


def condition(number: int) -> str:
    """A query of the rows that violate condition ``number`` of clause 3.3.2.

    Its columns are warehouse, district (None where it is of a whole warehouse),
    expected and found; every engine runs the same text.
    """
    return _text(FOLDER / "consistency" / f"condition_{number}.sql")


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8").strip()
