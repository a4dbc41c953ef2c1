"""By which index SQLite, which counts no rows, finds what classes reached."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection

from benchruns.catalogue.needs.need import Need, asked_for, counted
from tests.factories import InstanceClassFactory

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "origin",
    [{}, {"engine": "mysql"}, {"engine": "mysql", "provider": "a"}],
    ids=["any", "engine", "provider"],
)
@pytest.mark.parametrize("is_of_a_class", [True, False])
def test_what_classes_reached_is_found_by_class(origin, is_of_a_class):
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL plans by counts of rows")
    need = Need(tps=2000, regime="any", **origin)
    classes = [InstanceClassFactory() for _ in range(3)]
    of = {"instance_class__in": classes} if is_of_a_class else {"instance_class": None}

    plan = counted(asked_for(need, AnonymousUser())).filter(tps__gte=need.tps, **of)

    assert "(instance_class_id=?" in plan.explain()
