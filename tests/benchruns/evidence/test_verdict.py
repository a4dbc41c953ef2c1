import pytest

from benchruns.evidence.sysbench_verdict import check_ending, judge
from benchruns.failures.failure import BenchbookError
from benchruns.sentences.failures.table import of_failure
from tests.benchruns.parsers.sysbench.test_parser import CAPTURED


def failed(exit_status: int = 0, output: str = CAPTURED, stderr: str = ""):
    with pytest.raises(BenchbookError) as caught:
        judge(exit_status=exit_status, output=output, stderr=stderr)
    return caught.value.failure


def test_a_whole_report_with_exit_status_zero_is_believed():
    assert judge(exit_status=0, output=CAPTURED, stderr="").figures.tps == 914.54


def test_good_figures_with_another_exit_status_are_not_believed():
    assert failed(exit_status=2).code == "unknown"


@pytest.mark.parametrize("exit_status", [-11, 139])
def test_a_silent_death_is_told_as_what_it_mostly_means(exit_status):
    failure = failed(exit_status=exit_status, output="Threads started!\n")

    assert failure.code == "tool_died"
    assert "sysbench died (signal 11), which it does when the server goes away" in (
        of_failure(failure)
    )


def test_a_kill_is_told_as_such():
    failure = failed(exit_status=-9, output="")

    assert failure.code == "tool_died"
    assert "signal 9" in of_failure(failure)


def test_another_signal_is_named():
    assert "(signal 6)" in of_failure(failed(exit_status=-6, output=""))


def test_a_death_after_a_known_cause_is_told_by_its_cause():
    output = 'FATAL: PQprepare() failed: ERROR:  relation "sbtest1" does not exist\n'

    assert failed(exit_status=139, output=output).code == "table_missing"


def test_fatal_lines_spoil_a_run_that_exits_with_zero():
    line = "FATAL: mysql_stmt_execute() returned error 2013 (Lost connection to server)"

    failure = failed(output=f"{line}\n{CAPTURED}")

    assert failure.code == "server_gone"
    assert failure.detail == line


def test_an_unknown_cause_shows_the_tools_own_line():
    failure = failed(exit_status=1, output="", stderr="invalid option: --nonsense\n")

    assert failure.code == "unknown"
    assert failure.detail == "invalid option: --nonsense"


def test_a_report_without_its_final_block_is_not_believed():
    output = CAPTURED[: CAPTURED.index("SQL statistics")]

    assert failed(output=output).code == "incomplete_report"


def test_a_report_of_zeros_is_not_believed():
    output = CAPTURED.replace("events:              1834", "events:              0")

    assert failed(output=output).code == "no_events"


def test_a_report_with_checkpoints_is_not_believed():
    assert failed(output=CAPTURED + "Checkpoint report:\n").code == "checkpoint_report"


def test_a_prepare_that_ends_well_needs_no_report():
    check_ending(exit_status=0, output="Creating table 'sbtest1'...\n", stderr="")
