"""Entering and changing rows of the catalogue, for staff."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from rest_framework.exceptions import PermissionDenied, ValidationError
from rest_framework.request import Request

from benchruns.errors import FieldError
from portal.api.authentication import caller


def staff_of(request: Request) -> User:
    """Who asks; PermissionDenied for others than staff."""
    user = caller(request)
    if not (isinstance(user, User) and user.is_staff):
        raise PermissionDenied(_("Staff alone change the catalogue."))
    return user


@contextmanager
def refused_by_field() -> Iterator[None]:
    try:
        yield
    except FieldError as refusal:
        raise ValidationError({refusal.field: [refusal.message]}) from refusal
