"""The geometry of a run's course, which stands until a script draws the chart."""

from portal.charts.courses import course, mark


def row(second, tps):
    return (second, tps, *[None] * 7)


def test_a_course_lies_on_the_seconds_of_the_run_and_on_round_lines():
    found = course(
        [row(-10, 0.0), row(0, 90.0), row(90, 45.0)], "tps", low=-10, high=90
    )

    # 90 TPS lie under a line at 100
    assert found.points == "0,100 100,10 1000,55"
    assert [(tick.text, tick.y) for tick in found.ticks] == [
        ("0", "100%"),
        ("50", "50%"),
        ("100", "0%"),
    ]


def test_an_event_stands_at_its_second():
    places = [mark("a", second, low=-10, high=90).x for second in (-10, 0, 40, 90)]

    assert places == ["0%", "10%", "50%", "100%"]


def test_what_is_not_known_is_left_out_of_a_course():
    rows = [row(1, 4.0), row(2, None), row(3, 2.0)]

    assert course(rows, "tps", low=0, high=4).points == "250,0 750,50"
    assert course(rows, "latency_ms", low=0, high=4) is None
    assert course(rows[:2], "tps", low=0, high=4) is None


def test_a_course_of_nothing_but_zeros_lies_on_its_lowest_line():
    assert course([row(0, 0.0), row(4, 0.0)], "tps", low=0, high=4).points == (
        "0,100 1000,100"
    )
