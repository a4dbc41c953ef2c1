"""Figures that follow from printed ones."""

from hypothesis import given
from hypothesis import strategies as st

from benchruns.figures.derivation import derive, sysbench_statements
from benchruns.figures.metrics import FIGURE_NAMES, Figures


def test_totals_of_a_run_give_rates_with_their_formulas():
    printed = Figures(reads=5_661_264, writes=1_617_504, duration_s=60)

    derived = derive(printed, workload="oltp_read_write")

    assert derived.figures.tps == 6739.6
    assert derived.figures.qps == 134_792.0
    assert derived.figures.reads_per_s == 94_354.4
    assert derived.figures.writes_per_s == 26_958.4
    assert derived.formulas == {
        "tps": "reads / 14 / 60 s",
        "qps": "tps × 20",
        "reads_per_s": "reads / 60 s",
        "writes_per_s": "writes / 60 s",
    }


def test_a_printed_rate_is_left_alone_and_nothing_is_added():
    printed = Figures(tps=100, reads=14, writes=4, duration_s=60)

    derived = derive(printed, workload="oltp_read_write")

    assert derived.figures == printed
    assert derived.formulas == {}


def test_totals_without_a_run_length_give_nothing():
    printed = Figures(reads=14_000, writes=4_000)

    assert derive(printed, workload="oltp_read_write").figures == printed


def test_totals_of_a_workload_without_a_known_mix_give_nothing():
    printed = Figures(reads=0, writes=1_865_967, duration_s=60)

    assert derive(printed, workload="hot_row_update").formulas == {}


def test_pgbench_read_only_has_one_statement_a_transaction():
    derived = derive(Figures(qps=573_651), workload="pgbench_read_only")

    assert derived.figures.tps == 573_651
    assert derived.formulas == {"tps": "qps"}


def test_pgbench_read_write_counts_five_statements_a_transaction():
    derived = derive(Figures(qps=58_140), workload="pgbench_read_write")

    assert derived.figures.tps == 11_628
    assert derived.formulas == {"tps": "qps / 5"}


def test_the_legacy_script_sends_the_mix_of_its_successor():
    assert sysbench_statements("oltp_legacy") == {"reads": 14, "writes": 4, "other": 2}
    assert sysbench_statements("tpcc") is None


figure = st.none() | st.integers(min_value=0, max_value=10**12)


@given(
    printed=st.builds(
        Figures, tps=figure, qps=figure, reads=figure, writes=figure, duration_s=figure
    ),
    workload=st.sampled_from(
        ["oltp_read_write", "oltp_write_only", "pgbench_read_write", "tpcc"]
    ),
)
def test_printed_figures_never_change_and_every_added_one_has_a_formula(
    printed, workload
):
    derived = derive(printed, workload=workload)

    for name in FIGURE_NAMES:
        before, after = getattr(printed, name), getattr(derived.figures, name)
        if before is not None:
            assert after == before
        assert (after != before) == (name in derived.formulas)


@given(
    transactions=st.integers(min_value=1, max_value=10**9),
    seconds=st.integers(min_value=1, max_value=86_400),
)
def test_derived_rates_are_the_nearest_floats_to_the_exact_ones(transactions, seconds):
    printed = Figures(
        reads=14 * transactions, writes=4 * transactions, duration_s=seconds
    )

    derived = derive(printed, workload="oltp_read_write").figures

    assert derived.tps == transactions / seconds
    assert derived.qps == 20 * transactions / seconds
