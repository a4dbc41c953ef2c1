"""``manage.py import_prices FILE``: the staff page's CSV import, for scripts."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from benchruns.catalogue.csv_table import TableError
from benchruns.catalogue.pricing.price_import import (
    ImportPlan,
    import_prices,
    plan_import,
)


class Command(BaseCommand):
    help = "Store the prices of a CSV file: all of it or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--dry-run", action="store_true", help="say what would change, and stop"
        )
        parser.add_argument("--user", help="in whose name the prices are entered")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            content = options["file"].read_bytes()
            user = _user(options["user"])
            if options["dry_run"]:
                told = _("Would change: %s.") % _counts(plan_import(content))
            else:
                told = _("Prices: %s.") % _counts(import_prices(content, user=user))
        except (OSError, TableError) as error:
            raise CommandError(
                _("Nothing was stored. %(error)s") % {"error": error}
            ) from error
        self.stdout.write(told)


def _user(name: str | None) -> User | None:
    if name is None:
        return None
    try:
        return User.objects.get(username=name)
    except User.DoesNotExist as error:
        raise CommandError(_("There is no user “%s”.") % name) from error


def _counts(plan: ImportPlan) -> str:
    return _("%(added)d new, %(changed)d changed, %(same)d unchanged") % {
        "added": len(plan.added),
        "changed": len(plan.changed),
        "same": plan.unchanged,
    }
