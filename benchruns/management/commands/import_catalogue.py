"""``manage.py import_catalogue providers|classes FILE``: the staff page's CSV import."""

from argparse import ArgumentParser

from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy

from benchruns.catalogue.entry.files import import_entries, plan_entries
from benchruns.catalogue.entry.plan import EntryPlan
from benchruns.management.table_command import TableCommand
from benchruns.vocabulary import CatalogueKind

KINDS = {
    "providers": CatalogueKind.PROVIDER,
    "classes": CatalogueKind.INSTANCE_CLASS,
}


class Command(TableCommand):
    help = "Store the providers or classes of a CSV file: all of it or nothing."
    stored = gettext_lazy("Stored: %s.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("kind", choices=KINDS)
        super().add_arguments(parser)

    def planned(self, content: bytes, kind: str) -> EntryPlan:
        return plan_entries(KINDS[kind], content)

    def imported(self, content: bytes, kind: str, user: User | None) -> EntryPlan:
        return import_entries(KINDS[kind], content, user=user)
