"""``manage.py reparse``: read uploaded files again when a parser has improved."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from benchruns.submissions.understanding.reparse import Reparsed, reparse


class Command(BaseCommand):
    help = (
        "Read uploaded files again that an older parser read, from their kept texts, "
        "and derive their results. Ends with status 1 if a file is refused now: it "
        "keeps what it had."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--dry-run",
            action="store_true",
            help="say what would change, write nothing",
        )
        parser.add_argument(
            "--all", action="store_true", help="read every file, whatever read it last"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        files = refused = 0
        for done in reparse(every=options["all"], dry_run=options["dry_run"]):
            files += len(done.files)
            refused += sum(bool(file.refused) for file in done.files)
            self._tell(done)
        self.stdout.write(f"{files} files read again, {refused} refused.")
        if refused:
            raise CommandError("Refused files keep what they had.", returncode=1)

    def _tell(self, done: Reparsed) -> None:
        self.stdout.write(f"submission {done.submission}")
        for file in done.files:
            told = (
                f"refused: {file.refused}" if file.refused else _changes(file.changed)
            )
            self.stdout.write(f"  {file.name}: {file.before} -> {file.after}, {told}")
        for key, changed in done.results.items():
            self.stdout.write(f"  result {key}: {_changes(tuple(changed))}")


def _changes(names: tuple[str, ...]) -> str:
    return f"changed: {', '.join(names)}" if names else "unchanged"
