"""Filters on numbers: what they mean, and that the database agrees."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchruns.catalogue.number_expressions import ExpressionError, parse
from benchruns.catalogue.number_queries import as_q
from benchruns.models import InstanceClass
from tests.factories import InstanceClassFactory


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ("4", [4], [3, 5, None]),
        (">=4 <=16", [4, 10, 16], [3.9, 16.1, None]),
        (">4 and <16", [5], [4, 16]),
        ("2..8", [2, 8], [1, 9, None]),
        ("8..", [8, 100], [7, None]),
        ("..8", [0, 8], [9, None]),
        ("2 to 8", [2, 8], [1, 9]),
        ("2, 4, 8", [2, 4, 8], [3, None]),
        ("2,4,8", [2, 4, 8], [3, 248]),
        ("..2, >64", [1, 65], [3, 64]),
        ("!=4 !=8", [5], [4, 8, None]),
        ("≠4", [5], [4]),
        ("10k", [10_000], [10]),
        (">1.5M", [1_500_001], [1_500_000]),
        ("1,000..20 000", [1_000, 20_000], [999, 20_001]),
        (">=2,400", [2_400], [2, 400]),
        ("none", [None], [0, 4]),
        ("known", [0, 4], [None]),
        ("none, 4", [None, 4], [5]),
    ],
)
def test_an_expression_lets_in_what_it_says(text, inside, outside):
    expression = parse(text)

    assert [value for value in inside if not expression.matches(value)] == []
    assert [value for value in outside if expression.matches(value)] == []


@pytest.mark.parametrize(
    ("text", "position", "sentence"),
    [
        ("", 0, "Write 4, >=4 <=16, 2..8, a list such as 2, 4, 8, or none."),
        ("many", 0, "“many” cannot be read here."),
        ("16 GB", 3, "“gb” cannot be read here."),
        ("2 4", 2, "Put a comma between values: 2, 4, 8."),
        ("2,400", 0, "Write 2400, or 2, 400 with spaces."),
        ("8..2", 0, "A range goes from the smaller to the larger number"),
        (">=4 <", 4, "Write a number after “<”"),
        ("-5", 0, "leave the minus sign out"),
        ("4,", 1, "“,” cannot be read here."),
        (">4 and", 3, "“and” cannot be read here."),
        ("!=4, !=8", 0, "Put spaces between: !=4 !=8."),
        ("1" * 40, 0, "is too large"),
        ("4" * 300, 200, "longer than 200 characters"),
    ],
)
def test_what_cannot_be_read_says_what_to_write(text, position, sentence):
    with pytest.raises(ExpressionError) as refused:
        parse(text)

    assert sentence in str(refused.value)
    assert refused.value.position == position


@given(st.text(max_size=300) | st.text("0123456789.,<>=! kMnoe-tr|&", max_size=30))
def test_no_text_crashes_it(text):
    place, found = 0, None
    try:
        found = parse(text)
    except ExpressionError as error:
        place = error.position

    assert 0 <= place <= len(text)
    assert found is None or found.matches(4) in (True, False)


numbers = st.sampled_from(["0", "1", "2", "2.5", "4", "8", "1,000", "1k", "16"])
conditions = st.one_of(
    st.builds(
        "{}{}".format, st.sampled_from(["<", "<=", "=", "!=", ">=", ">"]), numbers
    ),
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
    max_examples=60,
    deadline=None,
)
@given(text=expressions)
def test_the_database_finds_what_the_expression_matches(sizes, text):
    try:
        expression = parse(text)
    except ExpressionError:
        return  # a list of "!=" alone

    for field in ("iops", "memory_gb"):
        values = list(InstanceClass.objects.values_list(field, flat=True))
        found = list(
            InstanceClass.objects.filter(as_q(expression, field)).values_list(
                field, flat=True
            )
        )
        wanted = [value for value in values if expression.matches(value)]
        assert sorted(found, key=str) == sorted(wanted, key=str)
