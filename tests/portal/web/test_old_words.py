"""Words that readers stumbled over stay away, from pages and from sentences of programs."""

import re
from functools import cache

import pytest

from tests.portal.web import texts

# What was said once, and what is said now.
OLD_WORDS = {
    "^what waits$": "queue",
    "cost of leaving the cache": "cached is 1.23 × disk I/O",
    "across loads": "different workloads",
    "not looked up": "fix the highlighted field",
    r"\d not$": "1 of 4 results",
    "nearest of each reason": "closest first",
    "as they are seen by you": "only results you can see",
    "under way": "running",
    "as planned it would": "this run will not start",
    r"place %\(\w+\)s in the queue": "next in line on shop-db",
    "in place of it\\b": "use ... instead",
    "whom to trust": "CA certificate",
    "where it stands": "location and storage",
    "read by program": "use the REST API",
    r"\bladders?\b": "thread counts",
    "expected: nothing": "expected regime: none",
    "percentile a second": "p95 per second",
    "each doubling brought": "gain per doubling",
    "points are columns": "dashed: perfect scaling",
    "however it ends": "when the run ends",
    "words to its owner": "message to the submitter",
    r"^in order$": "passed",
    "put another version beside": "compare with another version",
    "begin with it": "start",
    "the same once more": "repeat password",
    r"\d finds|s finds$": "33 results",
    r"\d places|%\(\w+\)s places(?! in all)": "5 classes",  # where data is wrong
    "may fit in .* of memory": "fits in memory (32 GB)",
}
ALLOWED = {
    "Why, and where it stands": "heads what the paper says and on which page",
}
CALLED_PUBLISHED = {
    "As it is it cannot be published.": "a draft that a person makes public",
    "Published on": "the day of a paper",
    "There is no result of this id. Take one of "
    "/api/v1/results/?provenance=published.": "the API's own value",
}
IN_CODE = re.compile(r"%\(\w+\)s|`[^`]*`")


@cache
def all_texts():
    return {*texts.of_templates(), *texts.of_programs()}


def test_there_are_texts_to_look_at():
    assert len(all_texts()) > 5000
    assert {"Which class do I need?", "Cached beside disk I/O"} <= all_texts()


@pytest.mark.parametrize("old", OLD_WORDS)
def test_no_text_uses_an_old_word(old):
    pattern = re.compile(old, re.IGNORECASE)

    assert {t for t in all_texts() if pattern.search(t)} - ALLOWED.keys() == set()


def test_nothing_calls_where_a_figure_comes_from_published():
    found = {
        text
        for text in all_texts()
        if re.search(r"\bpublished\b", IN_CODE.sub("", text), re.IGNORECASE)
    }

    assert found - CALLED_PUBLISHED.keys() == set()


def test_no_exception_outlives_its_text():
    assert {*ALLOWED, *CALLED_PUBLISHED} - all_texts() == set()


def test_percent_is_written_with_a_space_everywhere():
    """A page said "42%" beside "99.98 %": Python's own format of a share leaves none."""
    without_space = re.compile(r"(?:\d|}|\)[sdg])%%?(?![\w(])")

    assert {text for text in all_texts() if without_space.search(text)} == set()
    assert set(texts.of_shares_without_space()) == set()
