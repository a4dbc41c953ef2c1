"""``manage.py reset_two_factor NAME``: for a user who lost the device and the codes."""

from argparse import ArgumentParser
from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils.translation import gettext as _

from benchruns.audit.origin import BY_COMMAND, acting_from
from benchruns.audit.record import record
from benchruns.vocabulary import AuditAction


class Command(BaseCommand):
    help = (
        "Turn two-factor authentication off for one user, who then needs the password "
        "alone. Make sure first that it is the user who asks."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the user name")

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["name"]
        user = User.objects.filter(username=name).first()
        if user is None:
            raise CommandError(_("There is no user “%s”.") % name)
        with transaction.atomic():
            deleted, _kinds = Authenticator.objects.filter(user=user).delete()
            if not deleted:
                raise CommandError(_("“%s” has no two-factor authentication.") % name)
            act = AuditAction.SECOND_FACTOR_CHANGED
            with acting_from(BY_COMMAND):
                record(act, by=None, on=user, change="removed")
        self.stdout.write(_("“%s” logs in with the password alone now.") % name)
