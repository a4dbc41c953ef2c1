"""What sysbench is told to run for each workload: its own scripts, and ours."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

PREPARE = "benchbook_prepare.lua"
TABLES = "benchbook_tables.lua"
LOAD = "benchbook_load.lua"


@dataclass(frozen=True, slots=True)
class Script:
    """A script by the name that sysbench takes.

    ``files`` are of our own, to lie in the working folder; ``sizes`` are the
    parameters that say how much data there is.
    """

    name: str
    sizes: tuple[str, ...] = ("tables", "table_size")
    files: tuple[str, ...] = ()

    def texts(self) -> Mapping[str, str]:
        """Each of ``files`` with what is in it."""
        folder = Path(__file__).parent
        return {name: (folder / name).read_text("utf-8") for name in self.files}

    def preparing(self) -> "Script":
        """The script that can mark its tables and split them; ours do so themselves."""
        if self.files:
            return self
        return Script(f"./{PREPARE}", sizes=self.sizes, files=(PREPARE, LOAD))


SCRIPTS = {
    "oltp_read_write": Script("oltp_read_write"),
    "oltp_read_only": Script("oltp_read_only"),
    "oltp_write_only": Script("oltp_write_only"),
    "oltp_legacy": Script("./oltp_legacy.lua", files=("oltp_legacy.lua", TABLES, LOAD)),
    "hot_row_update": Script(
        "./hot_row_update.lua",
        sizes=(),
        files=("hot_row_update.lua", TABLES, LOAD),
    ),
}


def script_of(workload: str) -> Script:
    """The script of a workload of the registry; ValueError (a bug) for any other."""
    if workload not in SCRIPTS:
        raise ValueError(f"not a workload of sysbench: {workload!r}")
    return SCRIPTS[workload]
