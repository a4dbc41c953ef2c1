"""``manage.py blank_uploads``: what older rules kept in clear, by the rules of today."""

from functools import partial
from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand

from benchruns.submissions.files.stored.uploads import blank_stored


class Command(BaseCommand):
    help = (
        "Blank passwords, hosts and accounts that uploads were kept with, in files, "
        "statements and histories, as the rules of today find them. An upgrade does it "
        "by itself; twice is as once."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        changed = blank_stored(partial(apps.get_model, "benchruns"))
        self.stdout.write(f"{changed} submissions changed.")
