"""A campaign of another paper as it is entered and reviewed."""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from benchruns.catalogue.entry.columns import CAMPAIGN
from benchruns.errors import FieldErrors, NotAllowed
from benchruns.submissions.campaigns.decisions import LONGEST_REVIEW
from benchruns.submissions.campaigns.drafts import NameTaken, PaperError
from benchruns.submissions.review.refusals import WordsNotAllowed
from benchruns.submissions.template.columns import KEYS
from benchruns.submissions.template.limits import MOST_ROWS
from portal.api.catalogue.requests import EntryRequest
from portal.api.fields import Integer, StrictSerializer, Text
from portal.api.serializers.submissions.request import LARGEST_VERSION
from portal.web.problems import Conflict

FILE_NAME = "rows.csv"
# What tells the template from other tables, whether rows have it or not.
HEAD = ("workload", "instance_class", "engine_version", "tps")
_CELL = re.compile(r"[A-Z]+(\d+)(?: \((\w+)\))?", re.ASCII)


@extend_schema_field(
    {
        "type": "array",
        "items": {"type": "object", "additionalProperties": True},
        "description": "A row of the report template each, by the keys of its columns.",
    }
)
class Rows(serializers.ListField):
    child = serializers.DictField()
    default_error_messages = {
        "value": _("Give texts, numbers or null."),
        "unknown": _("The report template has no such column."),
    }

    def to_internal_value(self, data: Any) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = super().to_internal_value(data)
        errors: dict[str, list[str]] = {}
        for number, row in enumerate(rows):
            for key, value in row.items():
                if key not in KEYS:
                    errors[f"{number}.{key}"] = [str(self.error_messages["unknown"])]
                elif isinstance(value, bool | list | dict):
                    errors[f"{number}.{key}"] = [str(self.error_messages["value"])]
        if errors:
            raise ValidationError(errors)
        return rows


class CampaignRequestSerializer(EntryRequest):
    columns = CAMPAIGN

    def get_fields(self) -> dict[str, Any]:
        rows = Rows(min_length=1, max_length=MOST_ROWS)
        return {**super().get_fields(), "rows": rows}

    def to_internal_value(self, data: Any) -> Any:
        values = super().to_internal_value(data)
        given = self.fields["rows"]
        if isinstance(data, dict) and "rows" in data:
            values["rows"] = given.run_validation(data["rows"])
        return values


class CampaignDecisionSerializer(StrictSerializer):
    version = Integer(
        min_value=1, max_value=LARGEST_VERSION, help_text="The one looked at."
    )
    text = Text(
        max_length=LONGEST_REVIEW,
        required=False,
        allow_blank=True,
        help_text="For who entered it; needed to give it back.",
    )


class WithdrawalSerializer(StrictSerializer):
    reason = Text(
        max_length=LONGEST_REVIEW,
        required=False,
        allow_blank=True,
        help_text="Everybody reads it; needed where the campaign is published.",
    )


def as_table(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """The report template as CSV."""
    given = (name for row in rows for name in row)
    names = list(dict.fromkeys((*HEAD, *given)))
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(names)
    for row in rows:
        values = (row.get(name) for name in names)
        writer.writerow("" if value is None else str(value) for value in values)
    return text.getvalue().encode()


@contextmanager
def refused() -> Iterator[None]:
    """What is wrong with values and rows by their paths; 409 for what is decided, and
    for a name that is taken."""
    try:
        yield
    except PaperError as error:
        raise ValidationError(_errors_of(error)) from error
    except NameTaken as taken:
        raise Conflict(" ".join(taken.errors.values())) from taken
    except FieldErrors as error:
        raise ValidationError({n: [t] for n, t in error.errors.items()}) from error
    except WordsNotAllowed as missing:
        raise ValidationError({"reason": [str(missing)]}) from missing
    except NotAllowed as refusal:
        raise Conflict(str(refusal)) from refusal


def _errors_of(error: PaperError) -> dict[str, list[str]]:
    """By paths into ``rows``, where a fault is about a row or its cell."""
    found: dict[str, list[str]] = {}
    for place, reason in error.faults:
        found.setdefault(_path(place), []).append(reason)
    return found


def _path(place: str) -> str:
    """Row 2 of the table is the first of the body: its head stands above it."""
    cell = _CELL.fullmatch(place)
    if cell is None:
        number = re.search(r"\d+$", place)
        return f"rows.{int(number[0]) - 2}" if number else "rows"
    row, key = cell.groups()
    parts = [
        "rows",
        *([str(int(row) - 2)] if int(row) > 1 else []),
        *filter(None, [key]),
    ]
    return ".".join(parts)
