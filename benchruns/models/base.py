"""What several models share."""

import uuid

from django.db import models
from django.db.models import Q


class PublicModel(models.Model):
    """A row whose key is the public UUID of its address and of the API."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)

    class Meta:
        abstract = True


def one_of(
    field: str, choices: type[models.TextChoices], *, name: str
) -> models.CheckConstraint:
    """Hold a column to its choices: ``choices`` alone does not reach the database."""
    return models.CheckConstraint(
        condition=Q(**{f"{field}__in": choices.values}), name=name
    )
