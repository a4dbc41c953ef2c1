"""SECURITY.md: each promise names the tests that hold it."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
TEXT = (ROOT / "SECURITY.md").read_text()
PROMISES = [
    line.split("|")[1:3]
    for line in TEXT.split("## Promises")[1].splitlines()
    if line.startswith("| ") and not line.startswith(("| promise", "| ---"))
]


def test_each_promise_names_a_test():
    assert PROMISES
    assert [told for told, by in PROMISES if "`tests/" not in by] == []


def test_each_file_named_is_there_and_has_tests():
    named = set(re.findall(r"`(tests/\S+\.py)`", TEXT))

    assert named
    assert [
        name
        for name in sorted(named)
        if not (ROOT / name).is_file() or "def test_" not in (ROOT / name).read_text()
    ] == []


def test_the_readme_leads_to_it():
    assert "(SECURITY.md)" in (ROOT / "README.md").read_text()
