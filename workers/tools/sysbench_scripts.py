"""What sysbench is told to run for each workload: its own scripts, and ours."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchruns.workloads import WORKLOADS

CONNECT = "benchbook_connect.lua"
PREPARE = "benchbook_prepare.lua"
TABLES = "benchbook_tables.lua"
LOAD = "benchbook_load.lua"
SIZES = ("tables", "table_size")


@dataclass(frozen=True, slots=True)
class Script:
    """A script by the name that sysbench takes.

    ``files`` are of our own, to lie in the working folder; ``sizes`` are the
    parameters that say how much data there is.
    """

    name: str
    sizes: tuple[str, ...] = SIZES
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


def script_of(name: str) -> Script:
    """The script of a workload of the registry; ValueError (a bug) for any other."""
    workload = WORKLOADS.get(name)
    if workload is None or workload.tool != "sysbench":
        raise ValueError(f"not a workload of sysbench: {name!r}")
    known = {parameter.name for parameter in workload.parameters}
    own = workload.tool_script.removeprefix("./")
    return Script(
        workload.tool_script,
        sizes=tuple(each for each in SIZES if each in known),
        files=(own, TABLES, LOAD) if own != workload.tool_script else (),
    )
