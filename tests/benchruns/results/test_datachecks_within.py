"""Rules about one row, on both sides of their thresholds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchruns.figures.metrics import Figures
from benchruns.results.datachecks import Row, check
from benchruns.vocabulary import Severity

OLTP = {"reads": 14, "writes": 4, "other": 2}


def row(**traits):
    defaults = {"id": "a", "workload": "oltp_read_write", "statements": OLTP}
    return Row(**{**defaults, **traits})


def codes(*rows):
    return {
        row_id: [finding.code for finding in findings]
        for row_id, findings in check(rows).items()
    }


def test_equal_transactions_by_reads_and_by_writes_are_fine():
    assert codes(row(figures=Figures(reads=14_000, writes=4_000))) == {}


@pytest.mark.parametrize(
    ("reads", "writes"), [(14_000, 3_998), (14_001, 4_000)], ids=["writes", "reads"]
)
def test_totals_that_count_other_transactions_are_found(reads, writes):
    found = check([row(figures=Figures(reads=reads, writes=writes))])["a"]

    assert [finding.code for finding in found] == ["reads_writes_ratio"]
    assert found[0].values["reads"] == reads
    assert found[0].values["transactions_by_writes"] == writes / 4
    assert found[0].results == ()


def test_a_disagreement_above_one_in_a_thousand_is_a_caution():
    small = check([row(figures=Figures(reads=1_400_000, writes=399_601))])["a"][0]
    large = check([row(figures=Figures(reads=1_400_000, writes=399_599))])["a"][0]

    assert (small.severity, large.severity) == (Severity.NOTE, Severity.CAUTION)


def test_each_error_may_account_for_one_transaction_left_part_way():
    with_errors = Figures(reads=14_000, writes=3_960, duration_s=10, errors_per_s=1)
    too_few_errors = Figures(reads=14_000, writes=3_952, duration_s=10, errors_per_s=1)

    assert codes(row(figures=with_errors)) == {}
    assert codes(row(figures=too_few_errors)) == {"a": ["reads_writes_ratio"]}


@pytest.mark.parametrize(
    ("traits", "found"),
    [
        ({"source": "paper", "tps": 1_009, "tpm": 60_000}, {}),
        ({"source": "paper", "tps": 1_011, "tpm": 60_000}, {"a": ["tps_and_tpm"]}),
        ({"source": "paper", "tps": 980, "tpm": 60_000}, {"a": ["tps_and_tpm"]}),
        ({"source": None, "tps": 1_500, "tpm": 60_000}, {}),
        ({"source": "paper", "tps": None, "tpm": 60_000}, {}),
    ],
)
def test_tps_and_tpm_of_a_paper_should_count_the_same_transactions(traits, found):
    source, *figures = traits
    rates = Figures(**{name: traits[name] for name in figures})

    assert codes(row(source=traits[source], figures=rates)) == found


@given(st.integers(min_value=0, max_value=10**12))
def test_whole_transactions_are_never_found(transactions):
    figures = Figures(reads=14 * transactions, writes=4 * transactions)

    assert codes(row(figures=figures)) == {}


@pytest.mark.parametrize("qps", [1_980, 2_000, 2_020])
def test_qps_within_rounding_of_tps_is_fine(qps):
    assert codes(row(figures=Figures(tps=100, qps=qps))) == {}


@pytest.mark.parametrize("qps", [1_979, 2_021])
def test_qps_beyond_rounding_of_tps_is_found(qps):
    found = check([row(figures=Figures(tps=100, qps=qps))])["a"]

    assert [finding.code for finding in found] == ["qps_tps_ratio"]
    assert found[0].values["tps_by_qps"] == qps / 20


def test_errors_widen_what_qps_may_differ():
    figures = Figures(tps=100, qps=2_060, errors_per_s=2)

    assert codes(row(figures=figures)) == {}


def test_a_run_without_begin_and_commit_has_eighteen_statements():
    statements = {**OLTP, "other": 0}

    assert codes(row(figures=Figures(tps=100, qps=1_800), statements=statements)) == {}


def test_derived_rates_are_not_held_against_each_other():
    figures = Figures(tps=100, qps=4_000)

    assert codes(row(figures=figures, derived=frozenset({"qps"}))) == {}


def test_a_workload_without_a_known_mix_is_skipped():
    figures = Figures(tps=100, qps=4_000, reads=1, writes=1)

    assert codes(row(figures=figures, statements=None)) == {}


@given(
    tps=st.integers(min_value=0, max_value=10**7),
    rounding=st.integers(min_value=-20, max_value=20),
)
def test_any_qps_that_rounding_explains_is_fine(tps, rounding):
    assert codes(row(figures=Figures(tps=tps, qps=max(0, tps * 20 + rounding)))) == {}


def pgbench(**traits):
    return row(workload="pgbench_read_only", statements=None, **traits)


def test_records_that_the_scale_makes_are_fine():
    assert codes(pgbench(scale=10, total_records=1_000_000)) == {}
    assert codes(pgbench(scale=None, total_records=1_000_000)) == {}


def test_other_records_than_the_scale_makes_are_found():
    found = check([pgbench(scale=10, total_records=1_000_001)])["a"]

    assert [finding.code for finding in found] == ["records_of_scale"]
    assert found[0].values["records_by_scale"] == 1_000_000


def test_warehouses_are_no_pgbench_scale():
    assert codes(row(workload="tpcc", scale=10, total_records=7)) == {}
