"""Which results of classes stand side by side: loads, methods, regimes, sizes."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchruns.comparison import compare, read_asked
from benchruns.comparison.across import CLOSEST_LOADS
from benchruns.comparison.candidates import candidates_of
from benchruns.comparison.figures.scaling import scalings_of
from benchruns.sentences.catalogue import worded
from tests import published_database
from tests.factories import (
    NOON,
    EndpointFactory,
    InstanceClassFactory,
    ProviderFactory,
    ResultFactory,
)

pytestmark = pytest.mark.django_db
GB = 2**30


@pytest.fixture(scope="module", autouse=True)
def published(django_db_setup, django_db_blocker):
    yield from published_database.loaded(django_db_blocker)


def compared(**words):
    query = {
        name.removesuffix("_"): [value] if isinstance(value, str) else value
        for name, value in words.items()
    }
    asked, problems = read_asked(query)
    assert problems == []
    return compare(asked, user=AnonymousUser())


def sold(*codes):
    provider = ProviderFactory()
    return [InstanceClassFactory(provider=provider, code=code) for code in codes]


def of(*classes, **words):
    keys = [f"{each.provider_id}/mysql/{each.code}" for each in classes]
    return compared(class_=keys, **words)


def measured(instance_class, tps, **facts):
    words = {
        "provider": instance_class.provider,
        "visibility": "public",
        "measured_at": NOON,
        "regime": "cached",
        "threads": 8,
        "vcpus": instance_class.vcpus,
        "memory_gb": instance_class.memory_gb,
        "engine_version_full": "8.0.36",
    }
    return ResultFactory(
        measured=True, instance_class=instance_class, tps=tps, **{**words, **facts}
    )


def values(line):
    return [cell.value for cell in line.cells]


# Across loads


def test_what_shares_a_load_with_the_baseline_stands_on_no_line_across_loads():
    a, b, c = sold("a", "b", "c")
    measured(a, 2000)
    measured(a, 1000, regime="disk_io")
    measured(b, 1000, regime="disk_io")
    measured(c, 50, workload="oltp_read_only")

    comparison = of(a, b, c)

    across, *own = comparison.groups
    assert across.load is None
    assert values(across.line("tps")) == [2000, None, 50]
    disk = next(group for group in own if group.load.regime == "disk_io")
    assert [cell.of_baseline for cell in disk.line("tps").cells] == [1, 1, None]


def test_the_closest_load_by_data_over_memory_stands_beside_another_kind():
    comparison = compared(size="4x16", engine="mysql", version="8.0")

    across = comparison.groups[0]
    assert across.label == (
        "Different workloads: OLTP read/write (disk I/O) vs Legacy OLTP (regime unknown)"
    )
    # From disk, as the other's data is 8.9 times its memory; cached it has 1,866.
    assert [round(value) for value in values(across.line("tps"))] == [1013, 1357, 1349]
    told = worded(next(f for f in across.judgement.findings if f.code == CLOSEST_LOADS))
    assert told.severity == "note"
    assert "disk I/O, about" in told.message
    assert "× memory" in told.message


def test_loads_are_called_different_where_it_is_known_that_they_are():
    a, b, c = sold("a", "b", "c")
    measured(a, 90, regime="disk_io")
    measured(b, 80, regime=None)
    measured(c, 200, regime="cached")

    unknown, different = of(a, b).groups[0], of(a, c).groups[0]
    assert unknown.label == "OLTP read/write (disk I/O, regime unknown)"
    assert different.label == "Different loads: OLTP read/write (disk I/O, cached)"


def test_the_baseline_may_be_the_column_of_another_load():
    a, b = sold("a", "b")
    measured(a, 90, workload="oltp_legacy", regime="disk_io")
    measured(b, 2000)
    measured(b, 100, regime="disk_io")

    for baseline in (a, b):
        key = f"{baseline.provider_id}/mysql/{baseline.code}"
        across = of(a, b, baseline=key).groups[0]

        assert values(across.line("tps")) == [90, 100]


# The cost of leaving the cache


def test_the_cost_says_what_else_than_the_data_differs():
    (k,) = sold("k")
    endpoint = EndpointFactory()
    own = {"endpoint": endpoint, "owner": endpoint.owner}
    name = "innodb_flush_log_at_trx_commit"
    fast = measured(k, 4000, threads=64, parameter_settings={name: "0"}, **own)
    slow = measured(
        k,
        200,
        threads=1,
        parameter_settings={name: "1"},
        regime="disk_io",
        measured_at=NOON + timedelta(days=60),
        data_bytes=90 * GB,
        **own,
    )

    comparison = of(k)

    (cost,) = comparison.costs
    assert values(cost.line) == [20]
    assert cost.pairs == (frozenset({str(fast.pk), str(slow.pk)}),)
    found = {f.code: worded(f) for f in cost.findings}
    assert {"threads", "durability"} <= found.keys()
    assert not {"regime", "data_size"} & found.keys()
    assert found["threads"].message.startswith("Cached over disk I/O: ")
    assert comparison.standing == "cautions"
    assert all(f in comparison.judgement.findings for f in cost.findings)


def test_figures_that_cannot_be_divided_have_no_cost():
    (k,) = sold("k")
    endpoint = EndpointFactory()
    own = {"endpoint": endpoint, "owner": endpoint.owner, "variant": "rate_limited"}
    measured(k, 100, parameters={"rate": 100}, **own)
    measured(k, 50, parameters={"rate": 50}, regime="disk_io", **own)

    (cost,) = of(k).costs
    assert values(cost.line) == [None]
    assert "variant" in {finding.code for finding in cost.findings}


def test_the_paper_loaded_one_class_with_other_threads_from_disk():
    row = published_database.row(
        campaign__slug="alibaba-mysql-5.6-20min", regime="cached", threads=64
    )
    word = f"alibaba-cloud/mysql/{row.instance_class.code}"
    pins = [
        str(published_database.row(campaign=row.campaign, regime=regime, **which).pk)
        for regime, which in (
            ("cached", {"threads": 64}),
            ("disk_io", {"instance_class": row.instance_class}),
        )
    ]

    (cost,) = compared(class_=word, pin=pins).costs

    assert "64 threads" in worded(cost.findings[0]).message
    assert "32 threads" in worded(cost.findings[0]).message


# Which result stands for a class


def test_a_class_with_many_results_takes_no_place_of_another(
    django_assert_max_num_queries,
):
    busy, quiet = sold("busy", "quiet")
    measured(quiet, 500)
    for day in range(1, 4):
        measured(busy, 900 + day, measured_at=NOON + timedelta(days=day))

    with django_assert_max_num_queries(7):
        comparison = of(busy, quiet)

    assert values(comparison.groups[0].line("tps")) == [903, 500]
    assert comparison.problems == ()


def test_only_one_row_of_each_method_is_read():
    (busy,) = sold("busy")
    for day in range(5):
        measured(busy, 900, measured_at=NOON + timedelta(days=day), duration_s=60 + day)
    asked, _problems = read_asked({"class": [f"{busy.provider_id}/mysql/busy"]})

    with CaptureQueriesContext(connection) as captured:
        (found,) = candidates_of(asked, user=AnonymousUser()).values()

    assert [candidate.count for candidate in found] == [5]
    with connection.cursor() as cursor:
        cursor.execute(captured[0]["sql"])
        assert len(cursor.fetchall()) == 1


def test_other_results_of_a_load_are_counted_beside_the_repeats():
    comparison = compared(
        class_="alibaba-cloud/mysql/rds.mysql.c1.xlarge", version="5.6"
    )

    disk = next(load for load in comparison.entries[0].rows if load.regime == "disk_io")
    row = comparison.entries[0].rows[disk]
    assert int(row.figures["tps"]) == 2523  # of 60 s; that of 20 minutes is 760
    assert comparison.others[row.id] == 1


# Scaling


@pytest.mark.parametrize("turn", [1, -1])
def test_sizes_of_another_memory_per_vcpu_scale_apart_in_any_order(turn):
    word = "huawei-cloud/mysql/general-1:"
    codes = ["2-2vcpu-4gb", "4-2vcpu-8gb", "2-4vcpu-8gb", "4-4vcpu-16gb"][::turn]

    comparison = compared(class_=[word + code for code in codes], versions="5.7")

    found = {
        scaling.label.rpartition(", ")[2]: [
            (comparison.entries[size.place].class_key.code, size.vcpus)
            for size in scaling.sizes
        ]
        for scaling in scalings_of(comparison)
    }
    assert found == {
        "2 GB per vCPU": [("general-1:2-2vcpu-4gb", 2), ("general-1:2-4vcpu-8gb", 4)],
        "4 GB per vCPU": [("general-1:4-2vcpu-8gb", 2), ("general-1:4-4vcpu-16gb", 4)],
    }


def test_a_class_that_was_tested_on_another_version_alone_keeps_its_figures():
    comparison = compared(
        class_=[
            "alibaba-cloud/postgresql/pg.x8.2xlarge.2",
            "huawei-cloud/postgresql/dedicated-1:8-16vcpu-128gb",
        ]
    )

    assert [e.engine_version for e in comparison.entries] == ["", "12"]
    assert all(entry.rows for entry in comparison.entries)
    assert "qps" in {refusal.figure for refusal in comparison.judgement.refusals}


def test_a_cost_of_two_origins_is_not_given_and_said():
    (a,) = sold("a")
    for tps, regime in ((2000, "cached"), (1000, "disk_io")):
        endpoint = EndpointFactory()
        measured(a, tps, regime=regime, endpoint=endpoint, owner=endpoint.owner)

    comparison = of(a)

    (cost,) = comparison.costs
    assert values(cost.line) == [None]
    assert "cache_cost_of_two_origins" in {
        finding.code for finding in comparison.judgement.findings
    }
