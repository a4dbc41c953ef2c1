"""What a tool prints becomes samples and progress at once, and other lines soon."""

import re
import sys
import time
import zlib

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from benchruns.models import Counter
from benchruns.parsers.sysbench.output import parse_interval
from benchruns.runs import lifecycle
from benchruns.vocabulary import Phase
from tests.factories import RunFactory
from tests.waiting import HANG_SECONDS
from workers.confinement.bounded_output import LAST_BYTES, Lines
from workers.confinement.tool_limits import ToolLimits
from workers.runs import tool_run
from workers.runs.lease import Lease
from workers.runs.recorder import TAIL_LINES, Recorder
from workers.tools import progress
from workers.tools.command import Command

pytestmark = pytest.mark.django_db

LINE = (
    "[ {}s ] thds: 2 tps: 100.50 qps: 2010.00 (r/w/o: 1407.00/402.00/201.00) "
    "lat (ms,95%): 3.30 err/s: 0.00 reconn/s: 0.00"
)


def recorder(run, *, seconds=10, offset=0, take_counters=list) -> Recorder:
    return Recorder(
        run.id,
        attempt=run.attempt,
        parse_interval=parse_interval,
        progress=progress.of_time(seconds),
        offset=offset,
        take_counters=take_counters,
    )


def test_an_interval_line_is_a_stored_sample_before_the_next_one_comes():
    run = RunFactory(running=True)

    recorder(run).on_line(LINE.format(4))

    sample = run.samples.get()
    assert (sample.second, sample.tps, sample.qps) == (4, 100.5, 2010.0)
    assert (sample.reads_per_s, sample.latency_ms) == (1407.0, 3.3)
    run.refresh_from_db()
    assert run.progress == 0.4
    assert run.output_tail == LINE.format(4)


def test_a_sample_costs_two_queries_and_a_savepoint():
    run = RunFactory(running=True)
    with CaptureQueriesContext(connection) as queries:
        recorder(run).on_line(LINE.format(1))

    written = [q for q in queries if "SAVEPOINT" not in q["sql"]]
    assert len(written) == 2


def test_warm_up_counts_up_to_zero():
    run = RunFactory(running=True)
    warm = recorder(run, seconds=3, offset=-3)
    for second in (1, 2, 3):
        warm.on_line(LINE.format(second))

    assert list(run.samples.values_list("second", flat=True)) == [-2, -1, 0]


def test_the_first_lines_of_a_tool_that_started_late_wait_as_well(monkeypatch):
    """Generators of one run wait for each other, and then for an instant."""
    run = RunFactory(running=True)
    lines = recorder(run)
    now = time.monotonic() + 60
    monkeypatch.setattr(time, "monotonic", lambda: now)

    lines.begin()
    lines.on_line("sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)")

    run.refresh_from_db()
    assert run.output_tail == ""


def test_other_lines_wait_for_a_second_and_then_show_as_the_tail():
    run = RunFactory(running=True)
    lines = recorder(run)
    for number in range(TAIL_LINES + 5):
        lines.on_line(f"Inserting row {number}")
    run.refresh_from_db()
    assert run.output_tail == ""

    lines.flush_if_due(now=True)

    run.refresh_from_db()
    assert run.output_tail.splitlines()[-1] == f"Inserting row {TAIL_LINES + 4}"
    assert len(run.output_tail.splitlines()) == TAIL_LINES
    assert len(lines.text.splitlines()) == TAIL_LINES + 5


def test_prepare_counts_the_steps_of_its_tables():
    share = progress.of_prepare(2)
    told = [
        share(line, None)
        for line in (
            "Creating table 'sbtest1'...",
            "Inserting 10 records into 'sbtest1'",
            "Creating a secondary index on 'sbtest1'...",
            "Something else",
        )
    ]

    assert told == [pytest.approx(1 / 6), pytest.approx(2 / 6), 0.5, None]


def test_counters_are_stored_with_the_next_sample():
    run = RunFactory(running=True)
    waiting = [Counter(run=run, attempt=1, second=4, values={"round_trip_ms": 0.2})]
    following = recorder(run, take_counters=lambda: [waiting.pop()] if waiting else [])

    following.on_line(LINE.format(4))

    assert run.counters.get().values == {"round_trip_ms": 0.2}


def test_counters_do_not_wait_for_a_silent_tool(monkeypatch):
    run = RunFactory(running=True)
    counters = [Counter(run=run, attempt=1, second=1, values={})]
    following = recorder(run, take_counters=counters.copy)
    following.flush_if_due()
    assert run.counters.count() == 0

    monkeypatch.setattr("workers.runs.recorder.FLUSH_SECONDS", 0)
    following.flush_if_due()

    assert run.counters.count() == 1


def test_what_a_warm_up_says_after_its_time_hides_no_measured_second():
    run = RunFactory(running=True)
    warm = recorder(run, seconds=3, offset=-3)
    for second in (3, 4):
        warm.on_line(LINE.format(second))
    recorder(run).on_line(LINE.format(1).replace("100.50", "7.00"))

    assert list(run.samples.values_list("second", "tps")) == [(0, 100.5), (1, 7.0)]


@pytest.mark.django_db(transaction=True)
def test_a_database_that_is_away_for_a_moment_loses_nothing(monkeypatch):
    run = RunFactory(running=True)
    lines = recorder(run)
    with monkeypatch.context() as away:
        away.setattr(lifecycle, "record_progress", refuse_to_answer)
        for second in (1, 2):
            lines.on_line(LINE.format(second))

    lines.flush()

    assert list(run.samples.values_list("second", flat=True)) == [1, 2]


def refuse_to_answer(*_args, **_values):
    raise OperationalError("server closed the connection unexpectedly")


def test_a_line_that_no_column_of_text_takes_is_stored_all_the_same():
    run = RunFactory(running=True)
    [line] = Lines().add(b"the server said: \0\n")
    record = recorder(run)

    record.on_line(line)
    record.flush()

    run.refresh_from_db()
    assert run.output_tail == "the server said: \ufffd"


@pytest.mark.django_db(transaction=True)
def test_of_what_a_tool_repeats_for_ever_a_row_has_both_ends():
    attempt = RunFactory(running=True).attempts.get()
    noise = "print('noise\\n' * 200_000 + 'end')"
    command = Command(argv=(sys.executable, "-c", noise))
    with Lease(attempt.run_id, attempt=attempt.number) as lease:
        tool_run.carry_out(
            command,
            attempt=attempt,
            phase=Phase.MEASURE,
            lease=lease,
            parse_interval=lambda _line: None,
            progress=progress.of_time(1),
            judge=lambda _completed, _folder: None,
            limit_seconds=HANG_SECONDS,
            limits=ToolLimits(output_bytes=1000),
        )

    text = zlib.decompress(attempt.outputs.get().content).decode()
    assert text.startswith("noise\n")
    assert text.endswith("\nend\n")
    assert len(re.findall(r"^\[[0-9,]+ bytes left out\]$", text, re.MULTILINE)) == 1
    assert len(text) < 1000 + 2 * LAST_BYTES
