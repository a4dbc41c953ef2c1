"""Which of several reports a file belongs to by its name: ``run-2.err`` to ``run-2.out``."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

# What names only say of the kind of a file.
_KINDS = frozenset(
    [
        "bench",
        "benchmark",
        "err",
        "error",
        "errors",
        "file",
        "gotpc",
        "hammerdb",
        "json",
        "log",
        "logs",
        "messages",
        "out",
        "output",
        "pgbench",
        "progress",
        "report",
        "result",
        "results",
        "std",
        "stderr",
        "stdout",
        "sysbench",
        "text",
        "tpc",
        "txt",
    ]
)
_PART = re.compile(r"[^\W\d_]+|\d+")


def likeliest(name: str, names: Mapping[Any, str]) -> Any | None:
    """The key of the name that shares most words with it; None where two do, or none."""
    parts = _parts(name)
    shared = {key: (parts & _parts(other)).total() for key, other in names.items()}
    most = max(shared.values(), default=0)
    best = [key for key, count in shared.items() if count == most]
    return best[0] if most and len(best) == 1 else None


def _parts(name: str) -> Counter[str]:
    found = _PART.findall(name.casefold())
    return Counter(
        part.lstrip("0") or "0" if part.isdecimal() else part
        for part in found
        if part not in _KINDS
    )
