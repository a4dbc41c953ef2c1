"""Cases of one test of which any shows its course take turns; ``--long``, each.

Tests say so by ``pytest.mark.cases_in_turn``: a cancel in each phase of each tool, a
server that turns rogue in each manner. One case of a test is done, another one of the
next test of its file; the file's name decides which is first, so that over all tests each
engine, tool and manner has its turn, and the same one each time.
"""

from collections import defaultdict
from collections.abc import Iterable
from zlib import crc32

import pytest

MARK = "cases_in_turn"


def left_out(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """What is not tested this time."""
    files: dict[str, dict[str, list[pytest.Item]]] = defaultdict(dict)
    for item in items:
        if item.get_closest_marker(MARK) and not _is_skipped(item):
            file, test = item.nodeid.split("[")[0].split("::", 1)
            files[file].setdefault(test, []).append(item)
    found = []
    for file, tests in files.items():
        for turn, cases in enumerate(tests.values(), crc32(file.encode())):
            chosen = cases[turn % len(cases)]
            found += [case for case in cases if case is not chosen]
    return found


def _is_skipped(item: pytest.Item) -> bool:
    """An engine that is not there unless somebody names one, in whatever parameter."""
    call = getattr(item, "callspec", None)
    values = [] if call is None else [str(value) for value in call.params.values()]
    return any("mssql" in value or value == "sqlserver" for value in values)
