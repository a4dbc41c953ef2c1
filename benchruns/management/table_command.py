"""A staff page's CSV import as a command: all of the file or nothing."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from benchruns.catalogue.csv_table import TableError
from benchruns.catalogue.table_plan import PlanChanged, TablePlan


class TableCommand(BaseCommand):
    """``stored`` is what is said of a file that was; ``kind`` is for those that have one."""

    stored: str | Promise

    def planned(self, content: bytes, kind: str) -> TablePlan:
        """What the file would change; TableError."""
        raise NotImplementedError

    def imported(self, content: bytes, kind: str, user: User | None) -> TablePlan:
        """What was changed; TableError, PlanChanged."""
        raise NotImplementedError

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--dry-run", action="store_true", help="say what would change, and stop"
        )
        parser.add_argument("--user", help="in whose name the rows are entered")

    def handle(self, *args: Any, **options: Any) -> None:
        kind = options.get("kind", "")
        try:
            content = options["file"].read_bytes()
            user = _user(options["user"])
            if options["dry_run"]:
                answer = _("Would change: %s.") % _counts(self.planned(content, kind))
            else:
                answer = self.stored % _counts(self.imported(content, kind, user))
        except (OSError, TableError, PlanChanged) as error:
            raise CommandError(
                _("Nothing was stored. %(error)s") % {"error": error}
            ) from error
        self.stdout.write(answer)


def _user(name: str | None) -> User | None:
    if name is None:
        return None
    try:
        return User.objects.get(username=name)
    except User.DoesNotExist as error:
        raise CommandError(_("There is no user “%s”.") % name) from error


def _counts(plan: TablePlan) -> str:
    return _("%(added)d new, %(changed)d changed, %(same)d unchanged") % plan.counts
