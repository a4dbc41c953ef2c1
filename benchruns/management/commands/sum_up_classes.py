"""``manage.py sum_up_classes``: what is kept of each class's results, written anew."""

from typing import Any

from django.core.management.base import BaseCommand

from benchruns.catalogue.summaries.refresh import rebuild


class Command(BaseCommand):
    help = (
        "Write anew what is kept of each class's results, by which lists and needs are "
        "answered. A worker does it by itself a few seconds after each change; until then "
        "the results themselves are read."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        self.stdout.write(f"{rebuild()} classes.")
