"""``manage.py rotate_keys``: before an old key leaves ENCRYPTION_KEYS."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from benchruns.audit.origin import BY_COMMAND, acting_from
from benchruns.audit.record import record
from benchruns.vocabulary import AuditAction
from portal.accounts import secret_keys


class Command(BaseCommand):
    help = (
        "Encrypt all stored secrets (endpoints' passwords, webhooks' addresses and "
        "secrets, reward codes, two-factor authentication) with the first of "
        "ENCRYPTION_KEYS. The portal may run meanwhile, with the new keys; twice is as "
        "once."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        counts = secret_keys.renew_all()
        with acting_from(BY_COMMAND):
            record(
                AuditAction.SECRETS_ENCRYPTED,
                by=None,
                renewed=counts.renewed,
                unreadable=counts.unreadable,
            )
        self.stdout.write(
            _("Encrypted anew: %(renewed)d. By the first key already: %(current)d.")
            % {"renewed": counts.renewed, "current": counts.current}
        )
        if counts.unreadable:
            raise CommandError(
                _(
                    "No key reads %(n)d secrets: they stay as they are. Add the key "
                    "that they were encrypted with, or have their owners enter them anew."
                )
                % {"n": counts.unreadable}
            )
        self.stdout.write(_("The other keys may leave ENCRYPTION_KEYS."))
