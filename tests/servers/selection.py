"""Which tests are about servers of one family, told by their parameters and fixtures."""

from collections.abc import Iterable
from pathlib import Path

import pytest

FAMILIES = {
    "mysql": ("mariadb", "mysql"),
    "postgresql": ("postgres", "postgresql"),
    "sqlserver": ("mssql", "sqlserver"),
}
MARK = "engine"
MATRIX = Path(__file__).parent


def of_family(items: Iterable[pytest.Item], family: str) -> list[pytest.Item]:
    """What is of no one family but of the matrix itself is of each."""
    return [
        item
        for item in items
        if item.path.parent == MATRIX or _families(item) == {family}
    ]


def _families(item: pytest.Item) -> set[str]:
    """Of its parameters if they name one; of its fixtures and its name otherwise."""
    if item.get_closest_marker(MARK) is None:
        return set()
    call = getattr(item, "callspec", None)
    values = (
        [each for each in call.params.values() if isinstance(each, str)] if call else []
    )
    named = {name for name, words in FAMILIES.items() if set(values) & set(words)}
    if named:
        return named
    words = [*getattr(item, "fixturenames", ()), item.name, item.path.stem]
    return {
        name
        for name, prefixes in FAMILIES.items()
        if any(prefix in word for word in words for prefix in prefixes)
    }
