"""Injects faults into a whole Benchbook and prints a table of what was survived.

    python -m tests.faults [--count N] [--seed N] [--first N] [--kinds "web killed,..."]
                           [--lines FILE] [--engine ENGINE]
    python -m tests.faults --table FILE...

A line a fault goes to FILE, which begins anew with --first=0. The same seed is the same
order of all faults, of which kinds and engine leave some out; a case's number repeats it
by itself: --first=NUMBER --count=1. Exits with 1 where something was not survived.
"""

import argparse
import ctypes
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path

PR_SET_CHILD_SUBREAPER = 36


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--kinds", default="")
    parser.add_argument("--engine", default="")
    parser.add_argument("--lines", type=Path, default=Path("var/faults.jsonl"))
    parser.add_argument("--table", type=Path, nargs="+")
    options = parser.parse_args()
    from tests.faults import table

    if not options.table:
        _inject(options)
    cases = table.read(options.table or [options.lines])
    print(table.table(cases))
    print(f"\n{table.troubles(cases)}".rstrip())
    return int(any(case["troubles"] for case in cases))


def _inject(options: argparse.Namespace) -> None:
    """Orphans of what is killed fall to this process, which looks for them."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    options.lines.parent.mkdir(parents=True, exist_ok=True)
    if not options.first:
        options.lines.unlink(missing_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="benchbook-faults-", dir="/var/tmp"))
    folder.chmod(0o711)
    try:
        from tests.faults import campaign

        campaign.carry_out(options, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    os.environ.setdefault("BENCHBOOK_FAULTS", str(os.getpid()))
    sys.exit(main())
