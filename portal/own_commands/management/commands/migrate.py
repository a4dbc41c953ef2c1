"""``manage.py migrate``: whatever becomes of it, nobody changes the audit log afterwards."""

from contextlib import suppress
from typing import Any

from django.core.management.commands import migrate
from django.db import DatabaseError

from benchruns.audit import trigger


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        try:
            super().handle(*args, **options)
        except BaseException:
            # It is away while migrations work, and Django tells nobody of one that failed.
            with suppress(DatabaseError):  # what failed is told, not this
                trigger.create(options["database"])
            raise
