"""``manage.py stop_all``: end all load at once, or let it go on."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from benchruns.audit.origin import BY_COMMAND, acting_from
from benchruns.errors import FieldError, NotAllowed
from portal.actions import stop as actions


class Command(BaseCommand):
    help = (
        "Stop all load: every tool ends within seconds, its run waits again, and nothing "
        "is claimed or checked until the stop is lifted. Redis may be away."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--reason", help="why, in a sentence that everybody reads")
        what.add_argument("--lift", action="store_true", help="let load begin again")
        parser.add_argument(
            "--by", metavar="NAME", help="the user of staff whom the audit log names"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        by = _staff(options["by"]) if options["by"] else None
        try:
            with acting_from(BY_COMMAND):
                told = self._act(by, lift=options["lift"], reason=options["reason"])
        except (FieldError, NotAllowed) as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(told)

    def _act(self, by: User | None, *, lift: bool, reason: str | None) -> str:
        if lift:
            actions.lift(by=by)
            return _("Lifted: what waits begins.")
        actions.stop_all(by=by, reason=reason or "")
        return _("All load is stopped until: manage.py stop_all --lift")


def _staff(name: str) -> User:
    found = User.objects.filter(username=name, is_staff=True, is_active=True).first()
    if found is None:
        raise CommandError(_("There is no user “%s” among the staff.") % name)
    return found
