"""The statement of a submission in a JSON body: each value of its field's JSON type."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import ValidationError

from benchruns.submissions.statement.field_kinds import Kind, kind_of, rule_of
from benchruns.submissions.statement.fields import FIELDS
from benchruns.submissions.statement.statement import sifted
from portal.api.fields import JsonObject

# Whole numbers are integers; days and choices are texts.
_TYPES: dict[Kind, tuple[type, ...]] = {Kind.WHOLE: (int,), Kind.NUMBER: (int, float)}


class Statement(JsonObject):
    """Each value that cannot be stated is refused by name, of a submission or ``of_file``."""

    default_error_messages = {"null": _("Give an object.")}

    def __init__(self, *, of_file: bool = False, **kwargs: Any) -> None:
        self.of_file = of_file
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        stated: dict[str, Any] = super().to_internal_value(data)
        errors = {
            name: [rule_of(FIELDS[name])]
            for name, value in stated.items()
            if name in FIELDS and not _is_of(kind_of(FIELDS[name]), value)
        }
        rest = {name: stated[name] for name in stated if name not in errors}
        unfit = sifted(rest, of_file=self.of_file)[1]
        errors |= {name: [str(error)] for name, error in unfit.items()}
        if errors:
            raise ValidationError(errors)
        return stated


def _is_of(kind: Kind, value: object) -> bool:
    """Null takes away what was stated."""
    if value is None:
        return True
    return isinstance(value, _TYPES.get(kind, (str,))) and not isinstance(value, bool)
