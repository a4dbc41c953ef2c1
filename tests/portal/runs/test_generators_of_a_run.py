"""The generators of a run that several make: asked for in the form, shown on its page."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from benchruns.failures.failure import failure
from benchruns.models import Run, RunPart
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


def test_a_run_whose_server_is_still_looked_at_says_how_many_will_make_it(
    client, endpoint
):
    run = RunFactory(
        running=True, owner=endpoint.owner, endpoint=endpoint, generators=2
    )

    page = text_of(client.get(f"/runs/{run.pk}/"))

    assert "2 make it together" in page
