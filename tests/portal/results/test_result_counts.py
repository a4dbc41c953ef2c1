"""How many results a list has, told by what is kept of versions and classes."""

import random
from collections import Counter
from itertools import product

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection

from benchruns.catalogue.summaries.refresh import refresh as refresh_classes
from benchruns.models import ClassSummary, Result, VersionSummary
from benchruns.reports.shelf.refresh import refresh as refresh_versions
from benchruns.results.kinds import NAMES
from portal.pages.results.selection import FEW, Selection
from tests.factories import (
    InstanceClassFactory,
    ProviderFactory,
    ResultFactory,
    UserFactory,
)
from tests.portal.results.test_result_list import PATH

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

NOBODY = AnonymousUser()
DOUBTED = {"code": "short", "severity": "caution", "results": [], "values": {}}
ASKED = [
    {"provider": "one"},
    {"provider": "two", "provenance": "published", "workload": "oltp_legacy"},
    {"regime": "null"},
    {"regime": "cached", "version": "8.0"},
    {"doubt": "yes"},
    {"doubt": "no", "engine": "mysql"},
    {"doubt": "yes", "engine": "mysql", "version": "5.7", "provider": "one"},
    {"class": "small"},
    {"class": "only.small"},
    {"class": "small", "doubt": "yes"},
    {"class": "nothing"},
]


def test_a_list_counts_all_that_it_holds_for_each_reader(rf):
    owner, staff = UserFactory(), UserFactory(is_staff=True)
    rnd = random.Random(3)  # noqa: S311 (figures, no secrets)
    sizes = classes()
    for _ in range(24):
        a_result(rnd, sizes)
    a_result(rnd, sizes, measured=True, visibility="private", owner=owner)
    refresh_classes()
    refresh_versions()
    a_result(rnd, sizes, engine_version="5.7")  # told by the results of this version

    for asked, user in product(ASKED, (NOBODY, owner, staff)):
        selection = selected(rf, asked, user)
        assert selection.count() == len(selection.results()), asked


def test_what_is_kept_is_not_counted_anew(rf):
    size = classes()[0]
    a_result(random.Random(4), [size], engine_version="8.0")  # noqa: S311
    refresh_classes()
    refresh_versions()
    kept = VersionSummary.objects.get()
    kept.kinds = [[*kept.kinds[0][:-1], 7654]]
    kept.save()
    ClassSummary.objects.filter(instance_class=size).update(result_count=76543)

    assert selected(rf, {"provider": size.provider_id}).count() == 7654
    assert selected(rf, {"class": "small"}).count() == 76543


def test_what_is_kept_of_a_version_has_each_result_once():
    rnd = random.Random(5)  # noqa: S311 (figures, no secrets)
    sizes = classes()
    for _ in range(20):
        a_result(rnd, sizes)
    refresh_versions()
    Result.objects.filter(pk=Result.objects.order_by("pk")[0].pk).update(
        regime="mixed", doubt="figure", findings=[DOUBTED]
    )
    refresh_versions()

    for kept in VersionSummary.objects.all():
        rows = Result.objects.filter(
            engine=kept.engine, engine_version=kept.engine_version
        )
        counted = Counter(rows.values_list(*NAMES))
        assert {tuple(kind): count for *kind, count in kept.kinds} == counted


@pytest.mark.skipif(connection.vendor != "sqlite", reason="its way of planning")
@pytest.mark.parametrize(
    ("asked", "index"),
    [
        ({"provider": "one"}, "result_of_provider"),
        ({"engine": "mysql"}, "result_of_engine"),
        ({"engine": "mysql", "version": "8.0"}, "result_of_version"),
        ({"doubt": "yes"}, "result_in_doubt"),
        ({"sort": "-latency"}, "result_by_latency"),
        ({"sort": "qps"}, "result_by_qps"),
        ({"engine": "mysql", "sort": "latency"}, "result_of_engine_by_latency"),
        ({"engine": "mysql", "sort": "-qps"}, "result_of_engine_by_qps"),
        ({"provider": "one", "sort": "-tps"}, "result_of_provider_by_tps"),
    ],
)
def test_the_first_page_is_found_without_putting_all_in_order(rf, asked, index):
    a_result(random.Random(6), classes(), engine_version="8.0")  # noqa: S311

    plan = selected(rf, asked).keys().known[:50].explain()

    assert index in plan
    assert "TEMP B-TREE FOR ORDER BY" not in plan


def selected(rf, asked, user=NOBODY):
    request = rf.get(PATH, asked)
    request.user = user
    selection = Selection(request)
    assert not selection.problems
    return selection


def classes():
    """More than are looked up one by one, of two providers."""
    providers = [ProviderFactory(slug=slug) for slug in ("one", "two")]
    return [
        InstanceClassFactory(
            code=f"{'small' if number else 'only.small'}.{number}",
            provider=providers[number % 2],
        )
        for number in range(FEW + 2)
    ]


def a_result(rnd, sizes, **facts):
    size = rnd.choice(sizes)
    findings = rnd.choice([[], [DOUBTED]])
    provider = rnd.choice([size.provider, None])
    return ResultFactory(
        **{
            "instance_class": size,
            "provider": provider,
            "engine_version": rnd.choice(["5.7", "8.0"]),
            "workload": rnd.choice(["oltp_read_write", "oltp_legacy"]),
            "regime": rnd.choice(["cached", "disk_io", None]),
            "findings": findings,
            **facts,
        }
    )
