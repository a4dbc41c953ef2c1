"""Many seconds as few rows that lose no extreme."""

from benchruns.runs.summaries.steps import stepped


def of(*counted, step=3, names=("cpu",), words=()):
    return stepped(counted, first=counted[0][0], step=step, names=names, words=words)


def test_a_row_is_the_mean_at_the_last_second_that_it_covers():
    rows, ranges = of(*((second, {"cpu": second}) for second in range(1, 8)))

    assert rows == [[3, 2.0], [6, 5.0], [7, 7.0]]
    assert ranges == [[1, 3], [4, 6], [7, 7]]


def test_steps_begin_at_the_first_second():
    rows, _ranges = of(*((second, {"cpu": 1}) for second in range(-2, 4)))

    assert [second for second, _mean in rows] == [0, 3]


def test_a_gap_has_no_row():
    rows, _ranges = of((1, {"cpu": 1}), (8, {"cpu": 2}))

    assert rows == [[1, 1.0], [8, 2.0]]


def test_what_is_not_known_of_some_seconds_is_no_zero():
    rows, ranges = of((1, {"cpu": 8}), (2, {}), (3, {"cpu": None}), names=("cpu", "io"))

    assert rows == [[3, 8.0, None]]
    assert ranges == [[8, 8, None, None]]


def test_a_word_is_the_commonest():
    told = ("server", "client", "server")

    rows, _ranges = of(
        *((second, {"limit": word}) for second, word in enumerate(told)),
        names=(),
        words=("limit",),
    )

    assert rows == [[2, "server"]]


def test_damaged_values_count_for_nothing():
    damaged = (None, [1], "9", {"cpu": "9"}, {"cpu": True}, {"cpu": [2]}, {"cpu": 4})

    rows, ranges = of(*enumerate(damaged), step=10)

    assert (rows, ranges) == ([[6, 4.0]], [[4, 4]])
