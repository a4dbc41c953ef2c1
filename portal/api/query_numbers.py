"""Whole numbers in the query of an address."""

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

LARGEST = 2**31 - 1


def integer(
    request: Request, name: str, *, default: int | None = None, minimum: int = 0
) -> int:
    """A query parameter; ValidationError unless it is an integer in range."""
    given = request.query_params.get(name)
    if given is None and default is not None:
        return default
    digits = (given or "").removeprefix("-")
    if digits.isascii() and digits.isdecimal() and len(digits) <= len(str(LARGEST)):
        value = int(given or "")
        if minimum <= value <= LARGEST:
            return value
    message = _("Give an integer from %(minimum)d on.") % {"minimum": minimum}
    raise ValidationError({name: [message]})
