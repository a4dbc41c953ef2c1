"""``manage.py restore FILE``: see docs/operations.md."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import ngettext

from benchruns.audit.origin import BY_COMMAND, acting_from
from benchruns.audit.record import record
from benchruns.vocabulary import AuditAction
from portal.backup.load import load
from portal.backup.stream import BackupRefused


class Command(BaseCommand):
    help = (
        "Put a backup's rows into an empty database of the same migrations: all of them, "
        "or none if anything is wrong with the file."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *_args: Any, file: Path, **_options: Any) -> None:
        try:
            rows = load(file)
        except BackupRefused as refused:
            raise CommandError(str(refused)) from refused
        with acting_from(BY_COMMAND):
            record(AuditAction.BACKUP_RESTORED, by=None, name=file.name, rows=rows)
        told = ngettext("%(rows)d row restored", "%(rows)d rows restored", rows)
        self.stdout.write(told % {"rows": rows})
