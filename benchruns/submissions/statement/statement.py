"""What a user states of a test, cleaned: JSON values by the names of ``FIELDS``."""

from collections.abc import Callable, Mapping
from datetime import date

from django.utils.translation import gettext as _

from benchruns.errors import FieldErrors
from benchruns.parsers.secrets.guard import blank_secrets
from benchruns.submissions.statement.clean import BadValue
from benchruns.submissions.statement.fields import FIELDS, Field, Value

Stored = str | int | float


class StatementError(FieldErrors):
    """What was stated cannot be used; ``errors`` maps each field to its sentence."""


def cleaned(given: Mapping[str, object], *, of_file: bool = False) -> dict[str, Stored]:
    """What is stated, without the empty ones; dates as YYYY-MM-DD.

    ``of_file`` is for one file alone: not all fields may differ between files. Secrets
    are blanked, and what tells whose server it was.
    """
    stated, errors = sifted(given, of_file=of_file)
    if errors:
        raise StatementError({name: str(error) for name, error in errors.items()})
    return stated


def sifted(
    given: Mapping[str, object], *, of_file: bool = False
) -> tuple[dict[str, Stored], dict[str, BadValue]]:
    """As ``cleaned``, with why the rest cannot be used."""
    fields = fields_of(of_file=of_file)
    stated: dict[str, Stored] = {}
    errors: dict[str, BadValue] = {}
    for name, value in given.items():
        if name not in fields:
            errors[str(name)] = BadValue(_unknown(name, of_file=of_file))
        elif not is_blank(value):
            try:
                found = concealed(fields[name].clean, value)
            except BadValue as error:
                errors[name] = error
                continue
            if not is_blank(found):
                stated[name] = found.isoformat() if isinstance(found, date) else found
    return stated, errors


def fields_of(*, of_file: bool) -> dict[str, Field]:
    return {
        name: field for name, field in FIELDS.items() if field.of_file or not of_file
    }


def merged(
    kept: Mapping[str, Stored], given: Mapping[str, object], *, of_file: bool = False
) -> dict[str, Stored]:
    """``kept`` with what is ``given`` in its place; a blank one takes it away."""
    fresh = cleaned(given, of_file=of_file)
    rest = {name: value for name, value in kept.items() if name not in given}
    return {name: (rest | fresh)[name] for name in FIELDS if name in rest | fresh}


def is_blank(value: object) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def concealed(clean: Callable[[object], Value], value: object) -> Value:
    """As it is kept: what stands in place of a secret or place counts in its length."""
    found = clean(value)
    return clean(blank_secrets(found).text) if isinstance(found, str) else found


def _unknown(name: object, *, of_file: bool) -> str:
    if of_file and name in FIELDS:
        return _("State this for the whole submission, not for one file.")
    return _("There is no field of this name.")
