"""What pasted commands of a tool say of a test, by the names of a statement's fields.

Several may stand together: the one that measures tells threads and time, the one that
prepares tells the size of the data. What is not known here is ignored.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from benchruns.parsers.commands.tools import TOOLS, Phase, Said
from benchruns.parsers.commands.words import Command, commands

Stated = Mapping[str, str | int | float]

# Of the data, which the commands that prepare it know best; the rest is of the run.
SIZES = frozenset({"tables", "table_size", "scale"})
_OF_ALL = frozenset({"tool", "workload", "engine"})
_PYTHON_CALL = re.compile(r"^\s*(dbset|diset|vuset)\(([^()\n]{0,400})\)", re.M)


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandFacts:
    """``variant`` is a ``vocabulary.Variant``, empty for the workload's own load."""

    stated: Stated = field(default_factory=dict)
    variant: str = ""


def read(text: str, *, tool: str = "") -> CommandFacts:
    """What the commands say; what two of them say differently is not told.

    With a ``tool``, only its own commands count where there are some.
    """
    said = [_said(command) for command in commands_of(text)]
    every = [each for each in said if each is not None]
    known = [each for each in every if each.facts.get("tool") == tool] or every
    names = dict.fromkeys(name for each in known for name in each.facts)
    found = {name: _agreed(name, known) for name in names}
    variants = {each.variant for each in known if each.phase == Phase.RUN}
    return CommandFacts(
        stated={name: value for name, value in found.items() if value is not None},
        variant=variants.pop() if len(variants) == 1 else "",
    )


def commands_of(text: str) -> Iterator[Command]:
    """Each command of the text, HammerDB's in the words of Tcl."""
    return commands(_PYTHON_CALL.sub(_as_tcl, text))


def _said(command: Command) -> Said | None:
    tool = TOOLS.get(command.program)
    return tool(command) if tool else None


def _as_tcl(match: re.Match[str]) -> str:
    """HammerDB's Python dialect in the words of the other one."""
    return f"{match[1]} {match[2].replace(',', ' ')}"


def _agreed(name: str, said: Sequence[Said]) -> str | int | float | None:
    for phases in _phases(name):
        values = {
            value
            for each in said
            if each.phase in phases and (value := each.facts.get(name)) is not None
        }
        if values:
            return values.pop() if len(values) == 1 else None
    return None


def _phases(name: str) -> Iterator[tuple[Phase, ...]]:
    """Whose word counts first."""
    if name in SIZES:
        yield from ((Phase.PREPARE,), (Phase.RUN,), (Phase.OTHER,))
    elif name in _OF_ALL:
        yield from ((Phase.RUN,), (Phase.PREPARE, Phase.OTHER))
    else:
        yield (Phase.RUN,)
