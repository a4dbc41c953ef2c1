"""What waits for its turn and what waits for its time."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from benchruns.models import Result, Run, Sweep
from tests.factories import SHORT, EndpointFactory, RunFactory, ServerFactory
from tests.schedule_factories import OccurrenceFactory, ScheduleFactory


def test_places_count_the_runs_of_others_too(page, user):
    server = ServerFactory()
    endpoints = [
        EndpointFactory(server=server),
        EndpointFactory(server=server, owner=user),
    ]
    RunFactory(endpoint=endpoints[0])
    own = RunFactory(owner=user, endpoint=endpoints[1])

    (queue,) = page.get("/schedules/").context["servers"]

    waiting = [(line.first.run, line.first.position) for line in queue["lines"]]
    assert waiting == [(own, 2)]


def test_a_server_says_which_of_one_s_runs_it_is_busy_with(page, user):
    running = RunFactory(owner=user, running=True)
    endpoint = EndpointFactory(owner=user, server=running.server)
    RunFactory(owner=user, endpoint=endpoint)

    answer = page.get("/schedules/")

    assert answer.context["servers"][0]["running"].run == running


def test_a_queued_run_says_how_long_it_has_waited(page, user):
    run = RunFactory(owner=user)
    since = timezone.now() - timedelta(hours=2, minutes=5)
    Run.objects.filter(pk=run.pk).update(queued_at=since)

    shown = page.get("/schedules/").content.decode()

    assert "Waiting for" in shown
    assert re.search(r">\s*2\sh\s5\smin\s*</time>", shown)


def test_runs_of_others_are_not_named(page, user):
    running = RunFactory(running=True)
    endpoint = EndpointFactory(owner=user, server=running.server)
    RunFactory(owner=user, endpoint=endpoint)

    shown = page.get("/schedules/").content.decode()

    assert "busy with another run" in shown
    assert str(running.pk) not in shown


@pytest.mark.both_databases
def test_scheduled_runs_come_in_the_order_of_their_times(page, user):
    run = RunFactory(owner=user, scheduled=True)
    RunFactory(scheduled=True)

    answer = page.get("/schedules/")

    assert [line.first.run for line in answer.context["scheduled"]] == [run]
    assert "2126-01-31T12:00:00" in answer.content.decode()


def test_the_runs_of_a_sweep_wait_in_one_line(page, user):
    endpoint = EndpointFactory(owner=user)
    first = RunFactory(owner=user, endpoint=endpoint)
    sweep = Sweep.objects.create(
        owner=user,
        endpoint=endpoint,
        workload=first.workload,
        parameters={},
        threads=[1, 2],
        repetitions=2,
    )
    for position, threads in enumerate((1, 1, 2, 2), start=1):
        parameters = {**first.parameters, "threads": threads}
        place = {"sweep": sweep, "sweep_position": position, "parameters": parameters}
        RunFactory(owner=user, endpoint=endpoint, **place)

    answer = page.get("/schedules/")

    (queue,) = answer.context["servers"]
    places = [(line.first.position, line.last.position) for line in queue["lines"]]
    assert places == [(1, 1), (2, 5)]
    shown = answer.content.decode()
    assert "2–5" in shown
    assert "sweep, 4 runs wait" in shown
    assert f"/sweeps/{sweep.pk}/cancel/" in shown


def test_a_cancel_comes_back_to_the_list(page, user):
    run = RunFactory(owner=user)

    answer = page.post(f"/runs/{run.pk}/cancel/", {"next": "/schedules/"})

    assert answer["Location"] == "/schedules/"
    run.refresh_from_db()
    assert run.state == "cancelled"


def test_nothing_that_waits_is_said(page):
    shown = page.get("/schedules/").content.decode()

    assert "Nothing is queued." in shown
    assert "No run is scheduled." in shown
    queued = shown[: shown.index("Scheduled</h2>")]
    assert 'href="/runs/new/">Start a run</a>' in queued


def test_it_needs_an_account(client, db):
    assert client.get("/schedules/")["Location"] == "/login/?next=/schedules/"


def test_the_page_costs_the_same_however_long(page, user, django_assert_num_queries):
    endpoint = EndpointFactory(owner=user)
    RunFactory.create_batch(6, owner=user, endpoint=endpoint)
    RunFactory.create_batch(6, owner=user, endpoint=endpoint, scheduled=True)

    for schedule in ScheduleFactory.create_batch(3, owner=user, endpoint=endpoint):
        done = OccurrenceFactory.create_batch(2, schedule=schedule, state="succeeded")
        RunFactory(succeeded=True, owner=user, endpoint=endpoint, occurrence=done[0])

    # session, user, notices, queued, places, generators, later, recurring, how many that
    # are, their times and runs
    with django_assert_num_queries(12):
        page.get("/schedules/")


def test_what_recurs_is_on_pages(page, user):
    endpoint = EndpointFactory(owner=user)
    ScheduleFactory.create_batch(26, owner=user, endpoint=endpoint, paused=True)

    first = page.get("/schedules/").content.decode()
    second = page.get("/schedules/?page=2").content.decode()

    assert "1 to 25 of 26" in first
    assert first.count("nightly-") == 25 * second.count("nightly-")


@pytest.mark.parametrize("is_doubted", [True, False])
def test_a_dagger_of_the_last_times_is_explained_under_them(page, user, is_doubted):
    endpoint = EndpointFactory(owner=user, checked=True)
    schedule = ScheduleFactory(owner=user, endpoint=endpoint)
    done = OccurrenceFactory(schedule=schedule, state="succeeded")
    run = RunFactory(succeeded=True, occurrence=done, owner=user, endpoint=endpoint)
    if is_doubted:
        Result.objects.filter(run=run).update(findings=[SHORT], doubt="figure")

    for address in ("/schedules/", f"/schedules/{schedule.pk}/"):
        shown = page.get(address).content.decode()

        assert ('class="bb-dagger"' in shown) == is_doubted
        assert ("† is in doubt: its page says why." in shown) == is_doubted
