"""Benchbook's own report: written, filled in with a spreadsheet, read back."""

import csv
import io
import zipfile
from datetime import UTC, date, datetime, timedelta

import pytest
from openpyxl import load_workbook

from benchruns.figures.metrics import FIGURE_NAMES
from benchruns.parsers.errors import ReportError
from benchruns.parsers.tool_report import KINDS, Format, Kind
from benchruns.submissions import intake
from benchruns.submissions.statement.fields import FIELDS
from benchruns.submissions.template import (
    TemplateError,
    is_template,
    read_csv,
    read_xlsx,
    writer,
)
from benchruns.submissions.template.columns import columns
from benchruns.submissions.template.limits import MOST_ROWS
from tests import report_template_page as page
from tests.benchruns.report_cases.template import CASES
from tests.benchruns.submissions.intake.filled_templates import (
    ROW,
    changed,
    filled,
    letter,
    named,
    place,
    plain,
    workbook,
)

EXAMPLE = {c.key: c.example for c in columns() if c.example != ""}
KEYS = list(ROW)
NEW_YEAR = datetime(2026, 1, 1, tzinfo=UTC).replace(tzinfo=None)


def faults(content: bytes | str) -> dict[str, str]:
    read = read_csv if isinstance(content, str) else read_xlsx
    with pytest.raises(TemplateError) as caught:
        read(content)
    assert len(caught.value.cells) == len(dict(caught.value.cells))
    return dict(caught.value.cells)


def csv_of(*rows: dict) -> str:
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerows([KEYS, *([row.get(key, "") for key in KEYS] for row in rows)])
    return text.getvalue()


# Written -----------------------------------------------------------------------------


def test_the_template_has_a_column_for_every_field_and_figure():
    keys = [column.key for column in columns()]

    assert sorted(keys) == sorted([*FIELDS, *FIGURE_NAMES])


def test_the_same_columns_are_the_same_bytes():
    content = writer.xlsx()

    entries = zipfile.ZipFile(io.BytesIO(content)).infolist()
    assert writer.xlsx() == content
    assert {entry.date_time for entry in entries} == {(2026, 1, 1, 0, 0, 0)}
    assert load_workbook(io.BytesIO(content)).properties.modified == NEW_YEAR


def test_nothing_in_the_template_is_taken_for_a_formula():
    book = load_workbook(io.BytesIO(writer.xlsx()))
    cells = [cell for sheet in book for row in sheet for cell in row]

    assert [sheet.title for sheet in book] == ["Report", "Guide", "Example"]
    assert not [c for c in cells if c.data_type == "f"]
    assert not [c for c in cells if str(c.value)[:1] in "=+-@\t\r" and c.value]


def test_choices_are_offered_and_every_column_says_what_may_stand_in_it():
    sheet = load_workbook(io.BytesIO(writer.xlsx()))["Report"]
    by_cell = {
        str(v.sqref).split(":")[0]: v for v in sheet.data_validations.dataValidation
    }

    assert sheet.freeze_panes == "B3"
    assert "oltp_read_write," in by_cell[place("workload")].formula1
    assert all(len(v.formula1 or "") <= 255 for v in by_cell.values())  # Excel's limit
    assert all(v.prompt and len(v.prompt) <= 255 for v in by_cell.values())
    assert len(by_cell) == len(columns())


def test_the_guide_explains_every_column():
    sheet = load_workbook(io.BytesIO(writer.xlsx()))["Guide"]
    explained = [row[0] for row in sheet.iter_rows(values_only=True)]

    assert [column.key for column in columns()] == explained[-len(columns()) :]


# Filled in ---------------------------------------------------------------------------


def test_the_example_of_the_guide_is_read():
    report = read_xlsx(filled(EXAMPLE))

    (row,) = report.rows
    known = {
        **row.stated,
        **{k: v for k, v in row.figures.as_dict().items() if v is not None},
    }
    assert report.format == Format.TEMPLATE_XLSX
    assert KINDS[report.format] is Kind.TEMPLATE
    assert known == EXAMPLE
    assert (row.number, row.place) == (3, "row 3")


def test_the_same_rows_are_read_from_csv():
    text = csv_of(ROW, {"workload": "tpcc", "tps": 8})

    report = read_csv(text)

    assert is_template(text)
    assert report.format == Format.TEMPLATE_CSV
    assert [row.place for row in report.rows] == ["row 2", "row 3"]
    assert [row.figures.tps for row in report.rows] == [1234.5, 8]
    assert report.rows[1].stated == {"workload": "tpcc"}  # what is empty is not stated


def test_the_csv_template_is_one_line_that_is_recognised():
    assert is_template(writer.csv_text())
    assert faults(writer.csv_text()) == {"A2": "No row is filled in: give one."}


def test_a_csv_file_that_excel_saved_is_read():
    labels = "Workload;Threads;Transactions (TPS)\r\n"
    text = (
        "\ufeffsep=;\r\n"
        + labels
        + "workload;threads;tps\r\noltp_read_only;8;99.5\r\n;;\r\n"
    )

    (row,) = read_csv(text).rows

    assert (row.place, row.figures.tps, row.stated["threads"]) == ("row 4", 99.5, 8)


def test_columns_may_be_moved_and_empty_rows_left():
    content = workbook(
        ["My report"],
        [None, "tps", " Workload ", "threads"],
        [],
        [None, 5.5, "OLTP_read_only", 16],
        [None, "", None, "  "],
        [None, 6.5, "tpcc", None],
        title="Sheet1",
    )

    rows = read_xlsx(content).rows

    assert [(row.number, row.figures.tps) for row in rows] == [(4, 5.5), (6, 6.5)]
    assert rows[0].stated == {"workload": "oltp_read_only", "threads": 16}


@pytest.mark.parametrize(
    "day", [date(2026, 1, 2), NEW_YEAR + timedelta(days=1, hours=3), "2026-01-02"]
)
def test_days_are_read_as_excel_and_as_people_write_them(day):
    (row,) = read_xlsx(filled({**ROW, "tested_on": day})).rows

    assert row.stated["tested_on"] == "2026-01-02"


@pytest.mark.parametrize(
    ("written", "tps"),
    [("1234.5", 1234.5), (" 1e3 ", 1000), ("1234\xa0567", 1234567)],
)
def test_numbers_that_are_written_as_text_are_read(written, tps):
    (row,) = read_xlsx(plain({**ROW, "tps": written})).rows

    assert row.figures.tps == tps


def test_thousands_of_a_whole_number_are_beyond_doubt():
    (row,) = read_xlsx(plain({**ROW, "table_size": "10,000"})).rows

    assert row.stated["table_size"] == 10_000


# Refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("client_vcpus", 0, "Give a whole number from 1 to 4,096."),
        ("client_vcpus", 2.5, "Give a whole number"),
        ("client_vcpus", True, "Give a whole number"),
        ("threads", "eight", "Give a whole number"),
        ("tps", 0, "Give a number above 0"),
        ("tps", -1, "Give a number above 0"),
        ("tps", "nan", "Give a number above 0"),
        ("tps", 1e16, "Give a number above 0"),
        ("tps", "1,234", "with a point and without thousands"),
        ("tps", "6,500.5", "with a point and without thousands"),
        ("tps", "1,234,567", "with a point and without thousands"),
        ("tps", "1234,5", "with a point and without thousands"),
        ("tps", "1.234,5", "with a point and without thousands"),
        ("tps", date(2026, 5, 1), "made a date or a time"),
        ("tps", "=C3*2", "in place of the formula"),
        ("tps", "#DIV/0!", "shows an error"),
        ("workload", "oltp", "Give one of: oltp_read_write"),
        ("tested_on", "31.01.2026", "Give a day that has been"),
        ("tested_on", "2999-01-01", "Give a day that has been"),
        ("engine_version", 8.0, "as text"),
        ("engine_version", "x" * 81, "80 characters at most"),
        ("storage", "a\u0007b".replace("\u0007", "\x7f"), "control characters"),
        ("command", "sysbench --mysql-password=hunter2 run", "Remove the password"),
        ("zone", "mysql://root:hunter2@db/x", "Remove the password"),
    ],
)
def test_a_cell_that_cannot_be_used_is_named(key, value, words):
    found = faults(plain({**ROW, key: value}))

    assert list(found) == [named(key)]
    assert words in found[named(key)]
    assert "hunter2" not in found[named(key)]


@pytest.mark.parametrize("written", ["6,500.5", "1,234,567", "6500,5"])
def test_workbook_and_csv_refuse_the_same_numbers(written):
    row = {**ROW, "tps": written}

    of_workbook = faults(workbook(KEYS, [row[key] for key in KEYS]))

    assert of_workbook == faults(csv_of(row))
    assert [cell.partition(" ")[2] for cell in of_workbook] == ["(tps)"]


def test_a_percentage_is_no_number():
    def fill(book):
        for key, value in {**ROW, "percentile": 0.95}.items():
            book["Report"][place(key)] = value
        book["Report"][place("percentile")].number_format = "0%"

    assert "percentage" in faults(changed(fill))[named("percentile")]


def test_every_fault_of_every_row_is_told_and_the_first_ten_in_the_message():
    rows = [{**ROW, "threads": 0, "tps": -1} for _ in range(6)]

    with pytest.raises(TemplateError) as caught:
        read_xlsx(plain(*rows))

    cells = [cell for cell, _ in caught.value.cells]
    expected = [named(key, row) for row in range(3, 9) for key in ("threads", "tps")]
    assert cells == expected
    assert caught.value.message.startswith(
        "12 cells cannot be used. C3 (threads): Give"
    )
    assert caught.value.message.endswith(" And 2 more.")
    assert named("tps", 7) in caught.value.message
    assert named("threads", 8) not in caught.value.message


def test_what_a_row_lacks_is_told_by_cell():
    found = faults(plain({"threads": 8}))

    assert "Give one of: oltp_read_write" in found[named("workload")]
    assert "Give at least one of tps, qps" in found[named("tps")]


def test_columns_that_are_unknown_doubled_or_missing_are_told_with_the_rows():
    content = workbook(
        ["threads", "engine_version", "tpz", "threads", None], [0, "8.0", 5, 5, "x"]
    )

    found = faults(content)

    assert "no column “tpz”" in found["C1"]
    assert "twice" in found["D1"]
    assert "whole number" in found["A2 (threads)"]
    assert "no name in row 1" in found["E2"]
    assert found["E1"] == "Add a column with this name: workload."
    assert found["F1"] == "Add a column with this name: tps or qps or nopm or tpm."


def test_latencies_that_contradict_one_another_are_told():
    content = plain(
        {**ROW, "latency_avg_ms": 12, "latency_max_ms": 0.5, "latency_p95_ms": 20}
    )

    assert faults(content) == {
        named("latency_max_ms"): "This is less than latency_avg_ms: check columns and "
        "units (ms)."
    }


def test_more_rows_than_are_read_are_refused_by_the_first_of_them():
    rows = [ROW] * (MOST_ROWS + 5)

    found = faults(csv_of(*rows))

    assert found == {f"A{MOST_ROWS + 2}": "A report may hold 1000 rows; split it here."}


def test_a_row_far_below_is_not_overlooked():
    content = filled({**ROW, "tps": 0}, first=900_000)

    assert list(faults(content)) == [named("tps", 900_000)]


def test_a_column_far_to_the_right_is_not_overlooked():
    content = changed(lambda book: book["Report"].__setitem__("XFD2", "more"))

    assert "too many columns" in faults(content)["XFD2"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('workload,tps\noltp_read_write,"5\n', "Row 2 cannot be read as CSV"),
        ("workload,tps\n" + "x" * 70_000, "Line 2 is too long"),
        ("workload,tps\n" + "a,b\n" * 600_000, "larger than a report"),
    ],
)
def test_csv_that_is_no_table_is_refused(text, words):
    with pytest.raises(ReportError, match=words):
        read_csv(text)


def test_other_tables_are_no_template():
    assert not is_template(
        "time,threads,tps,qps,reads,writes,other,latency\n1,2,3,4,5,6,7,8\n"
    )
    assert not is_template("Variable_name,Value\nversion,8.0\n")
    assert letter("workload") == "A"


@pytest.mark.parametrize("case", CASES, ids=str)
def test_each_case_of_the_documentation_is_read_as_it_says(case):
    name, content = case.file.name, case.file.read_bytes()
    if case.refused:
        with pytest.raises(intake.Refused) as caught:
            intake.read_upload(name, io.BytesIO(content))
        assert case.refused in caught.value.message
        return

    (file,) = intake.read_upload(name, io.BytesIO(content))

    row = file.report.rows[0]
    assert file.report.format == case.format
    assert {key: getattr(row.figures, key) for key in case.expected} == case.expected
    assert {key: row.stated.get(key) for key in case.stated} == case.stated


def test_the_documentation_names_every_column():
    text = page.PATH.read_text(encoding="utf-8")

    assert page.written_anew(text) == text, f"run python -m {page.__name__}"
