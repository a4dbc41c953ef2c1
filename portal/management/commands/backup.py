"""``manage.py backup FILE``: see docs/operations.md."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import ngettext

from portal.backup.dump import dump
from portal.backup.stream import BackupRefused


class Command(BaseCommand):
    help = (
        "Write every row of the portal's database into a file, while the portal goes on. "
        "Passwords of endpoints stay encrypted: keep ENCRYPTION_KEYS elsewhere."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *_args: Any, file: Path, **_options: Any) -> None:
        try:
            rows = dump(file)
        except BackupRefused as refused:
            raise CommandError(str(refused)) from refused
        told = ngettext("%(rows)d row in %(file)s", "%(rows)d rows in %(file)s", rows)
        self.stdout.write(told % {"rows": rows, "file": file})
