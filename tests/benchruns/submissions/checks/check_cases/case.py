"""A check with what is said of it."""

from typing import Any, NamedTuple


class Case(NamedTuple):
    """``added`` names the values that older releases did not keep."""

    code: str
    outcome: str
    values: dict[str, Any]
    message: str
    remedy: str = ""
    added: tuple[str, ...] = ()

    @property
    def stored(self) -> dict[str, Any]:
        return {
            "code": self.code,
            "severity": self.outcome,
            "results": ["7f3c"],
            "values": self.values,
        }

    @property
    def answered(self) -> dict[str, Any]:
        """As the API gives it, and as older releases stored it."""
        return {
            "code": self.code,
            "outcome": self.outcome,
            "message": self.message,
            "results": ["7f3c"],
            "values": self.values,
            "remedy": self.remedy,
        }

    @property
    def of_older_release(self) -> dict[str, Any]:
        values = {n: v for n, v in self.values.items() if n not in self.added}
        return {**self.answered, "values": values}
