"""All variables of servers, as runs found them; many runs find the same ones."""

import hashlib
import json
from collections.abc import Collection, Mapping

from django.db import models


class ServerVariablesQuerySet(models.QuerySet["ServerVariables"]):
    def stored(
        self, values: Mapping[str, str], *, changed: Collection[str] | None
    ) -> "ServerVariables":
        """The row that holds exactly these, made where there is none."""
        names = None if changed is None else sorted(changed)
        text = json.dumps([dict(values), names], sort_keys=True)
        digest = hashlib.sha256(text.encode()).hexdigest()
        row, _ = self.get_or_create(
            digest=digest, defaults={"values": dict(values), "changed": names}
        )
        return row


class ServerVariables(models.Model):
    """Names and values in the server's own words, without secrets and places.

    ``changed`` are the names whose value is not the one that the server was built
    with, by its own word; null where it does not tell. ``digest`` is that of both.
    """

    digest = models.CharField(max_length=64, unique=True)
    values = models.JSONField()
    changed = models.JSONField(null=True)

    objects = ServerVariablesQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{len(self.values)} variables"
