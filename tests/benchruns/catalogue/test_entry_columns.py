"""What may stand in a cell of a provider or a class."""

from contextlib import suppress

import pytest
from hypothesis import given as generated
from hypothesis import strategies as st

from benchruns.catalogue.entry import columns
from benchruns.catalogue.entry.column import Kind, text_of
from benchruns.models import InstanceClass, Provider
from tests.benchruns.catalogue import entry_values as given

EVERY = [*columns.PROVIDER, *columns.CLASS]
FILLED = given.PROVIDER | given.CLASS | {"sale_ends_on": "2026-06-30", "iops": "3000"}


@pytest.mark.parametrize("column", EVERY)
def test_what_is_shown_of_a_value_is_read_again(column):
    value = column.value_of(FILLED.get(column.name, "7"))

    assert column.value_of(text_of(value)) == value


@pytest.mark.parametrize("column", EVERY)
@generated(text=st.text())
def test_any_text_is_read_or_refused_with_a_sentence(column, text):
    with suppress(ValueError):
        value = column.value_of(text)
        assert column.value_of(text_of(value)) == value


ONE_LINE = {
    **{column.name: column for column in (*EVERY, *columns.CAMPAIGN)},
    "notes": columns.CAMPAIGN[-1],
}


@pytest.mark.parametrize("sign", ["\u202e", "\u2066", "\u200f", "\u200b", "\ufeff"])
@pytest.mark.parametrize("name", ["source_text", "notes", "title", "family", "regions"])
def test_what_turns_a_line_round_is_refused(name, sign):
    with pytest.raises(ValueError, match="cannot be seen"):
        ONE_LINE[name].value_of(f"list of {sign}prices")


@pytest.mark.parametrize(
    "text",
    [
        *("x", "offer", "javascript:alert(1)", "JavaScript: alert (1)", "http://"),
        *("ftp://a.example/list", "https:///x", "- -", "data:text/html, a b"),
    ],
)
def test_a_source_that_nobody_can_follow_is_refused(text):
    with pytest.raises(ValueError, match=r"few words|formula"):
        ONE_LINE["source_text"].value_of(text)


@pytest.mark.parametrize(
    "text",
    [
        "https://a.example",
        "http://[::1]/x",
        "offer 7",
        "Preisliste: Seite 3",
        "阿里云价格表",
    ],
)
def test_an_address_or_a_few_words_are_a_source(text):
    assert ONE_LINE["source_text"].value_of(text) == text


@pytest.mark.parametrize(
    ("model", "of"), [(Provider, columns.PROVIDER), (InstanceClass, columns.CLASS)]
)
def test_texts_are_no_longer_than_their_columns(model, of):
    for column in of:
        longest = model._meta.get_field(column.name).max_length
        if column.kind is Kind.TEXT and longest:
            with pytest.raises(ValueError, match=r"at most|shorter|engine"):
                column.value_of("x" * (longest + 1))
