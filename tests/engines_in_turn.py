"""Tests whose behaviour is not an engine's own take engines in turn; ``--long``, each.

Tests say so by ``pytest.mark.engines_in_turn``. They ask for a fixture ``target`` or
``place`` whose parameters are the engines; of the cases that differ by the engine alone
one is left in, another one for the next case. What an engine does in its own way is
tested on each, below the runs that are meant here; a SQL Server that is named has all.
"""

from collections import defaultdict
from collections.abc import Iterable

import pytest

MARK = "engines_in_turn"
ENGINE = ("target", "place")
ALWAYS = ("mssql", "sqlserver")  # skipped unless somebody asks for it


def left_out(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """What is not tested this time."""
    files: dict[object, dict[object, list[pytest.Item]]] = defaultdict(dict)
    for item in items:
        if item.get_closest_marker(MARK) and _engine(item) not in (None, *ALWAYS):
            files[item.path].setdefault(_case(item), []).append(item)
    found = []
    for cases in files.values():
        for turn, alike in enumerate(cases.values()):
            chosen = alike[turn % len(alike)]
            found += [item for item in alike if item is not chosen]
    return found


def _case(item: pytest.Item) -> object:
    others = {k: v for k, v in _parameters(item).items() if k not in ENGINE}
    return item.nodeid.split("[")[0], repr(sorted(others.items()))


def _engine(item: pytest.Item) -> object:
    return next((v for k, v in _parameters(item).items() if k in ENGINE), None)


def _parameters(item: pytest.Item) -> dict[str, object]:
    call = getattr(item, "callspec", None)
    return {} if call is None else dict(call.params)
