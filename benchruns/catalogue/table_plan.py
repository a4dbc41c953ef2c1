"""What a CSV file of staff would change; who agreed to one plan gets that one or none."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePlan:
    """``unchanged`` lines are in the portal already, word for word."""

    added: Sequence[Any]  # lines: each kind of file has its own
    changed: Sequence[Any]
    unchanged: int

    @property
    def row_count(self) -> int:
        return len(self.added) + len(self.changed)

    @property
    def is_nothing(self) -> bool:
        return not (self.added or self.changed)

    @property
    def counts(self) -> dict[str, int]:
        """For sentences."""
        return {
            "added": len(self.added),
            "changed": len(self.changed),
            "same": self.unchanged,
        }

    @property
    @abstractmethod
    def digest(self) -> str:
        """The same for the same plan: what was agreed to is what is done."""


class PlanChanged(Exception):
    """Something was changed since the plan was agreed to; ``plan`` is the new one."""

    def __init__(self, plan: TablePlan) -> None:
        super().__init__("the plan is another one now")
        self.plan = plan
