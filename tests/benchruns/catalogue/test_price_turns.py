"""Imports of prices at the same time: one after the other, each by its plan."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from benchruns.catalogue.pricing.price_import import (
    import_prices,
    plan_import,
)
from benchruns.catalogue.table_plan import PlanChanged
from benchruns.models import Price
from tests.benchruns.catalogue.price_lines import file_of, line
from tests.factories import InstanceClassFactory

pytestmark = pytest.mark.both_databases

PRICES = 400


def imported(content, agreed, gate):
    try:
        gate.wait()
        return import_prices(content, user=None, agreed=agreed)
    except PlanChanged:
        return None
    finally:
        connection.close()


@pytest.mark.django_db(transaction=True)
def test_of_two_files_with_other_prices_one_is_stored_and_one_is_asked_again():
    first = InstanceClassFactory(provider__slug="acme", code="db.0")
    InstanceClassFactory(provider=first.provider, code="db.1")
    places = [{"class": f"db.{n % 2}", "region": f"region-{n}"} for n in range(PRICES)]
    one = file_of(*[line(**place, amount="1") for place in places])
    # in the other order: each would wait for rows that the other has
    two = file_of(*[line(**place, amount="2") for place in reversed(places)])
    gate = Barrier(2)
    agreed = [plan_import(content).digest for content in (one, two)]

    with ThreadPoolExecutor(2) as threads:
        done = list(threads.map(imported, (one, two), agreed, (gate, gate)))

    assert sorted(len(plan.added) for plan in done if plan) == [PRICES]
    assert Price.objects.count() == PRICES
    assert len(set(Price.objects.values_list("amount", flat=True))) == 1
