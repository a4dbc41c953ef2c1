"""The result of a run: a load that is not the workload's own is told apart."""

import pytest

from benchruns.figures.metrics import Figures
from benchruns.runs import result_of_run as measured
from benchruns.sentences.catalogue import worded
from benchruns.vocabulary import Variant
from benchruns.workloads import WORKLOADS
from tests.factories import FACTS, AttemptFactory, ResultFactory, RunFactory

pytestmark = pytest.mark.django_db


def result_with(figures=Figures(tps=1.0), **parameters):  # noqa: B008 (frozen)
    run = RunFactory(running=True)
    run.parameters = run.parameters | parameters
    facts = FACTS | {"release": "8.0", "settings": {}, "durability": {}}
    attempt = AttemptFactory.build(run=run, server_facts=facts)
    return measured.result_of(run, attempt, figures)


def test_a_plain_result_keeps_its_parameters_and_is_no_variant():
    result = result_with(skip_trx=False, rate=None, percentile=95)

    assert result.parameters["percentile"] == 95
    assert (result.variant, result.findings) == ("", [])


def test_the_result_of_a_run_that_repeats_a_published_row_names_it():
    published = ResultFactory()
    run = RunFactory(running=True, reproduces=published)
    facts = FACTS | {"release": "8.0", "settings": {}, "durability": {}}
    attempt = AttemptFactory.build(run=run, server_facts=facts)

    result = measured.result_of(run, attempt, Figures(tps=1.0))

    assert result.reproduces == published
    assert result_with().reproduces is None


@pytest.mark.parametrize(
    ("parameters", "variant", "codes"),
    [
        ({"skip_trx": True}, Variant.NO_TRANSACTIONS, ["no_transactions"]),
        ({"rate": 100}, Variant.RATE_LIMITED, ["rate_limited"]),
        (
            {"skip_trx": True, "rate": 100},
            Variant.NO_TRX_RATE_LIMITED,
            ["no_transactions", "rate_limited"],
        ),
    ],
)
def test_another_load_is_a_variant_and_says_why(parameters, variant, codes):
    result = result_with(**parameters)

    assert result.variant == variant
    assert [finding["code"] for finding in result.findings] == codes
    for finding in result.findings:
        assert finding["severity"] == "caution"
        assert worded(finding).why
        assert worded(finding).remedy


def test_what_was_computed_is_named_with_its_formula():
    figures = Figures(
        tps=312.5,
        reads=70_014.0,
        writes=20_004.0,
        reads_per_s=70_014 / 15.0012,
        writes_per_s=20_004 / 15.0012,
        errors_per_s=3 / 15.0012,
        latency_p50_ms=2.9,
        latency_p95_ms=4.1,
        latency_max_ms=19.2,
        duration_s=15.0012,
    )

    result = result_with(figures, percentile=95)

    assert result.derived == {
        "reads_per_s": "reads / 15.0012 s",
        "writes_per_s": "writes / 15.0012 s",
        "errors_per_s": "ignored errors / 15.0012 s",
        "latency_p50_ms": "sysbench histogram",
    }
    assert result.reads_per_s == 4667.226622
    assert result.latency_p95_ms == 4.1


def test_without_a_duration_rates_are_as_printed():
    assert result_with(Figures(errors_per_s=0.2)).derived == {}


def test_another_percentile_leaves_all_of_them_to_the_histogram():
    result = result_with(Figures(latency_p95_ms=4.1), percentile=97)

    assert result.derived == {"latency_p95_ms": "sysbench histogram"}


def test_a_workload_without_a_percentile_prints_sysbenchs_usual_one():
    run = RunFactory(running=True, workload="hot_row_update")
    run.parameters = WORKLOADS["hot_row_update"].clean({})
    facts = FACTS | {"release": "8.0", "settings": {}, "durability": {}}
    attempt = AttemptFactory.build(run=run, server_facts=facts)
    figures = Figures(latency_p95_ms=4.1, latency_p99_ms=5.2)

    result = measured.result_of(run, attempt, figures)

    assert result.derived == {"latency_p99_ms": "sysbench histogram"}


def test_a_run_that_took_far_longer_than_asked_says_so():
    result = result_with(Figures(tps=1.0, duration_s=113.4), duration_seconds=2)

    assert [finding["code"] for finding in result.findings] == ["duration"]
    assert result.findings[0]["values"] == {"measured_s": 113.4, "asked_s": 2}


@pytest.mark.parametrize(
    ("share", "source"),
    [(1.0, "pgbench log"), (0.166, "pgbench log, 16.6 % of transactions")],
)
def test_what_pgbench_does_not_print_is_named_with_its_source(share, source):
    run = RunFactory(running=True, workload="pgbench_read_only")
    run.parameters = WORKLOADS["pgbench_read_only"].clean({})
    facts = FACTS | {"release": "15", "settings": {}, "durability": {}}
    log = {"share": share, "transactions": 100, "is_whole": True}
    attempt = AttemptFactory.build(
        run=run, server_facts=facts, tool="pgbench", tool_facts={"latency_log": log}
    )
    figures = Figures(
        tps=10.0,
        qps=10.0,
        transactions=600.0,
        queries=600.0,
        reads_per_s=10.0,
        latency_avg_ms=2.0,
        latency_p95_ms=4.1,
        latency_max_ms=9.1,
        duration_s=60.0,
    )

    result = measured.result_of(run, attempt, figures)

    assert result.derived == {
        "qps": "TPS × statements a transaction",
        "reads_per_s": "TPS × reads a transaction",
        "queries": "transactions × statements a transaction",
        "duration_s": "transactions / TPS",
        "latency_p95_ms": source,
        "latency_max_ms": source,
    }
