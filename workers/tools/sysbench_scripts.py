"""What sysbench is told to run for each workload: its own scripts, and ours."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
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

    ``files`` are of our own, to lie in the working folder, as do those ``written`` there
    with what is in them; ``sizes`` are the parameters that say how much data there is.
    """

    name: str
    sizes: tuple[str, ...] = SIZES
    files: tuple[str, ...] = ()
    written: Mapping[str, str] = field(default_factory=dict)

    def texts(self) -> Mapping[str, str]:
        """Each file of the working folder with what is in it."""
        folder = Path(__file__).parent
        files = {name: (folder / name).read_text("utf-8") for name in self.files}
        return {**files, **self.written}

    def preparing(self) -> "Script":
        """The script that can mark its tables and split them; ours do so themselves."""
        if self.files:
            return self
        return replace(PREPARING, sizes=self.sizes)


PREPARING = Script(f"./{PREPARE}", files=(PREPARE, LOAD))


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
