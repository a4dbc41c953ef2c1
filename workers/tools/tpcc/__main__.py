"""``python -m workers.tools.tpcc``: see ``--help``."""

import sys
from collections.abc import Sequence
from typing import TextIO

from workers.tools.tpcc import arguments
from workers.tools.tpcc.dialects import dialect_of
from workers.tools.tpcc.fatal import Fatal
from workers.tools.tpcc.load import load
from workers.tools.tpcc.options import Load, Place, Run
from workers.tools.tpcc.running import ceiling, measurement


def main(argv: Sequence[str]) -> int:
    """The exit status: 0, or 1 after a line that begins with FATAL."""
    wanted = arguments.read(argv)
    try:
        _carry_out(_place(sys.stdin), wanted)
    except Fatal as error:
        _say(f"FATAL: {error}")
        return 1
    return 0


def _place(stream: TextIO) -> Place:
    try:
        return arguments.read_place(stream)
    except ValueError as error:
        raise Fatal(f"0: {error}") from None


def _carry_out(place: Place, wanted: arguments.Wanted) -> None:
    try:
        match wanted:
            case Load():
                load(place, wanted, say=_say)
            case Run():
                measurement.run(place, wanted, say=_say)
            case arguments.Ceiling():
                _say(ceiling.measure(place, wanted))
            case arguments.Connect():
                dialect_of(place.dialect).connect(place).close()
    except Exception as error:
        dialect = dialect_of(place.dialect)
        if dialect.trouble(error) is None:
            raise
        raise Fatal(dialect.line_of(error)) from error


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - a program that speaks to its caller


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
