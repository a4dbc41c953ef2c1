"""What sysbench is told to run for each workload: its own scripts, and ours."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from benchruns.workloads import WORKLOADS
from benchruns.workloads.sysbench_lua import PREPARE, text_of, with_needed

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
        return {**{name: text_of(name) for name in self.files}, **self.written}

    def preparing(self) -> "Script":
        """The script that can mark its tables and split them; ours do so themselves."""
        if self.files:
            return self
        return replace(PREPARING, sizes=self.sizes)


PREPARING = Script(f"./{PREPARE}", files=with_needed(PREPARE))


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
        files=with_needed(own) if own != workload.tool_script else (),
    )
