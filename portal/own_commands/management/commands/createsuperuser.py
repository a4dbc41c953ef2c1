"""``manage.py createsuperuser``: the account is noted in the audit log."""

from typing import Any

from django.contrib.auth.management.commands import createsuperuser
from django.contrib.auth.models import User
from django.db.models.signals import post_save

from benchruns.audit.origin import BY_COMMAND, acting_from
from benchruns.audit.record import record
from benchruns.vocabulary import AuditAction


class Command(createsuperuser.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        post_save.connect(_note, sender=User)
        try:
            super().handle(*args, **options)
        finally:
            post_save.disconnect(_note, sender=User)


def _note(instance: User, *, created: bool, **_signal: Any) -> None:
    """Not after the command, which may wait for years for what is typed."""
    if created:
        roles = {"is_staff": instance.is_staff, "is_superuser": instance.is_superuser}
        with acting_from(BY_COMMAND):
            record(AuditAction.ACCOUNT_MADE, by=None, on=instance, changed=roles)
