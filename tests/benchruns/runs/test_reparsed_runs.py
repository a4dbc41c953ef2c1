"""Results of measured runs are derived again from the outputs that are kept."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command

from benchruns.models import (
    Attempt,
    Event,
    Histogram,
    Output,
    PartSecond,
    Result,
    Run,
    Sample,
)
from benchruns.parsers.sysbench.output import PARSER_VERSION
from benchruns.runs.outputs.reparse import outdated, reparse
from benchruns.runs.summaries import storage
from benchruns.runs.summaries.kinds import Kind
from benchruns.sentences.events import event_message
from tests.factories import (
    FACTS,
    AttemptFactory,
    EndpointFactory,
    OutputFactory,
    ResultFactory,
    RunFactory,
    SampleFactory,
)
from tests.portal.api.rows import made_by_two
from tests.submission_files import sysbench_text

pytestmark = pytest.mark.django_db

SECONDS = 6


@pytest.fixture
def run():
    """An older parser took half of the transactions for all, and lost a second."""
    run = RunFactory(ended=True, state="succeeded", endpoint=EndpointFactory())
    facts = FACTS | {"release": "8.0", "settings": {}, "durability": {}}
    attempt = AttemptFactory(
        run=run, succeeded=True, server_facts=facts, parser_version="0"
    )
    ResultFactory(
        measured=True, run=run, owner=run.owner, endpoint=run.endpoint, tps=50.0
    )
    OutputFactory(attempt=attempt, text=sysbench_text(seconds=SECONDS))
    for second in (-1, 0, *range(1, SECONDS)):
        SampleFactory(run=run, attempt=1, second=second, tps=50.0)
    return run


def test_what_is_kept_of_a_long_run_follows_its_samples(run):
    Run.objects.update(finished_at=run.started_at + timedelta(hours=1))
    run.refresh_from_db()
    assert storage.content_of(run, Kind.TABLE)["samples"][-1][:2] == [5, 50.0]

    call_command("reparse")

    assert storage.content_of(run, Kind.TABLE)["samples"][-1][:2] == [6, 100.0]


def test_figures_and_samples_of_an_older_parser_are_derived_again(run):
    call_command("reparse")

    result, attempt = Result.objects.get(), Attempt.objects.get()
    assert (result.tps, result.qps, result.transactions) == (100, 2000, 600)
    assert result.derived["reads_per_s"].startswith("reads / ")
    assert attempt.parser_version == PARSER_VERSION
    stored = Sample.objects.order_by("second").values_list("second", "tps")
    assert list(stored) == [(-1, 50), (0, 50), *((n, 100) for n in range(1, 7))]
    assert not outdated().exists()


def test_its_events_say_what_changed(run):
    call_command("reparse")

    event = Event.objects.get(code="reparsed")
    assert event.data["before"] == "0"
    assert {"samples", "tps", "qps"} <= set(event.data["changed"])
    assert "Changed: samples, " in event_message(event.code, event.data)


def test_what_is_of_today_is_left_alone(run, capsys):
    call_command("reparse")
    call_command("reparse")

    assert Event.objects.filter(code="reparsed").count() == 1
    assert "0 runs read again, 0 refused." in capsys.readouterr().out


def test_all_outputs_may_be_read_again_and_change_nothing(run):
    call_command("reparse")

    (done,) = reparse(every=True)

    assert (done.changed, done.refused) == ({}, None)
    assert Event.objects.filter(code="reparsed").count() == 1


def test_a_dry_run_tells_and_writes_nothing(run, capsys):
    call_command("reparse", dry_run=True)

    told = capsys.readouterr().out
    assert f"run {run.pk}: 0 -> {PARSER_VERSION}, changed: samples, " in told
    assert "  tps: 50.0 -> 100.0" in told
    assert Result.objects.get().tps == 50
    assert Attempt.objects.get().parser_version == "0"
    assert Sample.objects.count() == SECONDS + 1
    assert not Event.objects.filter(code="reparsed").exists()


@pytest.mark.parametrize("text", ["sysbench 1.0.20\n", None])
def test_a_run_that_is_refused_keeps_what_it_had(run, text, capsys):
    Output.objects.all().delete()
    if text is not None:
        OutputFactory(attempt=Attempt.objects.get(), text=text)

    with pytest.raises(CommandError) as raised:
        call_command("reparse")

    assert raised.value.returncode == 1
    assert "refused: The tool ended without a whole report" in capsys.readouterr().out
    assert Result.objects.get().tps == 50
    assert Attempt.objects.get().parser_version == "0"


def test_a_run_that_is_refused_holds_no_other_up(run):
    other = RunFactory(ended=True, state="succeeded", endpoint=run.endpoint)
    AttemptFactory(run=other, succeeded=True, parser_version="0")
    ResultFactory(measured=True, run=other, owner=other.owner, endpoint=run.endpoint)

    done = {each.run: each for each in reparse()}

    assert done[other.pk].refused is not None
    assert done[run.pk].changed
    assert Result.objects.get(run=run).tps == 100


def test_a_text_that_tells_fewer_seconds_leaves_the_samples(run):
    """As that of a long run, of which the middle is cut."""
    SampleFactory(run=run, attempt=1, second=SECONDS + 10, tps=50.0)

    (done,) = reparse()

    assert "samples" not in done.changed
    assert Sample.objects.filter(tps=50).count() == SECONDS + 2


def made_by_two_of(run) -> None:
    """The first printed what the run keeps already, the second half of that."""
    Run.objects.filter(pk=run.pk).update(generators=2)
    made_by_two(run)
    OutputFactory(
        attempt=run.attempts.get(), part=2, text=sysbench_text(seconds=SECONDS, tps=50)
    )


def test_what_several_generators_measured_is_added_from_the_text_of_each(run):
    made_by_two_of(run)

    call_command("reparse")

    result = Result.objects.get()
    assert (result.tps, result.qps, result.transactions) == (150, 3000, 900)
    assert [each["tps"] for each in result.tool_facts["generators"]] == [100, 50]
    assert [part.figures["tps"] for part in run.parts.all()] == [100, 50]
    stored = Sample.objects.order_by("second").values_list("second", "tps")
    assert list(stored) == [(-1, 50), (0, 50), *((n, 150) for n in range(1, 7))]
    assert not outdated().exists()


def test_a_lost_generator_has_no_share(run):
    made_by_two_of(run)
    run.parts.filter(number=2).update(state="lost")
    Output.objects.filter(part=2).delete()

    call_command("reparse")

    assert Result.objects.get().tps == 100
    assert [part.figures["tps"] for part in run.parts.all()] == [100, 200]


def test_where_the_text_of_one_is_gone_the_others_keep_what_they_had(run):
    made_by_two_of(run)
    Output.objects.filter(part=2).delete()

    (done,) = reparse()

    assert done.refused.code == "incomplete_report"
    assert Result.objects.get().tps == 50
    assert [part.figures["tps"] for part in run.parts.all()] == [100, 200]
    assert not PartSecond.objects.exists()


def test_runs_without_a_result_and_tries_that_were_lost_are_not_read(run):
    Run.objects.update(attempt=2)

    assert not outdated(every=True).exists()


def test_a_histogram_is_read_from_an_output_that_was_kept_before_there_were_any(run):
    Output.objects.all().delete()
    text = sysbench_text(seconds=SECONDS, histogram=True)
    OutputFactory(attempt=run.attempts.get(), text=text)

    call_command("reparse")

    kept = Histogram.objects.get(result=run.result)
    event = Event.objects.get(code="reparsed")
    assert kept.counts.events == 600
    assert kept.source == "sysbench"
    assert "histogram" in event.data["changed"]
