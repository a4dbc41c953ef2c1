"""What a tool printed beside its figures, as everybody may see it: numbers by known names.

A tool's names may be those that a script gave (of procedures, operations), and its texts
are the user's (statements, names of files): known words alone stay.
"""

from collections.abc import Mapping

from benchruns.parsers.pgbench.load import BUILT_IN, SEVERAL
from benchruns.parsers.printed_names import is_known_name
from benchruns.parsers.settings.shapes import MOMENT, NUMBERS, words
from benchruns.parsers.tool_report import Scalar
from benchruns.workloads import words_called
from benchruns.workloads.pgbench_scripts import SCRIPTS

_WORDS = words(
    *("simple", "extended", "prepared", "range", "hash"),
    *words_called("benchbase", "go-tpc"),
    *("tpch", "ycsb", "chbenchmark", "smallbank"),
    *(f"TRANSACTION_{level}" for level in (
        "SERIALIZABLE", "REPEATABLE_READ", "READ_COMMITTED", "READ_UNCOMMITTED",
    )),
    *(script.name for script in SCRIPTS.values()),
    *BUILT_IN,
    SEVERAL,
)  # fmt: skip


def public_printed(printed: Mapping[str, Scalar]) -> dict[str, Scalar]:
    return {
        name: value
        for name, value in printed.items()
        if is_known_name(name) and _is_known(value)
    }


def _is_known(value: object) -> bool:
    if isinstance(value, str):
        return any(shape.fullmatch(value) for shape in (NUMBERS, MOMENT, _WORDS))
    return value is None or isinstance(value, int | float | bool)
