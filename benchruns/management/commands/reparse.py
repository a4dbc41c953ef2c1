"""``manage.py reparse``: read kept texts again when a parser has improved."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from benchruns.runs.outputs import reparse as runs
from benchruns.runs.outputs.reparse import Reread
from benchruns.sentences.failures.table import of_failure
from benchruns.submissions.understanding.reparse import Reparsed, reparse


class Command(BaseCommand):
    help = (
        "Read uploaded files and the outputs of measured runs again that an older parser "
        "read, from the texts that are kept, and derive their results. Ends with status "
        "1 if one is refused now: it keeps what it had."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--dry-run",
            action="store_true",
            help="say what would change, write nothing",
        )
        parser.add_argument(
            "--all", action="store_true", help="read every text, whatever read it last"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        chosen = {"every": options["all"], "dry_run": options["dry_run"]}
        refused = self._read_submissions(**chosen) + self._read_runs(**chosen)
        if refused:
            raise CommandError("What is refused keeps what it had.", returncode=1)

    def _read_submissions(self, **chosen: bool) -> int:
        files = refused = 0
        for done in reparse(**chosen):
            files += len(done.files)
            refused += sum(bool(file.refused) for file in done.files)
            self._tell(done)
        self.stdout.write(f"{files} files read again, {refused} refused.")
        return refused

    def _read_runs(self, **chosen: bool) -> int:
        count = refused = 0
        for done in runs.reparse(**chosen):
            count += 1
            refused += done.refused is not None
            self._tell_run(done)
        self.stdout.write(f"{count} runs read again, {refused} refused.")
        return refused

    def _tell(self, done: Reparsed) -> None:
        self.stdout.write(f"submission {done.submission}")
        for file in done.files:
            told = (
                f"refused: {file.refused}" if file.refused else _changes(file.changed)
            )
            self.stdout.write(f"  {file.name}: {file.before} -> {file.after}, {told}")
        for key, changed in done.results.items():
            self.stdout.write(f"  result {key}: {_changes(tuple(changed))}")

    def _tell_run(self, done: Reread) -> None:
        if done.refused is not None:
            told = f"refused: {of_failure(done.refused)} {done.refused.detail}".strip()
        else:
            told = _changes(tuple(done.changed))
        before = done.before or "unknown"
        self.stdout.write(f"run {done.run}: {before} -> {done.after}, {told}")
        for name, (old, new) in done.changed.items():
            if isinstance(new, int | float):
                self.stdout.write(f"  {name}: {old} -> {new}")


def _changes(names: tuple[str, ...]) -> str:
    return f"changed: {', '.join(names)}" if names else "unchanged"
