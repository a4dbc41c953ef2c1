"""The page of formats is made from the cases, and every case is what it says."""

from benchruns.parsers.tool_report import Format
from local.places import ROOT
from tests.benchruns.report_cases import table
from tests.benchruns.report_cases.case import all_cases

PAGE = ROOT / "docs" / "formats.md"


def test_the_page_of_formats_is_what_the_cases_give():
    assert PAGE.read_text() == table.page(all_cases()), f"run: {table.COMMAND}"


def test_every_format_has_a_label():
    assert set(table.LABELS) == set(Format)


def test_cases_have_files_of_their_own_and_names_that_tell_them_apart():
    cases = all_cases()

    assert all(case.file.is_file() for case in cases)
    assert len({case.path for case in cases}) == len(cases)
    assert len({str(case) for case in cases}) == len(cases)
