"""``manage.py enter_providers``: accepted results get the provider that they name."""

from typing import Any

from django.core.management.base import BaseCommand

from benchruns.submissions.review import proposed_classes


class Command(BaseCommand):
    help = (
        "Give accepted results without a provider the one that their statement names, "
        "and their class: names in other scripts than the Latin one were lost once. "
        "Running it again changes nothing."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        count = proposed_classes.enter_missing()
        self.stdout.write(f"Results given a provider: {count}.")
