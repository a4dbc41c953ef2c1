"""What several models share."""

import uuid
from collections.abc import Collection
from typing import Self, TypeVar

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import models
from django.db.models import Q

from benchruns.vocabulary import Visibility

Shown = TypeVar("Shown", bound=models.Model)


class PublicModel(models.Model):
    """A row whose key is the public UUID of its address and of the API."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)

    class Meta:
        abstract = True


def one_of(
    field: str, choices: type[models.TextChoices] | Collection[str], *, name: str
) -> models.CheckConstraint:
    """Hold a column to its choices: ``choices`` alone does not reach the database."""
    values = choices.values if isinstance(choices, type) else list(choices)
    return models.CheckConstraint(condition=Q(**{f"{field}__in": values}), name=name)


class ShownQuerySet(models.QuerySet[Shown]):
    """Rows with an owner and a visibility."""

    def visible_to(self, user: AbstractBaseUser | AnonymousUser) -> Self:
        """Public rows, one's own, and for staff all."""
        return self.filter(shown_to(user))


def shown_to(user: AbstractBaseUser | AnonymousUser) -> Q:
    """The condition of rows with an owner and a visibility; empty for staff."""
    if getattr(user, "is_staff", False):
        return Q()
    seen = Q(visibility=Visibility.PUBLIC)
    if user.is_authenticated:
        seen |= Q(owner_id=user.pk)
    return seen
