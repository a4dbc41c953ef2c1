"""Fairness of the published rows: what the papers' own tables must be told of."""

import csv
from pathlib import Path

import pytest

from benchruns.comparison.fairness import (
    NOT_STATED,
    RULES,
    Context,
    comparable,
    equal,
    find,
    known_between,
    refusals,
)
from benchruns.comparison.fairness.published import RULE_OF
from benchruns.comparison.fairness.results import context_of, contexts_of
from benchruns.results import published as published_folder
from benchruns.sentences.catalogue import worded
from benchruns.sentences.fairness.axes import reason_of
from benchruns.sentences.fairness.table import condition_label
from tests import published_rows
from tests.factories import AttemptFactory, ResultFactory
from tests.published_rows import of_campaign

pytestmark = pytest.mark.django_db

DATA = Path(published_folder.__file__).parent / "data"
A57, A80 = "alibaba-mysql-5.7-60s", "alibaba-mysql-8.0-60s"
H57, H80 = "huawei-mysql-5.7-dedicated", "huawei-mysql-8.0-dedicated"
H12, H12_GENERAL = "huawei-postgresql-12-dedicated", "huawei-postgresql-12-general"
S08, S12 = "alibaba-sqlserver-2008r2-tpcc", "alibaba-sqlserver-2012ee-tpcc"
PGBENCH = "alibaba-postgresql-pgbench"


@pytest.fixture(scope="module")
def rows(django_db_setup, django_db_blocker):
    return published_rows.read(django_db_blocker)


def conditions():
    with (DATA / "fairness.csv").open(newline="") as lines:
        return list(csv.DictReader(lines))


def judged(*results, intended=frozenset()):
    contexts = contexts_of(results)
    found = find(contexts, baseline=contexts[0].id, intended=intended)
    return {finding.code: worded(finding) for finding in found}


def of_class(rows, slug, code, **facts):
    return next(
        row
        for row in rows
        if row.campaign.slug == slug
        and row.instance_class.code == code
        and all(getattr(row, name) == value for name, value in facts.items())
    )


def known(*results):
    ids = [str(result.pk) for result in results]
    return known_between({str(r.pk): r.findings for r in results}, ids)


def test_every_published_condition_is_covered_by_a_rule():
    published = {(line["condition"], line["item"]) for line in conditions()}

    assert published == set(RULE_OF)
    assert set(RULE_OF.values()) <= set(RULES)


def test_the_published_case_is_found_as_it_is_printed():
    """One side states read_rnd_buffer_size and the other read_buffer_size."""
    (case,) = (line for line in conditions() if line["item"] == "published_case")

    def context(column, *, is_managed):
        pairs = (pair.strip().split("=") for pair in case[column].split(";"))
        return Context(
            id=column, engine="mysql", settings=dict(pairs), is_managed=is_managed
        )

    contexts = [
        context("self_managed", is_managed=False),
        context("managed_service", is_managed=True),
    ]
    found = {
        each.code: worded(each) for each in find(contexts, baseline="self_managed")
    }

    assert found["settings"].values == {
        "self_managed": "join_buffer_size = 128 MB, tmp_table_size = 128 MB",
        "managed_service": "join_buffer_size = 1 MB, tmp_table_size = 256 KB",
    }
    assert "self-managed side" in found["settings"].remedy


def test_two_versions_of_huawei_were_driven_from_two_clients(rows):
    code = "dedicated-1:4-8vcpu-32gb"
    found = judged(
        of_class(rows, H57, code),
        of_class(rows, H80, code),
        intended=frozenset({"engine_version"}),
    )

    client = found["client_machine"]
    assert client.severity == "caution"
    assert "c3.2xlarge.2, 8 vCPU" in client.message
    assert "c6.4xlarge.2, 16 vCPU" in client.message
    assert found["engine_version"].severity == "note"
    assert {code for code, each in found.items() if each.severity == "caution"} == {
        "client_machine"
    }


def test_qps_of_two_providers_are_comparable(rows):
    contexts = contexts_of(
        [of_campaign(rows, A80), of_class(rows, H80, "dedicated-1:4-8vcpu-32gb")]
    )
    base = contexts[0].id

    assert refusals(contexts, baseline=base) == []
    reasons = {
        (c.figure, reason_of(c.reason)) for c in comparable(contexts, baseline=base)
    }
    assert any(f == "qps" and "18 statements" in text for f, text in reasons)
    assert any(f == "qps" and "tps × 20" in text for f, text in reasons)
    assert any(f == "tps" and "reads / 14 / 60 s" in text for f, text in reasons)


def test_qps_of_pgbench_are_not_comparable_with_those_of_sysbench(rows):
    contexts = contexts_of(
        [
            of_class(rows, H12, "dedicated-1:4-8vcpu-32gb"),
            of_campaign(rows, PGBENCH, workload="pgbench_read_write"),
        ]
    )

    refused = {each.figure for each in refusals(contexts, baseline=contexts[0].id)}

    assert refused == {"tps", "qps"}


def test_tps_of_two_sql_server_versions_are_refused_and_tpm_is_not(rows):
    contexts = contexts_of([of_campaign(rows, S08), of_campaign(rows, S12)])

    refused = {each.figure for each in refusals(contexts, baseline=contexts[0].id)}

    assert refused == {"tps"}


def test_one_table_is_equal_but_for_what_it_varies(rows):
    small, large = (
        of_class(rows, A80, f"rds.mysql.{code}", regime="cached")
        for code in ("m1.medium", "c1.xlarge")
    )

    found = judged(small, large, intended=frozenset({"size"}))
    same = equal(contexts_of([small, large]), str(small.pk))

    assert set(found) == {"size", "threads", NOT_STATED}
    assert {each.severity for each in found.values()} == {"note"}
    assert {
        *("provider", "engine_version", "tool", "duration", "client_machine"),
        *("network", "durability", "replication", "data_size", "regime"),
    } <= set(same)
    assert {condition_label(code) for code in same} >= {"tool", "network", "duration"}


def test_what_a_paper_does_not_print_is_said(rows):
    found = judged(
        of_class(rows, H80, "dedicated-1:4-8vcpu-32gb"), of_campaign(rows, A80)
    )

    assert {"region", "durability", "replication"} <= set(found[NOT_STATED].values)


@pytest.mark.parametrize(
    ("first", "second", "code"),
    [
        (
            (S08, "rds.mssql.c2.2xlarge"),
            (S08, "rds.mssql.c2.xlp2"),
            "larger_class_slower",
        ),
        (
            (S12, "rds.mssql.m1.medium"),
            (S12, "rds.mssql.s3.large"),
            "larger_class_slower",
        ),
        (
            (H12, "dedicated-1:4-8vcpu-32gb"),
            (H12_GENERAL, "general-1:4-8vcpu-32gb"),
            "dedicated_slower",
        ),
    ],
)
def test_known_irregularities_are_told_where_both_rows_are_compared(
    rows, first, second, code
):
    pair = [of_class(rows, *first), of_class(rows, *second)]

    (finding,) = [each for each in known(*pair) if each.code == code]

    assert set(finding.results) == {str(row.pk) for row in pair}
    assert code not in {each.code for each in known(pair[0], of_campaign(rows, A57))}


def test_more_hot_data_being_faster_is_told_where_both_rows_are_compared(rows):
    pair = [
        of_class(
            rows,
            PGBENCH,
            "pg.x8.xlarge.2",
            hot_records=hot,
            workload="pgbench_read_write",
        )
        for hot in (500_000_000, 1_000_000_000)
    ]

    assert [each.code for each in known(*pair)] == ["more_hot_records_faster"]


def test_every_context_of_a_published_row_is_read(rows):
    contexts = contexts_of(rows)

    assert len(contexts) == 143
    for context in contexts:
        assert context.is_managed is True
        assert context.same_host is False
        assert context.qps_counting or context.workload == "tpcc"
        # empty texts are not stated, and so None
        assert "" not in (context.region, context.client_instance, context.edition)
    alibaba = context_of(of_campaign(rows, A80))
    assert alibaba.client_vcpus is None
    assert alibaba.data_is_estimated
    assert alibaba.duration_s == 60
    assert context_of(of_campaign(rows, H80)).prepared_statements is False


def test_a_measured_run_tells_its_host_way_and_load(django_assert_num_queries):
    results = [
        ResultFactory(
            measured=True,
            parameters={
                "duration_seconds": 30,
                "warmup_seconds": 5,
                "percentile": 95,
                "prepared_statements": True,
            },
            duration_s=30.01,
            parameter_settings={"sync_binlog": "1"},
            data_bytes=1000,
            buffer_bytes=4000,
        )
        for _ in range(2)
    ]
    for result, is_same_host in zip(results, (True, False), strict=True):
        AttemptFactory(
            run=result.run,
            number=2,
            succeeded=True,
            evidence={
                "bottleneck": {
                    "evidence": {"is_same_host": is_same_host, "round_trip_ms": 0.3}
                }
            },
        )

    with django_assert_num_queries(1):
        one, other = contexts_of(results)

    assert (one.same_host, other.same_host) == (True, False)
    assert (one.round_trip_ms, one.warmup_s, one.duration_s) == (0.3, 5, 30)
    assert one.prepared_statements is True
    assert one.data_over_buffer == 0.25
    assert one.is_managed is None
    assert one.settings == {"sync_binlog": "1"}
