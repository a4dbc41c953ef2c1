"""go-tpc's runs."""

import re

import pytest

from benchruns.parsers import recognition
from benchruns.parsers.errors import AbortedError, NoEventsError, ReportError
from benchruns.parsers.gotpc import mix
from benchruns.parsers.gotpc import report as gotpc
from benchruns.parsers.gotpc import rows as gotpc_rows
from benchruns.parsers.gotpc.rows import Row
from benchruns.sentences.catalogue import worded
from tests.benchruns.parsers.reading_cases import assert_read_as_told
from tests.benchruns.report_cases.gotpc import CASES

SAMPLES = {case.path.rpartition("/")[2]: case.text for case in CASES}
PLAIN = SAMPLES["1.0.11-plain.txt"]


def codes(report) -> set[str]:
    return {finding.code for finding in report.findings}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_each_text_is_read_as_told(case):
    assert_read_as_told(case, recognition.read)


def test_all_styles_say_the_same():
    plain, table, lines = (
        gotpc.read(SAMPLES[name])
        for name in ("1.0.11-plain.txt", "1.0.11-table.txt", "1.0.11-json.txt")
    )

    assert plain.figures == table.figures == lines.figures
    assert plain.printed == table.printed == lines.printed
    assert plain.samples == table.samples == lines.samples


def test_its_mix_is_not_the_one_of_the_workload():
    assert gotpc.read(PLAIN).variant == "other_mix"


def test_every_figure_but_new_orders_names_its_formula():
    report = gotpc.read(PLAIN)

    known = {name for name, value in report.figures.as_dict().items() if value}
    assert set(report.derived) == known - {"nopm"}


def test_new_orders_without_a_last_line_are_those_of_the_row():
    report = gotpc.read(SAMPLES["0.9-no-last-line.txt"])

    assert report.figures.nopm == 1577.2
    assert report.derived["nopm"] == "TPM of NEW_ORDER"


def test_intervals_are_of_all_kinds_that_ended_well():
    first, second = gotpc.read(PLAIN).samples

    assert (first.second, second.second) == (10, 20)
    assert first.tps == (22 + 262 + 23 + 252 + 21) / 10
    assert second.tps == (24 + 259 + 255) / 10
    assert (first.errors_per_s, second.errors_per_s) == (0, 0.2)


def test_no_failed_operation_is_no_error():
    assert gotpc.read(SAMPLES["1.0.0-plain.txt"]).figures.errors_per_s == 0


def test_waiting_threads_and_analytic_queries_are_told():
    waiting = gotpc.read(SAMPLES["1.0.11-wait.txt"])
    mixed = gotpc.read(SAMPLES["1.0.11-analytic-queries.txt"])

    assert codes(waiting) == {"keying_and_thinking"}
    assert codes(mixed) == {"analytic_queries"}
    assert (waiting.workload, mixed.workload) == ("tpcc", None)


@pytest.mark.parametrize(
    "name", ["1.0.11-plain.txt", "1.0.11-json.txt", "1.0.11-one-array.json"]
)
def test_no_part_of_a_text_is_taken_for_the_whole(name):
    text = SAMPLES[name].rstrip()
    whole = recognition.read(text).figures
    least = text.index("Summary")

    for end in range(least, len(text), 7):
        try:
            figures = recognition.read(text[:end]).figures
        except ReportError:
            continue
        assert figures == whole, text[:end][-60:]


@pytest.mark.parametrize("name", ["1.0.11-json.txt", "1.0.11-one-array.json"])
@pytest.mark.parametrize(
    "words",
    [
        "Finished\n",
        "2026/01/05 12:00:00 maxprocs: Leaving GOMAXPROCS=2: CPU quota undefined\n",
        "maxprocs: Leaving GOMAXPROCS=2: CPU quota undefined\n\nFinished\n",
    ],
)
def test_words_before_json_are_no_part_of_it(name, words):
    text = SAMPLES[name]

    assert recognition.read(words + text) == recognition.read(text)


def test_what_is_said_after_the_only_array_is_no_part_of_it():
    text = SAMPLES["1.0.11-one-array.json"]
    line = "[2026-01-05 12:00:00] execute run failed, err Error 1213: Deadlock found"

    assert recognition.read(f"{text}\n{line}\n") == recognition.read(text)


def test_a_last_line_that_does_not_fit_is_refused():
    text = PLAIN.replace("tpmC: 1577.2", "tpmC: 15772.0")

    with pytest.raises(ReportError, match="does not fit"):
        gotpc.read(text)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("tpmC: 1577.2", "tpmC: 1577,2"),
        ("tpmTotal: 3502.4", "tpmTotal: 3502,4"),
        ("efficiency: 1226.4%", "efficiency: 1226,4%"),
        ("Sum(ms): 2285792.7", "Sum(ms): 2285792,7"),
        ("Takes(s): 599.9, Count: 15770", "Takes(s): 599,9, Count: 15770"),
    ],
)
def test_a_decimal_comma_is_refused_and_no_number_cut(old, new):
    assert old in PLAIN

    with pytest.raises(ReportError, match="written with a comma") as error:
        recognition.read(PLAIN.replace(old, new))

    assert new.partition(":")[0] in error.value.line


@pytest.mark.parametrize("width", [60, 72, 80, 100, 120, 170, 190, 195, 196])
def test_rows_that_a_terminal_wrapped_are_refused(width):
    lines = []
    for line in PLAIN.splitlines():
        lines += [line[at : at + width] for at in range(0, len(line), width)]

    with pytest.raises(ReportError, match=r"not whole|wrapped|cannot be read"):
        recognition.read("\n".join(lines))


def test_a_value_that_is_no_number_is_told_with_its_line():
    with pytest.raises(ReportError) as error:
        gotpc.read(PLAIN.replace("Count: 15770", "Count: many"))

    assert error.value.line.startswith("[Summary] NEW_ORDER - ")


def test_endless_rows_are_refused():
    line = "[Current] PAYMENT - Count: 1, Max(ms): 1.0\n"

    with pytest.raises(ReportError, match="more than 50,000 rows"):
        gotpc.read(line * (gotpc_rows.MOST_ROWS + 1))


def test_a_lost_row_is_told_by_the_rate_of_all_kinds():
    lost = "".join(
        line for line in PLAIN.splitlines(keepends=True) if "] PAYMENT -" not in line
    )

    with pytest.raises(ReportError, match=r"make 1,988\.7 .* says 3,502\.4") as error:
        gotpc.read(lost)
    assert error.value.line.startswith("tpmC: ")


@pytest.mark.parametrize(
    "line",
    [
        "execute run failed, err Error 1213: Deadlock found",
        "Got signal [interrupt] to exit.",
    ],
)
@pytest.mark.parametrize("name", ["1.0.11-plain.txt", "1.0.11-json.txt"])
def test_a_run_that_was_broken_off_is_no_result(line, name):
    with pytest.raises(AbortedError) as error:
        recognition.read(f"{SAMPLES[name]}\n{line}\n")

    assert error.value.line == line


@pytest.mark.parametrize("name", ["1.0.11-plain.txt", "1.0.11-json.txt"])
def test_errors_after_which_the_threads_went_on_break_nothing_off(name):
    line = "[2026-01-05 12:00:00] execute run failed, err Error 1213: Deadlock found"

    assert recognition.read(f"{SAMPLES[name]}\n{line}\n").figures.nopm == 1577.2


def test_many_failed_transactions_are_told_in_numbers():
    report = gotpc.read(
        PLAIN.replace("NEW_ORDER_ERR - Takes(s): 599.9, Count: 4, TPM: 0.4,",
                      "NEW_ORDER_ERR - Takes(s): 599.9, Count: 3995, TPM: 399.6,")
    )  # fmt: skip

    (finding,) = report.findings
    assert finding.code == "many_errors"
    assert finding.values == {"failed": 4000, "begun": 39018, "share": 4000 / 39018}
    message = worded(finding).message
    assert "10 % of the transactions failed: 4,000 of 39,018." in message
    assert codes(gotpc.read(PLAIN)) == set()


def test_another_mix_than_the_tools_own_is_no_workload_known_here():
    """As --weight 90,10,0,0,0 makes it."""
    kinds = [
        "[Summary] NEW_ORDER - Takes(s): 60.0, Count: 9000, TPM: 9000.0, "
        "Sum(ms): 9000.0, Avg(ms): 1.0, Max(ms): 2.0",
        "[Summary] PAYMENT - Takes(s): 60.0, Count: 1000, TPM: 1000.0, "
        "Sum(ms): 1000.0, Avg(ms): 1.0, Max(ms): 2.0",
        "tpmC: 9000.0, tpmTotal: 10000.0, efficiency: 7000.0%",
    ]

    report = recognition.read("\n".join(kinds))

    (finding,) = report.findings
    assert (report.workload, report.variant) == (None, "")
    assert finding.code == "transaction_mix"
    assert finding.values["new_order"] == 0.9
    assert worded(finding).message == (
        "Of the transactions 90 % were new orders and 10 % payments; the tool's own mix "
        "has 45 and 43."
    )


@pytest.mark.parametrize("count", [20, 200, 2000, 20_000])
def test_chance_makes_no_other_mix(count):
    """Three standard deviations more payments, and as many new orders less."""
    drawn = {kind: share * count for kind, share in mix.SHARES.items()}
    off = 3 * (0.45 * 0.55 * count) ** 0.5
    drawn = {
        **drawn,
        "NEW_ORDER": drawn["NEW_ORDER"] - off,
        "PAYMENT": drawn["PAYMENT"] + off,
    }

    rows = [
        Row(is_summary=True, operation=kind, values={"count": round(number)})
        for kind, number in drawn.items()
    ]

    assert mix.is_own(rows)


@pytest.mark.parametrize("name", ["PAY\\u0000MENT", "PAY\\ud800MENT", "A B", "ÄÖ"])
def test_the_name_of_an_operation_is_letters_and_digits(name):
    text = SAMPLES["1.0.11-json.txt"].replace('"PAYMENT"', f'"{name}"')

    with pytest.raises(ReportError, match="name of an operation"):
        recognition.read(text)


def test_new_orders_that_only_wait_are_no_result():
    text = re.sub(r"(\[Summary\] NEW_ORDER -) .*", r"\1 18.0s", PLAIN)

    with pytest.raises(NoEventsError):
        gotpc.read(text)
