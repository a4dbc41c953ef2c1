"""All stored secrets, encrypted anew when ENCRYPTION_KEYS begins with another key.

A row is changed only while it holds what was read, so that a password which its owner
changes meanwhile stays.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from allauth.mfa.models import Authenticator
from cryptography.fernet import InvalidToken
from django.db import models, transaction

from benchruns import encryption
from benchruns.models import Endpoint, Reward, Webhook

COLUMNS: tuple[tuple[type[models.Model], str], ...] = (
    (Endpoint, "password_encrypted"),
    (Reward, "code_encrypted"),
    (Webhook, "secret_encrypted"),
    (Webhook, "target_encrypted"),
)
# of the JSON that allauth keeps
TWO_FACTOR = ("secret", "seed", "migrated_codes")


@dataclass(slots=True)
class Counts:
    """Secrets that were encrypted anew, that were already, and that no key reads."""

    renewed: int = 0
    current: int = 0
    unreadable: int = 0

    def renew(self, encrypted: str) -> str:
        """By the first key, or as it is."""
        if encryption.is_current(encrypted):
            self.current += bool(encrypted)
            return encrypted
        try:
            anew = encryption.renew(encrypted)
        except InvalidToken:
            self.unreadable += 1
            return encrypted
        self.renewed += 1
        return anew


def renew_all() -> Counts:
    counts = Counts()
    for model, column in COLUMNS:
        _renew_column(model, column, counts)
    for pk in Authenticator.objects.values_list("pk", flat=True):
        _renew_two_factor(pk, counts)
    return counts


def _renew_column(model: type[models.Model], column: str, counts: Counts) -> None:
    for pk, encrypted in _values(model, column):
        anew = counts.renew(encrypted)
        if anew != encrypted:
            unchanged = model._default_manager.filter(pk=pk, **{column: encrypted})
            unchanged.update(**{column: anew})


def _values(model: type[models.Model], column: str) -> Iterator[tuple[object, str]]:
    held = model._default_manager.exclude(**{column: ""}).order_by("pk")
    yield from held.values_list("pk", column).iterator()


@transaction.atomic
def _renew_two_factor(pk: int, counts: Counts) -> None:
    row = Authenticator.objects.select_for_update().filter(pk=pk).first()
    if row is None:  # turned off meanwhile
        return
    anew = dict(row.data)
    for name in TWO_FACTOR:
        held = anew.get(name)
        if isinstance(held, str):
            anew[name] = counts.renew(held)
        elif isinstance(held, list):
            anew[name] = [counts.renew(each) for each in held]
    if anew != row.data:
        Authenticator.objects.filter(pk=pk).update(data=anew)
