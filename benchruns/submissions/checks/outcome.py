"""How a check comes out that is done before a person looks at a submission.

A check is a Finding with such a severity; ``benchruns.sentences.checks`` words it.
"""

from collections.abc import Sequence
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

MOST_NAMED = 8  # in one sentence


class Outcome(models.TextChoices):
    """``failed`` forbids submitting: there is nothing to review yet.

    Not the severities of findings: those have none for what is in order.
    """

    OK = "ok", _("passed")
    NOTE = "note", _("note")
    CAUTION = "caution", _("caution")
    FAILED = "failed", _("failed")


def named(names: Sequence[Any]) -> dict[str, Any]:
    """The first of them, as values of a check hold them, and how many more there are."""
    return {
        "names": list(names[:MOST_NAMED]),
        "more": len(names[MOST_NAMED:]),
    }
