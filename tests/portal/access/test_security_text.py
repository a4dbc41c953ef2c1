"""SECURITY.md: each promise names the tests that hold it."""

import re
from pathlib import Path

from tests.portal.access.test_matrix import ROLES, read

ROOT = Path(__file__).parents[3]
TEXT = (ROOT / "SECURITY.md").read_text()
PROMISES = [
    line.split("|")[1:3]
    for line in TEXT.split("## Promises")[1].split("\n## ")[0].splitlines()
    if line.startswith("| ") and not line.startswith(("| promise", "| ---"))
]
FINDINGS = re.findall(r"^\| ([HML]\d) \|.*\| (.*) \|$", TEXT, re.MULTILINE)


def test_each_promise_names_a_test():
    assert PROMISES
    assert [told for told, by in PROMISES if "`tests/" not in by] == []


def test_each_file_named_is_there_and_has_tests():
    named = set(re.findall(r"`(tests/[^\s`:]+\.py)", TEXT))

    assert named
    assert [
        name
        for name in sorted(named)
        if not (ROOT / name).is_file() or "def test_" not in (ROOT / name).read_text()
    ] == []


def test_each_finding_names_tests_that_are_there():
    rows = [*(f"H{n}" for n in range(1, 4)), *(f"M{n}" for n in range(1, 10))]
    assert [row for row, _by in FINDINGS] == [*rows, "L1", "L2", "L3"]
    for row, by in FINDINGS:
        named = re.findall(r"`(tests/[^\s`:]+\.py)::(test_\w+)`", by)
        assert named, row
        for file, test in named:
            assert f"def {test}(" in (ROOT / file).read_text(), (row, file, test)


def test_the_table_of_callers_has_as_many_cells_as_it_says():
    said = re.search(r"one table of ([\d,]+) cells", TEXT)[1]

    assert int(said.replace(",", "")) == len(read()) * len(ROLES)


def test_the_readme_leads_to_it():
    assert "(SECURITY.md)" in (ROOT / "README.md").read_text()
