"""The small answer that the run page asks for every second."""

import re

import pytest

from benchruns.models import Counter, Sample
from benchruns.runs import lifecycle
from benchruns.workloads import WORKLOADS
from tests.factories import EventFactory, RunFactory, SampleFactory

PARAMETERS = WORKLOADS["oltp_read_write"].clean(
    {"warmup_seconds": 10, "duration_seconds": 60}
)


@pytest.fixture
def run(user):
    return RunFactory(
        owner=user,
        running=True,
        parameters=PARAMETERS,
        progress=0.25,
        output_tail="[ 15s ] thds: 8",
    )


def ask(client, run, query=""):
    answer = client.get(f"/runs/{run.pk}/live/?{query}")
    assert answer.status_code == 200
    return answer.json()


def test_the_first_question_brings_everything(page, run):
    event = EventFactory(run=run)
    for second in (-1, 0, 1):
        SampleFactory(run=run, second=second, tps=100.5)

    told = ask(page, run)

    assert told["state"] == "running"
    assert told["phase"] == "measure"
    assert told["attempt"] == 1
    assert told["left"] == 45
    assert told["event"] == event.pk
    assert told["tail"] == "[ 15s ] thds: 8"
    assert told["step"] == 1
    assert [sample[:2] for sample in told["samples"]] == [
        [-1, 100.5],
        [0, 100.5],
        [1, 100.5],
    ]


def test_later_questions_bring_what_is_new(page, run):
    for second in (1, 2, 3):
        SampleFactory(run=run, second=second)

    told = ask(page, run, "after=2&attempt=1")

    assert [sample[0] for sample in told["samples"]] == [3]
    assert "step" not in told
    assert ask(page, run, "after=3&attempt=1")["samples"] == []


def test_another_attempt_begins_anew(page, run):
    SampleFactory(run=run, attempt=1, second=5)
    lifecycle.lose(run.pk, attempt=1)
    again = lifecycle.claim(run.pk, server=run.server, worker="other")
    SampleFactory(run=run, attempt=again.number, second=-9)

    told = ask(page, run, "after=5&attempt=1")

    assert told["attempt"] == 2
    assert [sample[0] for sample in told["samples"]] == [-9]
    assert "step" in told


def test_long_runs_are_thinned_to_means(page, run):
    Sample.objects.bulk_create(
        SampleFactory.build(run=run, second=second, tps=float(second % 2))
        for second in range(100, 2500)
    )

    told = ask(page, run)

    assert told["step"] == 4
    assert len(told["samples"]) == 600
    assert told["samples"][0][:2] == [103, 0.5]
    assert told["samples"][-1][0] == 2499
    assert told["ranges"][0][:2] == [0.0, 1.0]


def test_a_queued_run_says_why_it_waits(page, user):
    run = RunFactory(owner=user, parameters=PARAMETERS)

    told = ask(page, run)

    assert told["state"] == "queued"
    assert "starts when a worker is free" in told["waiting"]
    assert told["left"] is None


def test_time_left_counts_the_warm_up_too(page, user):
    run = RunFactory(
        owner=user, running=True, phase="warmup", progress=0.5, parameters=PARAMETERS
    )

    assert ask(page, run)["left"] == 65


@pytest.mark.parametrize("query", ["after=x&attempt=1", "after=", "attempt=1"])
def test_a_strange_question_is_read_as_the_first(page, run, query):
    assert "step" in ask(page, run, query)


def test_others_get_no_output(client, db):
    run = RunFactory(
        succeeded=True, public=True, parameters=PARAMETERS, output_tail="host secret"
    )

    assert "tail" not in ask(client, run)


def count(run, second, *, attempt=1, **values):
    Counter.objects.create(run=run, attempt=attempt, second=second, values=values)


def test_counters_come_beside_the_samples(page, run):
    count(run, -3, buffer_hit_percent=98.5, physical_reads_per_s=120.0)
    count(run, 1, buffer_hit_percent=99.9, client_cpu_percent=31.0, limit="server")

    told = ask(page, run)["counters"]

    assert told["step"] == 1
    assert told["rows"] == [
        [-3, 98.5, 120.0, *[None] * 12],
        [1, 99.9, None, None, None, 31.0, *[None] * 8, "server"],
    ]


def test_later_questions_bring_new_counters(page, run):
    for second in (1, 2, 3):
        count(run, second, round_trip_ms=0.2)

    told = ask(page, run, "after=3&counted=2&attempt=1")["counters"]

    assert [row[0] for row in told["rows"]] == [3]
    assert "step" not in told
    again = ask(page, run, "after=3&counted=3&attempt=1")["counters"]
    assert again == {"rows": []}


def test_counters_of_another_attempt_are_not_told(page, run):
    count(run, 5, attempt=2)

    assert ask(page, run)["counters"] == {"rows": [], "step": 1}


def test_counters_of_long_runs_are_thinned(page, run):
    Counter.objects.bulk_create(
        Counter(run=run, attempt=1, second=second, values={})
        for second in range(-100, 2300)
    )

    told = ask(page, run)["counters"]

    assert told["step"] == 2
    assert len(told["rows"]) == 1200
    assert told["rows"][0][0] == -100


def test_a_question_costs_six_queries(page, run, django_assert_num_queries):
    for second in range(1, 30):
        SampleFactory(run=run, second=second)
        count(run, second)

    # session, user, run, last event, samples, counters
    with django_assert_num_queries(6):
        ask(page, run, "after=10&counted=10&attempt=1")


def test_answers_are_never_kept(page, run):
    answer = page.get(f"/runs/{run.pk}/live/")

    assert "no-store" in answer["Cache-Control"]


def words_of(answer):
    text = re.sub(r"<[^>]*>", " ", answer.content.decode())
    return re.sub(r"\s+", " ", text)


def test_the_page_has_the_figures_of_now_without_its_script(page, run):
    SampleFactory(run=run, second=-1, tps=10.0)
    for second, tps in ((1, 100.0), (2, 300.0)):
        SampleFactory(run=run, second=second, tps=tps, latency_ms=tps / 10)

    words = words_of(page.get(f"/runs/{run.pk}/"))

    assert "Throughput now 300 TPS mean so far 200" in words
    assert "mean 20, worst 30" in words


def test_the_page_of_a_run_without_samples_has_dashes(page, run):
    assert "Throughput now – TPS" in words_of(page.get(f"/runs/{run.pk}/"))
