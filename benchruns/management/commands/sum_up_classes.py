"""``manage.py sum_up_classes``: what is kept of each class's and version's results, written anew."""

from typing import Any

from django.core.management.base import BaseCommand

from benchruns.catalogue.summaries.refresh import rebuild as rebuild_classes
from benchruns.reports.shelf.refresh import rebuild as rebuild_versions


class Command(BaseCommand):
    help = (
        "Write anew what is kept of each class's and each version's results, by which "
        "lists, needs and the home page are answered. A worker does it by itself a few "
        "seconds after each change; until then the results themselves are read."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        self.stdout.write(f"{rebuild_classes()} classes.")
        self.stdout.write(f"{rebuild_versions()} versions.")
