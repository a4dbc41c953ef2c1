from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice, takewhile
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchruns.errors import FieldError
from benchruns.schedules import times
from benchruns.schedules.times import Passed, Rhythm

START = datetime(2026, 1, 31, 12, tzinfo=UTC)
MOMENTS = st.integers(0, 2 * 365 * 86_400).map(
    lambda seconds: START + timedelta(seconds=seconds)
)
CRONTABS = st.sampled_from(["* * * * *", "0 3 * * *", "*/7 1-3 * * 1-5", "30 2 29 2 *"])


def cron(text, **changes):
    return Rhythm(**{"crontab": text, "starts_at": START} | changes)


def every(seconds, **changes):
    return Rhythm(**{"every_seconds": seconds, "starts_at": START} | changes)


def test_a_nightly_test_is_due_at_its_hour_of_the_place_in_summer_and_winter():
    nightly = cron("0 3 * * *", time_zone="Europe/Berlin")

    assert nightly.next_after(START) == datetime(2026, 2, 1, 2, tzinfo=UTC)
    summer = datetime(2026, 7, 1, tzinfo=UTC)
    assert nightly.next_after(summer) == datetime(2026, 7, 1, 1, tzinfo=UTC)


def test_an_hour_that_the_clock_skips_or_repeats_makes_one_time_of_that_day():
    nightly = cron("30 2 * * *", time_zone="Europe/Berlin")

    for day in (
        datetime(2026, 3, 28, 12, tzinfo=UTC),
        datetime(2026, 10, 24, 12, tzinfo=UTC),
    ):
        first, second = islice(nightly.after(day), 2)
        assert first.date() == (day + timedelta(days=1)).date()
        assert second.date() == (day + timedelta(days=2)).date()


CHANGES = {  # the day, the hour that the clock skips or repeats
    "Berlin in spring": ("Europe/Berlin", date(2026, 3, 29), 2, 0),
    "Berlin in autumn": ("Europe/Berlin", date(2026, 10, 25), 2, 2),
    "New York in spring": ("America/New_York", date(2026, 3, 8), 2, 0),
    "New York in autumn": ("America/New_York", date(2026, 11, 1), 1, 2),
}


@pytest.mark.parametrize(
    ("zone", "day", "hour", "passes"), CHANGES.values(), ids=CHANGES
)
@pytest.mark.parametrize(
    ("crontab", "in_an_hour", "is_of_the_clock"),
    [
        ("30 {hour} * * *", 1, False),
        ("0,30 {hour} * * *", 2, False),
        ("*/30 {hour} * * *", 2, True),
        ("30 * * * *", 1, True),
        ("* {hour} * * *", 60, True),
    ],
)
def test_with_a_star_times_are_those_of_the_clock_and_else_come_once(
    zone, day, hour, passes, crontab, in_an_hour, is_of_the_clock
):
    """``passes``: how often the hour comes on the day. What is due in one that is skipped
    comes right after it."""
    place = ZoneInfo(zone)
    rhythm = cron(
        crontab.format(hour=hour),
        time_zone=zone,
        starts_at=datetime(2025, 1, 1, tzinfo=UTC),
    )
    begin = datetime.combine(day, time(), tzinfo=place)
    end = (begin + timedelta(days=1)).astimezone(UTC)
    due = rhythm.after(begin.astimezone(UTC) - timedelta(seconds=1))
    told = [at.astimezone(place) for at in takewhile(lambda at: at < end, due)]
    within = [at for at in told if at.hour == hour]

    if is_of_the_clock:
        assert len(within) == passes * in_an_hour
    elif passes:
        assert [at.fold for at in within] == [0] * in_an_hour
    else:
        assert {(at.hour, at.minute) for at in told} == {(hour + 1, 0)}


def test_an_interval_counts_from_its_start():
    assert every(3600).next_after(START) == START + timedelta(hours=1)
    assert every(3600).next_after(START - timedelta(days=1)) == START
    late = START + timedelta(days=400, minutes=7)
    assert every(3600).next_after(late) == START + timedelta(days=400, hours=1)


def test_nothing_is_due_before_the_start_or_after_the_end():
    short = every(60, ends_at=START + timedelta(minutes=2))

    assert list(short.after(START - timedelta(days=9))) == [
        START + timedelta(minutes=n) for n in range(3)
    ]
    assert cron("* * * * *").next_after(START - timedelta(days=9)) == START


def test_the_times_that_passed_are_counted():
    now = START + timedelta(minutes=4, seconds=30)

    for rhythm in (every(60), cron("* * * * *")):
        assert rhythm.passed(START, now) == Passed(
            first=START,
            last=START + timedelta(minutes=4),
            before_last=START + timedelta(minutes=3),
            count=5,
        )
        assert rhythm.passed(START, START) == Passed(first=START, last=START)


def test_of_very_many_that_passed_the_last_is_known():
    now = START + timedelta(days=8, seconds=30)

    ticks, minutes = every(60).passed(START, now), cron("* * * * *").passed(START, now)

    assert (ticks.count, ticks.are_more) == (8 * 24 * 60 + 1, False)
    assert (minutes.count, minutes.are_more) == (10_000, True)
    assert ticks.last == minutes.last == START + timedelta(days=8)
    assert ticks.before_last == minutes.before_last
    ended = every(60, ends_at=START + timedelta(minutes=2, seconds=1))
    assert ended.passed(START, now).last == START + timedelta(minutes=2)


@given(crontab=CRONTABS, moment=MOMENTS)
def test_the_next_time_comes_after_the_moment_and_none_lies_between(crontab, moment):
    rhythm = cron(crontab, starts_at=datetime(2025, 1, 1, tzinfo=UTC))
    first, second = islice(rhythm.after(moment), 2)

    assert moment < first < second
    assert rhythm.next_after(first - timedelta(seconds=1)) == first


@pytest.mark.parametrize(
    ("rhythm", "field"),
    [
        (cron("0 3 * *"), "crontab"),
        (cron("61 3 * * *"), "crontab"),
        (cron("0 0 3 * * *"), "crontab"),
        (cron("0 0 30 2 *"), "crontab"),
        (cron(""), "crontab"),
        (cron("* * * * *", every_seconds=60), "crontab"),
        (cron("* * * * *", time_zone="Mars/Olympus"), "time_zone"),
        (cron("* * * * *", time_zone="../../etc/passwd"), "time_zone"),
        (every(59), "every_seconds"),
        (every(10**9), "every_seconds"),
        (every(60, ends_at=START), "ends_at"),
        (cron("0 3 * * *", ends_at=START + timedelta(minutes=1)), "crontab"),
        (every(60, starts_at=datetime.max.replace(tzinfo=UTC)), "starts_at"),
        (every(60, starts_at=datetime.min.replace(tzinfo=UTC)), "starts_at"),
        (cron("* * * * *", ends_at=datetime.max.replace(tzinfo=UTC)), "ends_at"),
    ],
)
def test_what_can_never_be_due_is_refused_by_its_field(rhythm, field):
    with pytest.raises(FieldError) as refused:
        times.check(rhythm)

    assert refused.value.field == field


@pytest.mark.parametrize("rhythm", [every(86_400), cron("0 3 * * *")])
def test_where_the_calendar_ends_nothing_is_due_any_more(rhythm):
    last = datetime.max.replace(tzinfo=UTC)

    assert rhythm.next_after(last) is None
    assert set(replace(rhythm, starts_at=last).after(START)) <= {last}


def test_what_can_be_due_is_not_refused():
    times.check(cron("*/5 0-6 * * mon-fri", time_zone="Asia/Kathmandu"))
    times.check(every(86_400))
