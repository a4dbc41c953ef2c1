"""``manage.py load_published``: store the figures of the published papers."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils.translation import gettext as _

from benchruns.audit.origin import BY_COMMAND, acting_from
from benchruns.audit.record import record
from benchruns.results.published.cells import PublishedDataError
from benchruns.results.published.loader import DATA, load
from benchruns.vocabulary import AuditAction


class Command(BaseCommand):
    help = "Store the published figures. Running it again changes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--folder", type=Path, default=DATA, help="where the CSV files are"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with transaction.atomic(), acting_from(BY_COMMAND):
                loaded = load(options["folder"])
                if loaded.created or loaded.changed:
                    record(
                        AuditAction.CATALOGUE_CHANGED,
                        by=None,
                        name="load_published",
                        created=loaded.created,
                        changed=loaded.changed,
                    )
        except PublishedDataError as error:
            raise CommandError(
                _("Nothing was stored. %(error)s") % {"error": error}
            ) from error
        counts = ", ".join(f"{count} {kind}" for kind, count in loaded.rows.items())
        self.stdout.write(
            _("Vendors' figures: %(counts)s; %(created)s new, %(changed)s changed.")
            % {
                "counts": counts,
                "created": loaded.created,
                "changed": loaded.changed,
            }
        )
