"""Which of pytest's workers takes which tests, and in which order.

A file stays with one worker and the servers that it has started; so does a folder whose
tests share processes. What waits for programs and servers begins with the longest, so that
the workers end at about the same time; it takes turns with what computes, where one run
has both. Journeys in a browser that need workers come before those of pages alone, for
which the workers are stopped.
"""

from itertools import zip_longest
from pathlib import Path

import pytest
from xdist.scheduler import LoadScopeScheduling

TESTS = Path(__file__).parent
BROWSER, LIVE = "browser", "engine"  # the mark of journeys that need workers
TOGETHER = (BROWSER, "faults")
# What starts programs and waits for servers; the longest first, none of them last.
WAITING = ("local", "browser", "client", "faults", "workers")
LONGEST = (
    "workers/runs/test_executor.py",
    "local/test_demo.py",
    "browser",
    "workers/evidence/test_evidence.py",
    "workers/runs/test_interrupted_runs.py",
    "workers/tools/test_pgbench_runs.py",
    "faults",
    "workers/runs/test_kept_data_on_servers.py",
    "workers/evidence/test_regime_on_servers.py",
    "workers/tools/test_own_scripts.py",
    "workers/runs/test_sweeps.py",
    "workers/tpcc/test_runs.py",
    "workers/runs/test_runs_not_made.py",
)


class Distribution(LoadScopeScheduling):  # type: ignore[misc]
    def _split_scope(self, nodeid: str) -> str:
        path = nodeid.split("::", 1)[0]
        folder = path.split("/")[1]
        return folder if folder in TOGETHER else path


def arrange(items: list[pytest.Item]) -> None:
    # by files, of which there are few: a path is long to take apart
    files = {
        path: path.relative_to(TESTS) for path in dict.fromkeys(i.path for i in items)
    }
    waiting = sorted((f for f in files.values() if f.parts[0] in WAITING), key=_rank)
    others = [file for file in files.values() if file.parts[0] not in WAITING]
    pairs = zip_longest(waiting, others)
    order = [file for pair in pairs for file in pair if file is not None]
    place = {file: number for number, file in enumerate(order)}
    places = {path: place[file] for path, file in files.items()}
    browsed = {
        path: at for path, at in places.items() if files[path].parts[0] == BROWSER
    }
    first = min(browsed.values(), default=0)
    items.sort(
        key=lambda item: (
            (first, 0)
            if item.path in browsed and item.get_closest_marker(LIVE)
            else (places[item.path], 1)
        )
    )


def _rank(file: Path) -> int:
    for rank, longest in enumerate(LONGEST):
        if file.as_posix().startswith(longest):
            return rank
    return len(LONGEST)
