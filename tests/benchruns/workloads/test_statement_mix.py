"""Workloads told from the statements a transaction."""

import pytest

from benchruns.workloads.statement_mix import (
    Statements,
    share_without_row,
    workload_of,
)


def of(reads, writes, other, *, transactions=1000, **rest) -> Statements:
    return Statements(
        transactions=transactions,
        reads=reads * transactions,
        writes=writes * transactions,
        other=other * transactions,
        **rest,
    )


@pytest.mark.parametrize(
    ("mix", "new", "old"),
    [
        ((14, 4, 2), "oltp_read_write", "oltp_legacy"),
        ((14, 0, 2), "oltp_read_only", "oltp_read_only"),
        ((0, 4, 2), "oltp_write_only", "oltp_write_only"),
        ((0, 1, 2), "hot_row_update", "hot_row_update"),
        ((14, 5, 2), None, None),
        ((0, 1, 0), None, None),
        ((1, 0, 0), None, None),
        ((0, 0, 0), None, None),
    ],
)
def test_a_mix_names_its_workload(mix, new, old):
    assert workload_of(of(*mix), is_old=False) == (new, "")
    assert workload_of(of(*mix), is_old=True) == (old, "")


@pytest.mark.parametrize(
    ("mix", "workload"),
    [
        ((14, 4, 0), "oltp_read_write"),
        ((14, 0, 0), "oltp_read_only"),
        ((0, 4, 0), "oltp_write_only"),
    ],
)
def test_without_other_statements_there_were_no_transactions(mix, workload):
    assert workload_of(of(*mix), is_old=False) == (workload, "no_transactions")


def test_statements_of_repeated_transactions_come_on_top():
    sent = Statements(
        transactions=1000, reads=14_050, writes=4010, other=2005, repeated=5
    )

    assert workload_of(sent, is_old=False) == ("oltp_read_write", "")


def test_more_statements_than_the_repeats_explain_are_another_mix():
    sent = Statements(
        transactions=1000, reads=14_071, writes=4010, other=2005, repeated=5
    )

    assert workload_of(sent, is_old=False) == (None, "")


def test_too_many_repeats_blur_the_mix():
    sent = of(14, 4, 2, repeated=101)

    assert sent.are_blurred
    assert workload_of(sent, is_old=False) == (None, "")


def test_counters_that_began_within_transactions_may_be_off_by_the_threads():
    sent = Statements(transactions=1000, reads=14_030, writes=3990, other=1999)

    assert workload_of(sent, is_old=False) == (None, "")
    assert workload_of(
        Statements(transactions=1000, reads=14_030, writes=3990, other=1999, unsure=4),
        is_old=False,
    ) == ("oltp_read_write", "")


def test_rates_may_be_off_by_their_rounding():
    rates = Statements(
        transactions=38.00, reads=532.02, writes=152.0, other=75.99, are_rates=True
    )

    assert workload_of(rates, is_old=False) == ("oltp_read_write", "")


def test_writes_that_met_no_row_stand_among_the_others():
    sent = Statements(transactions=50, reads=700, writes=192, other=108)

    assert workload_of(sent, is_old=False) == ("oltp_read_write", "")
    assert share_without_row(sent, workload="oltp_read_write") == pytest.approx(0.04)


@pytest.mark.parametrize(
    ("mix", "found"),
    [
        ((14, 1, 5), ("oltp_read_write", "")),
        ((14, 3, 1), ("oltp_read_write", "no_transactions")),
        ((0, 3, 3), ("oltp_write_only", "")),
        ((14, 3, 2), (None, "")),  # one statement is missing
        ((14, 5, 1), (None, "")),  # more writes than the script has
        ((14, 0.9, 5.1), (None, "")),  # the INSERT always has its row
        ((0, 0.9, 2.1), (None, "")),
        ((13, 3, 3), (None, "")),
    ],
)
def test_only_writes_of_a_known_mix_are_looked_for_among_the_others(mix, found):
    assert workload_of(of(*mix), is_old=False) == found


def test_a_mix_as_it_should_be_lacks_no_write():
    assert share_without_row(of(14, 4, 2), workload="oltp_read_write") == 0
