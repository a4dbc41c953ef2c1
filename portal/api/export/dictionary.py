"""What each field of an export holds, read from the API's description: nothing is said twice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from benchruns.figures.metrics import METRICS
from portal.api.description import keys
from portal.api.description.document import document
from portal.api.description.examples import answered
from portal.api.description.meanings import MEANINGS
from portal.api.export.kinds import Kind

HEADS = ("kind", "field", "type", "unit", "csv", "meaning")
# By how a name ends; the longer ending first.
UNITS = (
    ("_per_s", "1/s"),
    ("_ms", "ms"),
    ("_gb", "GB (2^30 bytes)"),
    ("_bytes", "bytes"),
    ("_percent", "%"),
    ("_seconds", "s"),
    ("_s", "s"),
    ("_at", "UTC"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """``is_column`` fields are columns of the CSV file; a list or an open object is one whole,
    as JSON, and what is within stands in the dictionary alone."""

    name: str
    type: str
    meaning: str
    is_column: bool

    @property
    def unit(self) -> str:
        """Empty for what has none."""
        name = self.name.rsplit(".", 1)[-1].removesuffix("[]")
        if name in METRICS:
            return METRICS[name].unit
        return next((unit for end, unit in UNITS if name.endswith(end)), "")

    def of(self, row: Mapping[str, Any]) -> Any:  # Any: JSON values
        """Its value in a row; None where something above it is null."""
        found: Any = row
        for name in self.name.split("."):
            if found is None:
                return None
            found = found.get(name)
        return found


@cache
def fields_of(kind: Kind) -> Sequence[Field]:
    """In the order of the API's answer."""
    whole = document()
    body = answered(whole["paths"][f"/api/v1{kind.path}"]["get"]) or {}
    page = keys.resolved(whole, body.get("schema", {}))
    row = page["properties"][kind.key]["items"]
    found = list(keys.below(whole, row))
    parents = {key.name.rsplit(".", 1)[0] for key in found if "." in key.name}
    ahead = [
        Field(name=name, type=_type_of(name), meaning=MEANINGS[name], is_column=True)
        for name in kind.before
    ]
    return ahead + [
        Field(
            name=key.name,
            type=keys.type_of(key.shape),
            meaning=" ".join(key.meaning.split()),
            is_column="[]" not in key.name and key.name not in parents,
        )
        for key in found
    ]


def _type_of(name: str) -> str:
    return "integer" if name in ("attempt", "generator") else "string, uuid"


def meaning_of(kind: Kind) -> str:
    """What such rows are, in the first words of the list's own description."""
    told = document()["paths"][f"/api/v1{kind.path}"]["get"]
    text: str = told.get("description") or told["summary"]
    return " ".join(text.split("\n\n")[0].split())


def lines_of(kind: Kind) -> list[tuple[str, ...]]:
    """By ``HEADS``."""
    return [
        (
            kind.name,
            field.name,
            field.type,
            field.unit,
            "yes" if field.is_column else "no",
            field.meaning,
        )
        for field in fields_of(kind)
    ]
