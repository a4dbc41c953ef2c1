"""The generators of a run that several make: asked for in the form, shown on its page."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from benchruns.failures.failure import failure
from benchruns.models import PartSecond, Run, RunPart
from benchruns.runs import lifecycle
from benchruns.runs.parts import moves
from tests.factories import EndpointFactory, RunFactory, SampleFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def endpoint(client):
    owner = UserFactory()
    client.force_login(owner)
    return EndpointFactory(owner=owner, checked=True)


def text_of(answer):
    return " ".join(answer.content.decode().split())


def test_the_form_asks_for_several(client, endpoint):
    typed = {"endpoint": endpoint.pk, "workload": "oltp_read_write", "when": "now"}

    client.post("/runs/new/", typed | {"generators": 2, "go_on_without_lost": "on"})

    run = Run.objects.get()
    assert (run.generators, run.goes_on_without_lost) == (2, True)


def test_the_form_says_where_more_are_asked_for_than_have_a_thread(client, endpoint):
    typed = {"endpoint": endpoint.pk, "workload": "oltp_read_write", "when": "now"}

    answer = client.post("/runs/new/", typed | {"generators": 50, "threads": 4})

    assert "Give a number from 1 to 4" in text_of(answer)
    assert not Run.objects.exists()


def test_the_page_has_a_row_each_with_what_limited_it(client, endpoint):
    run = RunFactory(
        succeeded=True,
        owner=endpoint.owner,
        endpoint=endpoint,
        generators=2,
        visibility="public",
    )
    for number, verdict in ((1, "server"), (2, "client")):
        RunPart.objects.create(
            run=run,
            attempt=run.attempt,
            number=number,
            state="ended",
            worker=f"runs@inner-{number}",
            parameters={"threads": 4},
            figures={"tps": 100.0 * number, "latency_p95_ms": 12.5},
            evidence={
                "verdict": verdict,
                "evidence": {"thread_busy": 0.85, "client_idle": 0.02},
            },
        )

    page = text_of(client.get(f"/runs/{run.pk}/"))
    client.logout()
    of_others = text_of(client.get(f"/runs/{run.pk}/"))

    for each in ("client-bound", "server-bound", "85", "200"):
        assert each in page
    assert "runs@inner-2" in page
    assert "runs@inner-2" not in of_others
    assert "client-bound" in of_others


@pytest.fixture
def running(endpoint):
    """Its first generator loads the server, its second one is ready, none has come third."""
    run = RunFactory(
        running=True, owner=endpoint.owner, endpoint=endpoint, generators=3
    )
    moves.offer(
        run.pk, attempt=1, shares=[{"threads": n} for n in (3, 3, 2)], worker="first"
    )
    moves.join(run.pk, worker="second")
    moves.call(run.pk, attempt=1, phase="measure", place={})
    first = run.parts.get(number=1)
    moves.get_ready(first)
    samples = [
        SampleFactory.build(run=run, second=second, tps=50.0 + second)
        for second in (1, 2)
    ]
    moves.record_seconds(first, samples=samples, counters=[])
    return run


def states_on(page):
    return [
        (cells["number"], cells["state"], cells["tps"])
        for cells in (
            match.groupdict()
            for match in re.finditer(
                r'<tr data-generator="(?P<number>\d)">.*?data-generator-tps>(?P<tps>[^<]*)<'
                r".*?data-generator-state>(?P<state>[^<]*)<",
                page,
            )
        )
    ]


def test_a_running_runs_page_says_what_each_does_and_keeps_it_up_to_date(
    client, running
):
    told = [
        ("1", "loads the server", "52"),
        ("2", "gets ready", "–"),
        ("3", "wanted", "–"),
    ]

    assert states_on(text_of(client.get(f"/runs/{running.pk}/"))) == told
    live = client.get(f"/runs/{running.pk}/live/").json()["generators"]
    assert [(str(number), *rest) for number, *rest in live] == told


def test_a_failed_runs_page_says_what_became_of_each(client, running):
    second = running.parts.get(number=2)
    second.lease_expires_at = timezone.now() - timedelta(seconds=1)
    second.save()
    moves.reap(running.pk, attempt=1)
    lifecycle.fail(running.pk, attempt=1, failure=failure("generator_lost", number=2))

    page = text_of(client.get(f"/runs/{running.pk}/"))

    assert [state for _, state, _ in states_on(page)] == [
        "ended",
        "lost",
        "did not come",
    ]
    assert "second" in page


def test_a_lost_one_has_no_throughput_since_none_is_counted(client, running):
    moves.record_seconds(
        running.parts.get(number=2),
        samples=[SampleFactory.build(run=running, second=1, tps=77.0)],
        counters=[],
    )
    url = f"/runs/{running.pk}/"
    assert states_on(text_of(client.get(url)))[1][2] == "77"

    running.parts.filter(number=2).update(state="lost", lease_expires_at=None)

    assert states_on(text_of(client.get(url)))[1] == ("2", "lost", "–")


@pytest.mark.parametrize(
    ("workload", "generators", "is_known"),
    [
        ("oltp_read_write", 1, True),
        ("oltp_read_write", 3, False),
        ("pgbench_read_write", 3, True),
    ],
)
def test_a_chart_of_latency_is_drawn_where_that_of_a_second_is_known(
    client, endpoint, workload, generators, is_known
):
    run = RunFactory(
        running=True,
        owner=endpoint.owner,
        endpoint=endpoint,
        generators=generators,
        workload=workload,
    )

    page = text_of(client.get(f"/runs/{run.pk}/"))

    assert ('data-run-chart="latency"' in page) is is_known
    words = "percentiles of several load generators cannot be added"
    assert (words in page) is not is_known


def test_a_run_that_ended_before_any_came_promises_none(client, endpoint):
    run = RunFactory(failed=True, owner=endpoint.owner, endpoint=endpoint, generators=2)

    page = text_of(client.get(f"/runs/{run.pk}/"))

    assert "make it together" not in page


def test_a_run_whose_server_is_still_looked_at_says_how_many_will_make_it(
    client, endpoint
):
    run = RunFactory(
        running=True, owner=endpoint.owner, endpoint=endpoint, generators=2
    )

    page = text_of(client.get(f"/runs/{run.pk}/"))

    assert "2 make it together" in page


def counted(part, *seconds, **values):
    PartSecond.objects.bulk_create(
        PartSecond(part=part, kind="counters", second=second, values=values)
        for second in seconds
    )


@pytest.fixture
def made_by_two(endpoint):
    run = RunFactory(
        succeeded=True,
        owner=endpoint.owner,
        endpoint=endpoint,
        generators=2,
        visibility="public",
    )
    SampleFactory(run=run)
    for number in (1, 2):
        RunPart.objects.create(
            run=run,
            attempt=run.attempt,
            number=number,
            state="ended",
            worker=f"inner-{number}",
            parameters={"threads": 4},
        )
    return run


def counters_of(client, run):
    return client.get(f"/runs/{run.pk}/generators/").json()


def test_the_counters_of_each_are_asked_for_apart_from_the_page(client, made_by_two):
    first, second = made_by_two.parts.all()
    counted(first, 1, 2, client_cpu_percent=31.0, buffer_hit_percent=99.0)
    counted(second, 1, thread_busy_percent=80.5, round_trip_ms=0.4)

    page = client.get(f"/runs/{made_by_two.pk}/").content.decode()
    told = counters_of(client, made_by_two)

    assert f'data-generator-counters="/runs/{made_by_two.pk}/generators/"' in page
    assert told == {
        "step": 1,
        "generators": [
            {
                "number": 1,
                "name": "inner-1",
                "rows": [
                    [1, 31.0, None, None, None, None, None],
                    [2, 31.0, None, None, None, None, None],
                ],
            },
            {
                "number": 2,
                "name": "inner-2",
                "rows": [[1, None, 80.5, None, 0.4, None, None]],
            },
        ],
    }


def test_others_are_told_no_names_with_the_counters(client, made_by_two):
    client.logout()

    told = counters_of(client, made_by_two)["generators"]

    assert [each["name"] for each in told] == ["", ""]


def test_counters_of_a_long_run_are_thinned_alike_for_all(client, made_by_two):
    for part in made_by_two.parts.all():
        counted(part, *range(-99, 501), round_trip_ms=0.4)

    told = counters_of(client, made_by_two)

    assert told["step"] == 2
    assert [len(each["rows"]) for each in told["generators"]] == [300, 300]


def test_a_run_whose_generators_counted_nothing_offers_no_charts_of_it(
    client, made_by_two
):
    page = client.get(f"/runs/{made_by_two.pk}/").content.decode()

    assert "data-generator-counters" not in page


def test_a_question_for_counters_costs_as_much_for_many_as_for_two(
    client, made_by_two, django_assert_num_queries
):
    for part in made_by_two.parts.all():
        counted(part, *range(1, 60), round_trip_ms=0.4)

    # session, user, run, its attempt's bounds, rows, generators
    with django_assert_num_queries(6):
        counters_of(client, made_by_two)
