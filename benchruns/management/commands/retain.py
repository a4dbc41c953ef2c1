"""``manage.py retain``: what the rules of retention would delete, or delete it."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from benchruns.audit.origin import BY_COMMAND, acting_from
from benchruns.retention.removal import remove
from benchruns.retention.rules import Expired, preview


class Command(BaseCommand):
    help = (
        "Say how many rows and bytes are older than RETAIN_SAMPLE_DAYS, RETAIN_OUTPUT_DAYS, "
        "RETAIN_DRAFT_DAYS and RETAIN_AUDIT_DAYS; with --delete, delete them for good."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--delete", action="store_true", help="delete them, in batches"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        with acting_from(BY_COMMAND):
            for past in preview():
                self.stdout.write(self._line(past))
                if options["delete"] and past.rows:
                    gone = remove(past.kind)
                    self.stdout.write(_("  deleted: %(rows)s rows") % {"rows": gone})
        if not options["delete"]:
            self.stdout.write(_("Nothing was deleted; --delete does it."))

    def _line(self, past: Expired) -> str:
        values = {"kind": past.kind.label, "days": past.days}
        if not past.days:
            return _("%(kind)s: kept for ever") % values
        return _(
            "%(kind)s: older than %(days)s days are %(rows)s rows, about %(bytes)s bytes"
        ) % {**values, "rows": f"{past.rows:,}", "bytes": f"{past.bytes:,}"}
