"""The row that PostgreSQL's sessions queue for, whose place changes at each commit."""

from workers.engines.postgresql import waits


def answers(*rows):
    """As of a queue that has moved on before each of the first questions."""
    rest = iter(rows)
    return lambda: next(rest, [])


def test_a_row_that_has_moved_on_is_looked_for_again():
    assert waits.key_of(answers([], [], [(100,)])) == "100"


def test_a_row_that_is_never_met_has_no_key():
    assert waits.key_of(answers()) == ""
    assert waits.key_of(answers(*[[]] * waits.ROW_TRIES, [(100,)])) == ""
