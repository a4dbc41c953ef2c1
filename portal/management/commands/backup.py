"""``manage.py backup FILE``: see docs/operations.md."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import ngettext

from benchruns.audit.origin import BY_COMMAND, acting_from
from benchruns.audit.record import record
from benchruns.vocabulary import AuditAction
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
        with acting_from(BY_COMMAND):  # in the database, not in the file
            record(AuditAction.BACKUP_MADE, by=None, name=file.name, rows=rows)
        told = ngettext("%(rows)d row in %(file)s", "%(rows)d rows in %(file)s", rows)
        self.stdout.write(told % {"rows": rows, "file": file})
