"""Under which conditions a result came about: each with where it is known from.

What the tool's output states wins over what anybody says of it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from benchruns.submissions.statement import likeness
from benchruns.submissions.statement.fields import FIELDS

Stated = Mapping[str, Any]  # by the names of FIELDS, as JSON holds them


class Origin(models.TextChoices):
    """Where a condition is known from, the most reliable first."""

    OUTPUT = "output", _("the tool's output")
    FILE = "file", _("the statement on this file")
    COMMAND = "command", _("the command line")
    SETTINGS = "settings", _("the server's settings")
    STATEMENT = "statement", _("the statement")
    CATALOGUE = "catalogue", _("the catalogue")


@dataclass(frozen=True, slots=True)
class Known:
    """A value, and where it is known from."""

    value: Any
    origin: Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """``value`` is what counts; ``others`` say it, too, the same or otherwise."""

    name: str
    value: Any
    origin: Origin
    others: tuple[Known, ...] = ()

    @property
    def contradicting(self) -> tuple[Known, ...]:
        return tuple(
            other
            for other in self.others
            if not likeness.agree(self.name, self.value, other.value)
        )


Conditions = Mapping[str, Condition]


def conditions(sources: Mapping[Origin, Stated]) -> dict[str, Condition]:
    """The conditions by name, in the order of ``FIELDS``; what nobody states is absent."""
    found = {}
    for name in FIELDS:
        known = [
            Known(sources[origin][name], origin)
            for origin in Origin
            if sources.get(origin, {}).get(name) is not None
        ]
        if known:
            found[name] = _settled(name, known)
    return found


def values(conditions: Conditions) -> dict[str, Any]:
    return {name: condition.value for name, condition in conditions.items()}


def _settled(name: str, known: list[Known]) -> Condition:
    """The most reliable, unless another says the same more exactly."""
    first = known[0]
    chosen = next(
        (
            other
            for other in known[1:]
            if likeness.refines(name, other.value, first.value)
        ),
        first,
    )
    return Condition(
        name=name,
        value=chosen.value,
        origin=chosen.origin,
        others=tuple(each for each in known if each is not chosen),
    )
