"""What the papers print of a workload: their commands, and outputs of its tool."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from benchruns.models import Command
from benchruns.sources.outputs import Output, outputs_of
from benchruns.workloads import Workload


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """``commands`` stand by their paper and section, in its order."""

    commands: Sequence[tuple[str, Sequence[Command]]]
    outputs: Sequence[Output]


def printed(workload: Workload) -> Printed:
    """Of SQLite's lists none can ask what is in them, so all are read: there are few."""
    commands = Command.objects.select_related("source", "instance_class")
    found: dict[str, list[Command]] = defaultdict(list)
    for command in commands:
        if workload.name in command.workloads:
            sections = command.source_section.replace(";", ", ")
            found[f"{command.source.title}, {sections}"].append(command)
    return Printed(
        commands=list(found.items()), outputs=list(outputs_of(workload.name))
    )
