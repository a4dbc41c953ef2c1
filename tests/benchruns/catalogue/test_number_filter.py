"""Filters on numbers: what they mean, and that the database agrees."""

from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchruns.catalogue.number_filter import NumberFilterError, parse
from benchruns.models import InstanceClass
from tests.examples import few_or
from tests.factories import InstanceClassFactory


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ("4", [4], [3, 5, None]),
        (">=4 <=16", [4, 10, 16], [3.9, 16.1, None]),
        ("> 4 < 16", [5], [4, 16]),
        ("2..8", [2, 8], [1, 9, None]),
        ("8..", [8, 100], [7, None]),
        ("..8", [0, 8], [9, None]),
        ("2.5..8", [2.5], [2.4]),
        ("2, 4, 8", [2, 4, 8], [3, None]),
        ("2,4,8", [2, 4, 8], [3, 248]),
        ("..2, >64", [1, 65], [3, 64]),
        ("none", [None], [0, 4]),
        ("Known", [0, 4], [None]),
        ("none, 4", [None, 4], [5]),
    ],
)
def test_an_expression_lets_in_what_it_says(text, inside, outside):
    expression = parse(text)

    assert [value for value in inside if not expression.matches(value)] == []
    assert [value for value in outside if expression.matches(value)] == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Write 4, >=4 <=16, 2..8, a list such as 2, 4, 8, or none."),
        ("many", "“many” cannot be read here."),
        ("16 GB", "“GB” cannot be read here."),
        ("10k", "“k” cannot be read here."),
        ("2 4", "Put a comma between values: 2, 4, 8."),
        ("2,400", "may be one number or a list. Write 2400."),
        ("8..2", "A range goes from the smaller to the larger number"),
        (">=4 <", "“<” cannot be read here."),
        ("-5", "“-5” cannot be read here."),
        ("4,", "Write 4, >=4 <=16"),
        ("..", "“..” cannot be read here."),
        ("9" * 16, "is too large"),
        ("4" * 300, "longer than 200 characters"),
    ],
)
def test_what_cannot_be_read_says_what_to_write(text, sentence):
    with pytest.raises(NumberFilterError) as refused:
        parse(text)

    assert sentence in str(refused.value)


@given(st.text(max_size=300) | st.text("0123456789.,<>=! kMnoe-tr|&", max_size=30))
def test_no_text_crashes_it(text):
    with suppress(NumberFilterError):
        assert parse(text).matches(4) in (True, False)


numbers = st.sampled_from(["0", "1", "2", "2.5", "4", "8", "1000", "16"])
conditions = st.one_of(
    st.builds("{}{}".format, st.sampled_from(["<", "<=", "=", ">=", ">"]), numbers),
    st.builds("{}..".format, numbers),
    st.builds("..{}".format, numbers),
    st.sampled_from(["2..8", "none", "known"]),
)
expressions = st.lists(
    st.lists(conditions, min_size=1, max_size=3).map(" ".join), min_size=1, max_size=3
).map(", ".join)
VALUES = (None, 0, 1, 2, 3, 4, 8, 16, 1000)


@pytest.fixture
def sizes(db):
    """A column of integers and one of fractions, both with what is not known."""
    for value in VALUES:
        InstanceClassFactory(iops=value, memory_gb=2.5 if value is None else value)


@pytest.mark.both_databases
@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    max_examples=few_or(60, few=20),
    deadline=None,
)
@given(text=expressions)
def test_the_database_finds_what_the_expression_matches(sizes, text):
    expression = parse(text)

    for field in ("iops", "memory_gb"):
        values = list(InstanceClass.objects.values_list(field, flat=True))
        found = list(
            InstanceClass.objects.filter(expression.as_q(field)).values_list(
                field, flat=True
            )
        )
        wanted = [value for value in values if expression.matches(value)]
        assert sorted(found, key=str) == sorted(wanted, key=str)
