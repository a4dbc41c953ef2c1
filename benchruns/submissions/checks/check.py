"""One check that is done by program before a person looks at a submission."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

MOST_NAMED = 8  # in one sentence


class Outcome(models.TextChoices):
    """``failed`` forbids submitting: there is nothing to review yet."""

    OK = "ok", _("in order")
    NOTE = "note", _("note")
    CAUTION = "caution", _("caution")
    FAILED = "failed", _("failed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """``code`` is one a check. ``results`` are the public ids of the results that it
    concerns, ``values`` the numbers that the message states, exact."""

    code: str
    outcome: str
    message: str
    results: tuple[str, ...] = ()
    values: dict[str, Any] = field(default_factory=dict)  # JSON scalars
    remedy: str = ""

    def as_dict(self) -> dict[str, Any]:
        """As ``Submission.checks`` keeps it."""
        return {**asdict(self), "results": list(self.results)}

    @classmethod
    def read(cls, data: dict[str, Any]) -> "Check":
        return cls(**{**data, "results": tuple(data.get("results", ()))})


def listed(names: Sequence[str]) -> str:
    """The first of them as they stand in a sentence."""
    shown = ", ".join(names[:MOST_NAMED])
    return f"{shown}, ..." if len(names) > MOST_NAMED else shown
