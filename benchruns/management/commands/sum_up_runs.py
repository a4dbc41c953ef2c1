"""``manage.py sum_up_runs``: what is kept of all seconds of long runs, written anew."""

from typing import Any

from django.core.management.base import BaseCommand

from benchruns.runs.summaries.storage import rebuild


class Command(BaseCommand):
    help = (
        "Write anew what is kept of the seconds of each run that took more than 20 "
        "minutes, which its page and its charts show. It is written by itself when a "
        "run ends, and where it is lacking when it is first asked for."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        self.stdout.write(f"{rebuild()} runs.")
