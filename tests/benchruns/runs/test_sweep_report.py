"""What a sweep found: medians with every value, the peak and what rivals it."""

from dataclasses import replace

import pytest

from benchruns.models import Sweep
from benchruns.runs import sweep_report
from benchruns.runs.sweep_report import Repeat, Rung, SweepReport, spread_of
from benchruns.vocabulary import RunState
from tests.factories import EndpointFactory, RunFactory


def report(rungs: dict[int, list[float | None]], states: list[str] | None = None):
    """A report of so many TPS a thread count; None for a run without a result."""
    position, made = 0, []
    for threads, values in rungs.items():
        repeats = []
        for repetition, tps in enumerate(values, start=1):
            position += 1
            ended = "failed" if tps is None else "succeeded"
            repeats.append(
                Repeat(
                    run=None,
                    result=None,
                    position=position,
                    repetition=repetition,
                    threads=threads,
                    state=states[position - 1] if states else ended,
                    tps=tps,
                )
            )
        made.append(Rung(threads=threads, repeats=tuple(repeats)))
    return SweepReport(rungs=tuple(made))


def test_a_median_stands_with_every_value_and_their_spread():
    spread = spread_of([100.0, None, 130.0, 110.0])

    assert spread.values == (100.0, 130.0, 110.0)
    assert (spread.median, spread.lowest, spread.highest) == (110.0, 100.0, 130.0)
    assert spread.share == pytest.approx(30 / 110)
    assert spread_of([None, None]) is None
    assert spread_of([0.0]).share is None


def test_an_even_number_of_repeats_has_the_mean_of_the_middle_two():
    assert spread_of([1.0, 10.0, 2.0, 4.0]).median == 3.0


def test_the_peak_is_the_highest_median_and_not_the_highest_value():
    found = report({1: [100, 100, 100], 2: [900, 110, 105], 4: [150, 160, 155]})

    assert found.peak.threads == 4
    assert found.is_peak_last
    assert [rung.threads for rung in found.rivals] == [2]


def test_at_a_fixed_rate_there_is_no_peak():
    found = replace(report({1: [2.0], 2: [2.62]}), rate=2)

    assert found.peak is None
    assert found.rivals == ()
    assert not found.is_peak_last


def test_a_peak_in_the_middle_has_been_passed():
    found = report({1: [100], 8: [300], 16: [200]})

    assert found.peak.threads == 8
    assert not found.is_peak_last
    assert found.rivals == ()


def test_of_equal_rungs_the_one_of_fewest_threads_is_the_peak():
    found = report({1: [100], 2: [100]})

    assert found.peak.threads == 1
    assert [rung.threads for rung in found.rivals] == [2]


def test_a_sweep_of_which_a_rung_failed_has_no_peak():
    """The one that failed may have been it."""
    found = report({1: [100.0, 90.0], 2: [None, None], 4: [50.0, None]})

    assert found.rungs[1].main is None
    assert [rung.threads for rung in found.without_figure] == [2]
    assert found.peak is None
    assert found.highest.threads == 1
    assert found.rivals == ()
    assert not found.is_peak_last


def test_a_rung_that_is_still_to_come_takes_no_peak_away():
    found = report({1: [100.0], 2: [None]}, states=["succeeded", "queued"])

    assert found.peak.threads == 1
    assert found.without_figure == ()


def test_without_any_figure_there_is_no_peak():
    assert report({1: [None]}).peak is None
    assert not report({1: [None]}).is_peak_last


@pytest.mark.parametrize(
    ("states", "expected"),
    [
        (["scheduled", "scheduled"], RunState.SCHEDULED),
        (["queued", "queued"], RunState.QUEUED),
        (["running", "queued"], RunState.RUNNING),
        (["succeeded", "queued"], RunState.RUNNING),
        (["succeeded", "succeeded"], RunState.SUCCEEDED),
        (["succeeded", "failed"], RunState.SUCCEEDED),
        (["failed", "cancelled"], RunState.FAILED),
        (["cancelled", "cancelled"], RunState.CANCELLED),
    ],
)
def test_the_state_of_a_sweep_is_that_of_its_runs(states, expected):
    found = report({1: [None], 2: [None]}, states)

    assert found.state == expected
    ends = {"succeeded", "failed", "cancelled"}
    assert found.ended == sum(state in ends for state in states)


@pytest.mark.django_db
def test_a_report_is_made_of_the_runs_that_may_be_seen():
    endpoint = EndpointFactory()
    sweep = Sweep.objects.create(
        owner=endpoint.owner,
        endpoint=endpoint,
        workload="oltp_read_write",
        parameters={},
        threads=[8, 16],
        repetitions=2,
    )
    shared = {"endpoint": endpoint, "owner": endpoint.owner, "sweep": sweep}
    for position, trait in enumerate(({"succeeded": True}, {}), start=1):
        RunFactory(sweep_position=position, repetition=position, **shared, **trait)

    found = sweep_report.report_of(sweep, list(sweep.runs.order_by("sweep_position")))

    [rung] = found.rungs
    done, waiting = rung.repeats
    assert rung.threads == 8
    assert rung.main.values == (336.98,)
    assert (done.regime, done.bottleneck) == ("cached", "server")
    assert (waiting.result, waiting.tps, waiting.bottleneck) == (None, None, None)


def test_an_excluded_repeat_is_shown_and_counts_in_nothing():
    found = report({1: [100, 110], 4: [150, 900]})
    outlier = replace(found.rungs[1].repeats[1], exclusion_reason="A backup ran.")
    rungs = (
        found.rungs[0],
        replace(found.rungs[1], repeats=(found.rungs[1].repeats[0], outlier)),
    )
    counted = SweepReport(rungs=rungs)

    assert counted.peak.main.values == (150,)
    assert [repeat.tps for repeat in counted.repeats] == [100, 110, 150, 900]
