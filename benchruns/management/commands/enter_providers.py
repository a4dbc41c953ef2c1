"""``manage.py enter_providers``: accepted results get the provider that they name."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from benchruns.audit.origin import BY_COMMAND, acting_from
from benchruns.audit.record import record
from benchruns.submissions.review import proposed_classes
from benchruns.vocabulary import AuditAction


class Command(BaseCommand):
    help = (
        "Give accepted results without a provider the one that their statement names, "
        "and their class: names in other scripts than the Latin one were lost once. "
        "Running it again changes nothing."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        with transaction.atomic(), acting_from(BY_COMMAND):
            count = proposed_classes.enter_missing()
            if count:
                act = AuditAction.CATALOGUE_CHANGED
                record(act, by=None, name="enter_providers", results=count)
        self.stdout.write(f"Results given a provider: {count}.")
