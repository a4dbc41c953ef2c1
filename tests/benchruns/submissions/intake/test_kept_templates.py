"""Filled-in reports as they are kept: what was read of them, and nothing beside that."""

import io
import zipfile

import pytest
from openpyxl import load_workbook
from openpyxl.comments import Comment

from benchruns.submissions.template import (
    TemplateError,
    read_xlsx,
    stored_csv,
    stored_xlsx,
)
from tests.benchruns.report_cases.template import CASES
from tests.benchruns.submissions.intake.filled_templates import (
    ROW,
    changed,
    filled,
    place,
    plain,
)
from tests.benchruns.submissions.intake.test_report_template import EXAMPLE

COMMAND = "sysbench --mysql-host=db7 --mysql-user=ann run"


def parts(content: bytes) -> bytes:
    """All parts of a workbook, unpacked."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return b"".join(archive.read(name) for name in archive.namelist())


def with_traces() -> bytes:
    """A report with everything around it that tells of who filled it in."""

    def fill(book):
        for key, value in ROW.items():
            book["Report"][place(key)] = value
        book["Report"]["A1"].comment = Comment("password=hunter2", "Ann Real")
        book["Report"].oddHeader.center.text = "Ann Real"
        book.create_sheet("Notes")["A1"] = "--mysql-password=hunter2"
        book.properties.creator = "Ann Real"
        book.properties.lastModifiedBy = "ann@corp.example"
        book.properties.title = "Ann Real"

    return changed(fill)


def test_authors_comments_and_other_sheets_are_not_kept():
    kept = stored_xlsx(with_traces())

    told = parts(kept.content)
    for trace in (b"Ann", b"ann@corp", b"hunter2", b"Notes", b"openpyxl"):
        assert trace in parts(with_traces()) or trace == b"openpyxl"
        assert trace not in told
    assert load_workbook(io.BytesIO(kept.content)).sheetnames == ["Report"]


@pytest.mark.parametrize(
    "content",
    [
        filled(EXAMPLE, {**ROW, "tps": 0.1 + 0.2, "family": 5.0}),
        plain(ROW, {"workload": "tpcc", "tps": 8}),
        with_traces(),
        *(
            c.file.read_bytes()
            for c in CASES
            if not c.refused and c.path.endswith(".xlsx")
        ),
    ],
)
def test_what_is_kept_reads_as_what_was_sent_and_is_the_same_each_time(content):
    kept = stored_xlsx(content)
    again = stored_xlsx(kept.content)

    assert read_xlsx(kept.content) == kept.report == again.report
    assert stored_xlsx(content).content == kept.content == again.content


@pytest.mark.parametrize("cell", ["A1", "B1"])
def test_a_secret_above_the_table_is_refused(cell):
    def fill(book):
        for key, value in ROW.items():
            book["Report"][place(key)] = value
        book["Report"][cell] = "mysql://root:hunter2@db"

    with pytest.raises(TemplateError) as caught:
        stored_xlsx(changed(fill))

    assert caught.value.cells == ((cell, "Remove the password from this cell."),)


def test_a_formula_above_the_table_is_kept_as_a_text():
    def fill(book):
        for key, value in ROW.items():
            book["Report"][place(key)] = value
        book["Report"]["A1"] = "=HYPERLINK(1)"

    kept = stored_xlsx(changed(fill))

    cell = load_workbook(io.BytesIO(kept.content))["Report"]["A1"]
    assert (cell.value, cell.data_type) == ("=HYPERLINK(1)", "s")


def test_a_csv_file_without_secrets_stays_as_it_is():
    text = 'workload;"tps"\r\n\r\ntpcc;5\r\n'

    kept = stored_csv(text)

    assert (kept.text, kept.secrets) == (text, 0)
