"""What was stated, as everybody may see it: of a command line what is recognised."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from benchruns.submissions.recognised.commands import public_command
from benchruns.submissions.statement.conditions import Condition, Known

_COMMAND = "command"


def public_statement(statement: Mapping[str, Any]) -> dict[str, Any]:
    """Each field is stated to be shown; a command line was copied as a whole."""
    return {name: _public(name, value) for name, value in statement.items()}


def public_condition(condition: Condition) -> Condition:
    return replace(
        condition,
        value=_public(condition.name, condition.value),
        others=tuple(
            Known(_public(condition.name, known.value), known.origin)
            for known in condition.others
        ),
    )


def _public(name: str, value: Any) -> Any:
    return public_command(str(value)) if name == _COMMAND else value
