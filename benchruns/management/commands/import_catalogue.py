"""``manage.py import_catalogue providers|classes FILE``: the staff page's CSV import."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from benchruns.catalogue.csv_table import TableError
from benchruns.catalogue.entry.files import import_entries, plan_entries
from benchruns.catalogue.entry.plan import EntryPlan, PlanChanged
from benchruns.vocabulary import CatalogueKind

KINDS = {
    "providers": CatalogueKind.PROVIDER,
    "classes": CatalogueKind.INSTANCE_CLASS,
}


class Command(BaseCommand):
    help = "Store the providers or classes of a CSV file: all of it or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("kind", choices=KINDS)
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--dry-run", action="store_true", help="say what would change, and stop"
        )
        parser.add_argument("--user", help="in whose name the rows are entered")

    def handle(self, *args: Any, **options: Any) -> None:
        kind = KINDS[options["kind"]]
        try:
            content = options["file"].read_bytes()
            user = _user(options["user"])
            if options["dry_run"]:
                answer = _("Would change: %s.") % _counts(plan_entries(kind, content))
            else:
                done = import_entries(kind, content, user=user)
                answer = _("Stored: %s.") % _counts(done)
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


def _counts(plan: EntryPlan) -> str:
    return _("%(added)d new, %(changed)d changed, %(same)d unchanged") % {
        "added": len(plan.added),
        "changed": len(plan.changed),
        "same": plan.unchanged,
    }
