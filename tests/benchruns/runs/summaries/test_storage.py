"""What is kept of a long run's seconds is what its rows say."""

import json
from datetime import timedelta
from statistics import fmean

import pytest
from django.core.management import call_command

from benchruns.models import (
    Counter,
    PartSecond,
    Result,
    Run,
    RunPart,
    RunSummary,
    Sample,
)
from benchruns.runs import lifecycle
from benchruns.runs.summaries import storage
from benchruns.runs.summaries.kinds import (
    CHART_POINTS,
    COUNTER_POINTS,
    MAKERS,
    Kind,
)
from tests.benchruns.runs.summaries.long_runs import (
    HIGHEST,
    LOWEST,
    SECONDS,
    as_long,
    long_run,
    plant,
)
from tests.factories import ResultFactory, RunFactory, SampleFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

TPS = 1  # where a sample has it, behind its second
CLIENT_CPU = 5  # where a row of counters has it


def charts(run):
    return json.loads(storage.text_of(run.pk, attempt=run.attempt, kind=Kind.CHARTS))


def in_steps(values, step):
    return [values[at : at + step] for at in range(0, len(values), step)]


def test_a_chart_has_the_mean_lowest_and_highest_of_all_rows():
    run = long_run()
    rows = Sample.objects.filter(run=run).order_by("second")
    by_step = in_steps(
        list(rows.values_list("tps", flat=True)), SECONDS // CHART_POINTS
    )

    told = charts(run)

    assert told["step"] == SECONDS // CHART_POINTS
    assert [row[TPS] for row in told["samples"]] == pytest.approx(
        [round(fmean(each), 2) for each in by_step], abs=0.011
    )
    assert [each[:2] for each in told["ranges"]] == [
        [min(each), max(each)] for each in by_step
    ]
    assert max(each[1] for each in told["ranges"]) == HIGHEST[1]
    assert min(each[0] for each in told["ranges"]) == LOWEST[1]


def test_so_it_has_of_counters():
    run = long_run()
    rows = Counter.objects.filter(run=run).order_by("second")
    values = [
        each["client_cpu_percent"] for each in rows.values_list("values", flat=True)
    ]
    by_step = in_steps(values, SECONDS // COUNTER_POINTS)
    place = 2 * (CLIENT_CPU - 1)

    told = charts(run)["counters"]

    assert told["step"] == SECONDS // COUNTER_POINTS
    assert [row[CLIENT_CPU] for row in told["rows"]] == [
        round(fmean(each), 3) for each in by_step
    ]
    assert [each[place : place + 2] for each in told["ranges"]] == [
        [min(each), max(each)] for each in by_step
    ]
    assert {row[-1] for row in told["rows"]} == {"server"}


def test_each_kind_is_what_its_rows_say():
    run = long_run()
    storage.write(run.pk)

    for kind in (Kind.CHARTS, Kind.TABLE, Kind.COURSE):
        from_rows = json.dumps(MAKERS[kind](run.pk, run.attempt))
        assert storage.content_of(run, kind) == json.loads(from_rows)


def test_rows_are_read_once(django_assert_num_queries):
    run = long_run()
    first = charts(run)
    Sample.objects.all().delete()

    with django_assert_num_queries(1):
        assert charts(run) == first


def test_up_to_twenty_minutes_each_second_is_shown():
    run = as_long(RunFactory(succeeded=True), seconds=1_200)

    told = charts(run)

    assert (told["step"], len(told["samples"])) == (1, 1_200)
    assert (told["counters"]["step"], len(told["counters"]["rows"])) == (1, 1_200)
    assert "ranges" not in told


def test_nothing_is_kept_of_a_short_run():
    run = RunFactory(succeeded=True)
    SampleFactory(run=run)

    assert len(storage.content_of(run, Kind.TABLE)["samples"]) == 1
    storage.write(run.pk)
    assert not RunSummary.objects.exists()


def test_it_is_written_when_a_run_ends(django_capture_on_commit_callbacks):
    run = RunFactory(running=True)
    plant(run)
    Run.objects.update(started_at=run.started_at - timedelta(days=1))
    result = ResultFactory.build(
        measured=True, run=run, owner=run.owner, endpoint=run.endpoint
    )

    with django_capture_on_commit_callbacks(execute=True):
        lifecycle.succeed(run.pk, attempt=1, result=result)

    assert Result.objects.filter(run=run).exists()
    assert set(RunSummary.objects.values_list("kind", flat=True)) == {
        *("charts", "table", "course")
    }


def test_late_seconds_are_refused_once_it_ended():
    run = long_run()

    with pytest.raises(lifecycle.LeaseLost):
        lifecycle.record_samples(
            run.pk, attempt=1, samples=[SampleFactory.build(run=run, second=99_999)]
        )
    assert Sample.objects.filter(run=run).count() == SECONDS


def test_of_a_second_attempt_it_is_another_one():
    run = long_run()
    charts(run)
    Run.objects.update(attempt=2)
    run.refresh_from_db()
    plant(run, seconds=10, attempt=2)

    assert len(charts(run)["samples"]) == 10
    assert RunSummary.objects.get().attempt == 2


def test_each_generator_has_its_own():
    run = long_run(generators=2)
    for number in (1, 2):
        part = RunPart.objects.create(
            run=run, attempt=1, number=number, state="ended", parameters={}
        )
        PartSecond.objects.bulk_create(
            PartSecond(
                part=part,
                kind="counters",
                second=second,
                values={"client_cpu_percent": 90 if second == 700 else number},
            )
            for second in range(1, SECONDS + 1)
        )

    storage.write(run.pk)
    told = storage.content_of(run, Kind.GENERATORS)

    assert RunSummary.objects.filter(kind="generators").exists()
    assert told["step"] == SECONDS // COUNTER_POINTS
    for number in (1, 2):
        own = told["generators"][str(number)]
        assert own["rows"][0][1] == number
        assert max(each[1] for each in own["ranges"]) == 90


@pytest.mark.parametrize("content", ["", "{", "[]", "null", '{"step": 1'])
def test_damaged_text_is_made_anew(content):
    run = long_run()
    whole = charts(run)
    table = storage.content_of(run, Kind.TABLE)
    RunSummary.objects.update(content=content)

    assert charts(run) == whole
    assert storage.content_of(run, Kind.TABLE) == table


def test_damaged_counters_leave_the_others():
    run = long_run()
    Counter.objects.filter(second=1).update(values=[1])
    Counter.objects.filter(second=2).update(values={"client_cpu_percent": "much"})

    rows = charts(run)["counters"]["rows"]

    assert rows[0][CLIENT_CPU] == fmean(range(3, 9))
    assert storage.content_of(run, Kind.TABLE)["counters"]


def test_what_an_older_release_kept_does_not_hold():
    run = long_run()
    whole = charts(run)
    RunSummary.objects.update(made_for="older", content='{"step": 9}')

    assert charts(run) == whole


def test_a_command_writes_all_anew(capsys):
    run, _short = long_run(), RunFactory(succeeded=True)
    RunSummary.objects.create(
        run=run, attempt=1, kind="charts", made_for="older", content="{}"
    )

    call_command("sum_up_runs")

    assert "1 runs." in capsys.readouterr().out
    assert RunSummary.objects.filter(run=run).count() == 3
    assert len(charts(run)["samples"]) == CHART_POINTS


def test_it_goes_with_its_run():
    run = as_long(RunFactory(failed=True))
    charts(run)

    lifecycle.delete(run.pk, by=run.owner)

    assert not RunSummary.objects.exists()
