"""What the form of a report knows of the catalogue: providers, and classes with their sizes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst

from benchruns.models import InstanceClass, Provider
from benchruns.submissions.checks.contradictions import LIMITS
from benchruns.submissions.statement.classes import stated_of
from benchruns.submissions.statement.conditions import Origin
from benchruns.submissions.statement.likeness import UNITS_APART
from portal.pages.submissions.form import HINT, STATED_COUNTS
from portal.templatetags.submissions import value_text

MOST_KNOWN = 500  # classes that the form proposes


@dataclass(frozen=True, slots=True)
class Known:
    """``spec`` is what the script of the form reads: words, and each class by its code.

    Of a class its provider's names, its engine, and each thing that the catalogue says as
    a value and as a text. An empty field takes that, so the script shows it as a hint.
    """

    providers: Sequence[tuple[str, str]]
    codes: Sequence[str]
    spec: dict[str, Any]


def known_to_the_form() -> Known:
    """Two queries."""
    rows = InstanceClass.objects.select_related("provider").order_by("code", "pk")
    classes = list(rows[:MOST_KNOWN])
    return Known(
        providers=list(Provider.objects.values_list("slug", "name")),
        codes=list(dict.fromkeys(each.code for each in classes)),
        spec={
            "words": {
                "hint": HINT % {"value": "{value}", "origin": Origin.CATALOGUE.label},
                "caution": STATED_COUNTS
                % {"value": "{value}", "origin": capfirst(Origin.CATALOGUE.label)},
            },
            "apart": {"memory_gb": UNITS_APART},
            "limits": sorted(LIMITS),
            "classes": [_class(each) for each in classes],
        },
    )


def _class(row: InstanceClass) -> dict[str, Any]:
    return {
        "code": row.code,
        "engine": row.engine,
        "providers": [row.provider.slug, row.provider.name],
        "stated": {
            name: [value, value_text(name, value)]
            for name, value in stated_of(row).items()
        },
    }
