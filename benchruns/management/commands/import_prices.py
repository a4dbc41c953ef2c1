"""``manage.py import_prices FILE``: the staff page's CSV import, for scripts."""

from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy

from benchruns.catalogue.pricing.price_import import (
    ImportPlan,
    import_prices,
    plan_import,
)
from benchruns.management.table_command import TableCommand


class Command(TableCommand):
    help = "Store the prices of a CSV file: all of it or nothing."
    stored = gettext_lazy("Prices: %s.")

    def planned(self, content: bytes, _kind: str) -> ImportPlan:
        return plan_import(content)

    def imported(self, content: bytes, _kind: str, user: User | None) -> ImportPlan:
        return import_prices(content, user=user)
