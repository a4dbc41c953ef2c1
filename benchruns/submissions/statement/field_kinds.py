"""What kind of value a field of the statement takes, and the sentence that asks for it."""

from enum import StrEnum

from django.utils.translation import gettext as _

from benchruns.submissions.statement.clean import BadValue
from benchruns.submissions.statement.fields import Field


class Kind(StrEnum):
    TEXT = "text"
    WHOLE = "whole"
    NUMBER = "number"
    DAY = "day"
    CHOICE = "choice"


def kind_of(field: Field) -> Kind:
    """Told by what its reader makes of "1": a field does not say."""
    if field.choices:
        return Kind.CHOICE
    try:
        value = field.clean("1")
    except BadValue:
        return Kind.DAY
    if isinstance(value, int):
        return Kind.WHOLE
    return Kind.NUMBER if isinstance(value, float) else Kind.TEXT


def rule_of(field: Field) -> str:
    """What its reader asks for when it is given nonsense."""
    if kind_of(field) is Kind.TEXT:
        return _("Give a text.")
    try:
        field.clean("?")
    except BadValue as error:
        return str(error)
    raise AssertionError(f"{field.name} takes anything")
