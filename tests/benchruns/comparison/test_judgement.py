"""What stands against a comparison: what it is for, what checks know, what is refused."""

from dataclasses import replace

import pytest
from django.contrib.auth.models import AnonymousUser

from benchruns.comparison import compare, read_asked
from benchruns.comparison.fairness import Context
from benchruns.comparison.judgement import subject_of
from benchruns.sentences.catalogue import worded_once
from benchruns.trends import exclusions
from tests import published_database
from tests.factories import InstanceClassFactory, ResultFactory, UserFactory

pytestmark = pytest.mark.django_db
ANYBODY = AnonymousUser()
ALIBABA = "alibaba-cloud/mysql/rds.mysql."
HOT = "alibaba-cloud/postgresql/pg.x8."


@pytest.fixture(scope="module", autouse=True)
def published(django_db_setup, django_db_blocker):
    yield from published_database.loaded(django_db_blocker)


def compared(**words):
    asked, problems = read_asked({k.removesuffix("_"): v for k, v in words.items()})
    assert problems == []
    return compare(asked, user=ANYBODY)


def of_results(*rows):
    return compared(result=[str(row.pk) for row in rows])


def findings(comparison):
    found = worded_once(comparison.judgement.findings)
    return {finding.code: finding for finding in found}


# What it is for

SMALL = Context(
    id="a",
    provider="Alibaba Cloud",
    engine="mysql",
    engine_version="8.0",
    instance_class="c1.xlarge",
    family="general-purpose",
    vcpus=8,
    memory_gb=32,
    regime="cached",
)
LARGE = replace(SMALL, id="b", instance_class="c2.xlarge", vcpus=16, memory_gb=64)
ALIKE = replace(SMALL, id="b")


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        (LARGE, {"size"}),
        (replace(LARGE, engine_version="5.7"), {"size"}),
        (replace(LARGE, family="dedicated"), set()),
        (replace(LARGE, provider="Huawei Cloud"), set()),
        (replace(LARGE, provider=None), set()),
        (replace(LARGE, engine="mariadb"), set()),
        (replace(ALIKE, instance_class="x", family="dedicated"), {"class_family"}),
        (replace(ALIKE, memory_gb=31.3), set()),
        (replace(ALIKE, provider="Huawei Cloud", family="dedicated"), set()),
        (replace(ALIKE, engine_version="5.7"), {"engine", "engine_version"}),
        (replace(ALIKE, regime="disk_io"), set()),
    ],
)
def test_one_condition_alone_differs_on_purpose(other, expected):
    assert subject_of([SMALL, other]) == expected


def test_runs_of_as_short_a_time_bear_one_doubt():
    rows = [
        ResultFactory(
            findings=[
                {
                    "code": "short",
                    "severity": "caution",
                    "values": {"seconds": seconds, "least": 60},
                }
            ]
        )
        for seconds in (6.09, 6.03, 40)
    ]

    told = of_results(*rows).judgement.findings

    first, second, third = (str(row.pk) for row in rows)
    assert [
        (finding.values["seconds"], finding.results)
        for finding in told
        if finding.code == "short"
    ] == [(6.03, (first, second)), (40, (third,))]


def test_sizes_of_one_family_are_what_is_compared():
    comparison = compared(
        class_=[f"{ALIBABA}{code}" for code in ("m1.medium", "c1.xlarge", "c2.xlarge")]
    )

    assert findings(comparison)["size"].severity == "note"


def test_data_in_memory_and_data_from_disk_are_different_tests_of_one_class():
    rows = [
        published_database.row(
            code="rds.mysql.m1.medium",
            engine_version="8.0",
            workload="oltp_read_write",
            regime=regime,
        )
        for regime in ("cached", "disk_io")
    ]

    comparison = of_results(*rows)

    assert comparison.standing == "different_tests"
    assert comparison.judgement.other_tests == ("regime", "data_size")
    told = findings(comparison)
    assert told["regime"].severity == told["data_size"].severity == "caution"


def test_another_family_of_another_size_is_a_caution_twice():
    huawei = "huawei-cloud/mysql/"
    comparison = compared(
        class_=[
            f"{huawei}general-1:2-4vcpu-8gb",
            f"{huawei}dedicated-1:4-32vcpu-128gb",
        ],
        version=["8.0"],
    )

    found = findings(comparison)
    assert (found["size"].severity, found["class_family"].severity) == ("caution",) * 2
    # the same data is 16 times the memory of one and just fits the other
    assert comparison.judgement.other_tests == ("data_size",)
    assert comparison.standing == "different_tests"


# What data checks know


@pytest.mark.parametrize("classes", [["xlarge.2"], ["large.2", "xlarge.2"]])
def test_more_hot_data_being_faster_is_said_of_a_class(classes):
    comparison = compared(class_=[f"{HOT}{code}" for code in classes])

    finding = findings(comparison)["more_hot_records_faster"]
    rows = {
        str(
            published_database.row(
                code="pg.x8.xlarge.2", workload="pgbench_read_write", hot_records=hot
            ).pk
        )
        for hot in (500_000_000, 1_000_000_000)
    }
    assert set(finding.results) == rows
    assert "more_hot_records_faster" in {
        found.code
        for group in comparison.groups
        if group.load and group.load.hot_records == 1_000_000_000
        for found in group.judgement.findings
    }
    # of a load that one class alone has, nothing is said that all share
    assert bool(comparison.judgement.equal) == (len(classes) > 1)


# What cannot share an axis


def test_a_baseline_without_the_figure_lifts_no_refusal():
    sqlserver = published_database.row(
        code="rds.mssql.m1.medium", campaign__slug="alibaba-sqlserver-2008r2-tpcc"
    )
    huawei = published_database.row(
        code="dedicated-1:4-4vcpu-16gb", engine_version="8.0"
    )
    pgbench = published_database.row(
        code="pg.x8.large.2", workload="pgbench_read_write", hot_records=100_000_000
    )

    qps = of_results(sqlserver, huawei, pgbench).groups[0].line("qps")

    assert [cell.value for cell in qps.cells] == [None, 27159, 45110]
    assert [cell.is_refused for cell in qps.cells] == [False, False, True]
    assert [cell.of_best for cell in qps.cells] == [None, None, None]
    assert not any(cell.is_best for cell in qps.cells)
    every = of_results(sqlserver, huawei, pgbench, huawei_larger())
    qps = every.groups[0].line("qps")
    assert [cell.is_best for cell in qps.cells] == [False, False, False, True]
    assert qps.cells[1].of_best == pytest.approx(27159 / 47302)


def huawei_larger():
    return published_database.row(code="dedicated-1:4-8vcpu-32gb", engine_version="8.0")


def test_qps_of_reads_alone_are_refused_beside_reads_and_writes():
    rows = [
        published_database.row(
            code="pg.x8.xlarge.2", workload=workload, hot_records=100_000_000
        )
        for workload in ("pgbench_read_only", "pgbench_read_write")
    ]

    comparison = of_results(*rows)

    assert {each.figure for each in comparison.judgement.refusals} == {"tps", "qps"}
    assert comparison.judgement.comparable == ()
    assert comparison.groups[0].line("qps").cells[1].of_baseline is None


# What was left out


def test_who_left_a_result_out_is_said():
    instance_class = InstanceClassFactory()
    own, other, kept = (
        ResultFactory(measured=True, visibility="public", instance_class=instance_class)
        for _ in range(3)
    )
    exclusions.exclude(own.pk, by=own.owner, reason="disk full")
    staff = UserFactory(is_staff=True)
    exclusions.exclude(other.pk, by=staff, reason="backup ran")

    told = {
        finding.results: finding.message
        for finding in worded_once(of_results(own, other, kept).judgement.findings)
        if finding.code == "excluded"
    }

    assert told == {
        (str(own.pk),): "Left out by its owner as an outlier: disk full",
        (str(other.pk),): "Left out by staff as an outlier: backup ran",
    }
