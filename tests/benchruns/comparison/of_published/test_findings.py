"""Comparisons of the published figures: what stands against them."""

import pytest

from benchruns.sentences.catalogue import worded_once
from benchruns.sentences.fairness.axes import reason_of
from tests import published_database
from tests.benchruns.comparison.of_published.asked import (
    codes_of,
    compared,
    of_classes,
    results,
)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("code", "first", "second"),
    [
        (
            "larger_class_slower",
            {"code": "rds.mssql.c2.xlp2", "engine_version": "2008 R2"},
            {"code": "rds.mssql.c2.2xlarge", "engine_version": "2008 R2"},
        ),
        (
            "larger_class_slower",
            {"code": "rds.mssql.m1.medium", "engine_version": "2012 EE"},
            {"code": "rds.mssql.s3.large", "engine_version": "2012 EE"},
        ),
        (
            "more_hot_records_faster",
            {
                "code": "pg.x8.xlarge.2",
                "workload": "pgbench_read_write",
                "hot_records": 500_000_000,
            },
            {
                "code": "pg.x8.xlarge.2",
                "workload": "pgbench_read_write",
                "hot_records": 1_000_000_000,
            },
        ),
        (
            "dedicated_slower",
            {"code": "dedicated-1:4-8vcpu-32gb", "engine": "postgresql"},
            {"code": "general-1:4-8vcpu-32gb", "engine": "postgresql"},
        ),
    ],
    ids=["F13", "F14", "F17", "F18"],
)
def test_what_the_papers_contradict_is_said_where_it_is_compared(code, first, second):
    rows = [published_database.row(**first), published_database.row(**second)]

    comparison = compared(result=results(*rows))

    found = [f for f in worded_once(comparison.judgement.findings) if f.code == code]
    assert len(found) == 1
    assert set(found[0].results) == set(results(*rows))


def test_a_larger_class_that_is_slower_is_said_for_classes_too():
    word = "alibaba-cloud/sqlserver/rds.mssql."
    comparison = compared(class_=[f"{word}c2.2xlarge", f"{word}c2.xlp2"])

    assert "larger_class_slower" in codes_of(comparison)


def test_huawei_versions_are_flagged_for_their_client_machines():
    word = "huawei-cloud/mysql/dedicated-1:4-8vcpu-32gb"

    comparison = compared(class_=word, versions=["5.7", "8.0"])

    client = next(
        f
        for f in worded_once(comparison.judgement.findings)
        if f.code == "client_machine"
    )
    assert client.severity == "caution"
    assert client.why
    assert client.remedy
    assert comparison.standing == "cautions"


def test_qps_of_alibaba_and_huawei_is_comparable_and_says_why():
    alibaba = published_database.row(
        code="rds.mysql.c1.xlarge",
        campaign__slug="alibaba-mysql-8.0-60s",
        regime="cached",
    )
    huawei = published_database.row(
        code="dedicated-1:4-8vcpu-32gb", engine_version="8.0"
    )

    comparison = compared(result=results(alibaba, huawei))

    assert "qps" in {each.figure for each in comparison.judgement.comparable}
    assert comparison.judgement.refusals == ()
    qps = comparison.groups[0].line("qps")
    assert qps.cells[1].of_baseline == pytest.approx(47302 / 69598.33, abs=1e-4)


def test_qps_of_pgbench_is_refused_with_a_reason_and_has_no_ratio():
    sysbench = published_database.row(
        code="rds.mysql.c1.xlarge",
        campaign__slug="alibaba-mysql-8.0-60s",
        regime="cached",
    )
    pgbench = published_database.row(
        code="pg.x8.xlarge.2",
        workload="pgbench_read_write",
        hot_records=500_000_000,
    )

    comparison = compared(result=results(sysbench, pgbench))

    refusal = next(r for r in comparison.judgement.refusals if r.figure == "qps")
    assert refusal.results == (str(pgbench.pk),)
    assert "count" in reason_of(refusal.reason)
    cell = comparison.groups[0].line("qps").cells[1]
    assert cell.is_refused
    assert cell.value == pgbench.qps
    assert (cell.of_baseline, cell.of_best, cell.verdict) == (None, None, None)
    assert comparison.standing == "refused"


def test_what_is_not_stated_is_told_and_never_equal():
    comparison = of_classes("c1.xlarge", "c2.xlarge")

    unknown = next(
        f for f in worded_once(comparison.judgement.findings) if f.code == "not_stated"
    )
    assert "isolation" in unknown.message
    assert "isolation" not in comparison.judgement.equal
    assert "tool_version" in comparison.judgement.equal
