"""Schedules by the API: made, changed, paused, started by hand, deleted."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from benchruns.models import AuditEntry, Run, Schedule
from benchruns.schedules import changes, due
from tests.factories import (
    NOON,
    EndpointFactory,
    ResultFactory,
    RunFactory,
)
from tests.schedule_factories import LOAD, OccurrenceFactory, ScheduleFactory

pytestmark = pytest.mark.django_db
URL = "/api/v1/schedules/"


@pytest.fixture
def endpoint(user):
    return EndpointFactory(checked=True, owner=user)


def body_for(endpoint, /, **changed):
    load = {"workload": LOAD["workload"], "parameters": LOAD["parameters"]}
    times = {"crontab": "0 3 * * *", "time_zone": "Europe/Berlin"}
    body = {"name": "nightly", "endpoint": str(endpoint.pk), **load, **times}
    return {key: value for key, value in {**body, **changed}.items() if value != "-"}


def fields_of(answer):
    return {each["field"].split(".")[0] for each in answer.json()["errors"]}


@time_machine.travel(NOON, tick=False)
def test_a_nightly_run_is_made_and_says_its_next_five_times(client, endpoint):
    answer = client.post(URL, body_for(endpoint))

    assert answer.status_code == 201
    made = answer.json()
    assert answer["Location"].endswith(f"{URL}{made['id']}/")
    assert made["next_times"] == [f"2026-02-0{day}T02:00:00Z" for day in range(1, 6)]
    assert (made["crontab"], made["every_seconds"]) == ("0 3 * * *", None)
    assert (made["when_busy"], made["is_paused"], made["missed"]) == ("skip", False, 0)
    assert made["threads"] is None
    assert client.get(f"{URL}{made['id']}/").json() == made
    assert client.get(URL).json()["results"] == [made]


def test_a_sweep_each_hour_is_started_with_its_counts(client, endpoint):
    body = body_for(endpoint, crontab="-", time_zone="-", every_seconds=3600)
    made = client.post(URL, body | {"threads": [1, 4], "repetitions": 2}).json()

    answer = client.post(f"{URL}{made['id']}/run-now/")

    assert answer.status_code == 201
    assert answer.json()["is_by_hand"] is True
    assert [run["state"] for run in answer.json()["runs"]] == ["queued"] * 4
    runs = Run.objects.order_by("sweep_position")
    assert [run.parameters["threads"] for run in runs] == [1, 1, 4, 4]
    told = client.get(f"/api/v1/runs/{runs[0].pk}/").json()
    assert (told["schedule"], told["name"]) == (made["id"], "nightly")


def test_a_published_row_is_repeated(client, endpoint):
    row = ResultFactory()
    body = body_for(endpoint, workload="-", parameters={}, reproduce=str(row.pk))

    answer = client.post(URL, body)

    assert answer.status_code == 201, answer.json()
    assert answer.json()["reproduce"] == str(row.pk)
    assert answer.json()["workload"] is None


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"crontab": "0 3 * *"}, "crontab"),
        ({"crontab": "-"}, "crontab"),
        ({"every_seconds": 60}, "crontab"),
        ({"crontab": "-", "every_seconds": 5}, "every_seconds"),
        ({"time_zone": "Mars"}, "time_zone"),
        ({"ends_at": "2020-01-01T00:00:00Z"}, "ends_at"),
        ({"when_busy": "shout"}, "when_busy"),
        ({"name": ""}, "name"),
        ({"name": "-"}, "name"),
        ({"workload": "none"}, "workload"),
        ({"workload": "-"}, "workload"),
        ({"parameters": {"tables": -1}}, "parameters"),
        ({"not_before": "2126-01-01T00:00:00Z"}, "not_before"),
        ({"endpoint": "0" * 32}, "endpoint"),
        ({"threads": []}, "threads"),
        ({"is_paused": "yes"}, "is_paused"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_what_is_wrong_is_named_and_nothing_is_made(client, endpoint, changed, field):
    answer = client.post(URL, body_for(endpoint, **changed))

    assert answer.status_code == 400
    assert field in fields_of(answer)
    assert not Schedule.objects.exists()


def test_what_would_be_refused_today_is_no_schedule(client, endpoint):
    too_many = LOAD["parameters"] | {"threads": 1000}

    answer = client.post(URL, body_for(endpoint, parameters=too_many))

    assert answer.status_code == 400
    assert not Schedule.objects.exists()


def test_a_server_without_consent_gets_no_schedule(client, user):
    endpoint = EndpointFactory(checked=True, without_consent=True, owner=user)

    answer = client.post(URL, body_for(endpoint))

    assert answer.status_code == 400
    assert fields_of(answer) == {"endpoint"}


def test_a_script_on_a_server_whose_consent_names_none_gets_no_schedule(client, user):
    endpoint = EndpointFactory(owner=user, checked=True, consent_names_scripts=False)
    body = body_for(endpoint) | {"workload": "custom_sysbench"}
    body["parameters"] = {**body["parameters"], "script": "orders"}

    refused = client.post(URL, body)
    client.patch(f"/api/v1/endpoints/{endpoint.pk}/", {"consent": True})

    assert refused.status_code == 400
    assert [each["field"] for each in refused.json()["errors"]] == ["endpoint"]
    assert client.post(URL, body).status_code == 201


def test_some_of_it_is_changed_and_the_rest_stays(client, endpoint):
    made = client.post(URL, body_for(endpoint)).json()
    page = f"{URL}{made['id']}/"

    assert client.patch(page, {"name": "hourly"}).json()["name"] == "hourly"
    changed = client.patch(page, {"every_seconds": 3600}).json()
    assert (changed["crontab"], changed["every_seconds"]) == (None, 3600)
    changed = client.patch(page, {"threads": [2, 4], "when_busy": "queue"}).json()
    assert (changed["threads"], changed["when_busy"]) == ([2, 4], "queue")
    assert changed["parameters"]["table_size"] == LOAD["parameters"]["table_size"]
    assert client.patch(page, {"crontab": "nonsense"}).status_code == 400
    assert client.patch(page, [1]).status_code == 400
    assert client.get(page).json() == changed


def test_it_is_paused_and_goes_on(client, endpoint):
    made = client.post(URL, body_for(endpoint)).json()
    page = f"{URL}{made['id']}/"

    paused = client.patch(page, {"is_paused": True}).json()

    assert (paused["is_paused"], paused["paused_for"]) == (True, "by_hand")
    assert (paused["next_times"], paused["pause_reason"]) == ([], "Paused by hand.")
    assert client.patch(page, {"name": "still"}).json()["is_paused"] is True
    resumed = client.patch(page, {"is_paused": False}).json()
    assert (resumed["is_paused"], resumed["paused_for"]) == (False, None)
    assert len(resumed["next_times"]) == 5


def test_its_last_runs_and_what_was_missed_stand_beside_it(client, endpoint):
    schedule = ScheduleFactory(owner=endpoint.owner, endpoint=endpoint)
    OccurrenceFactory(schedule=schedule, state="missed", count=3, until=NOON)
    started = OccurrenceFactory(schedule=schedule, state="succeeded")
    run = RunFactory(
        succeeded=True, occurrence=started, owner=endpoint.owner, endpoint=endpoint
    )

    told = client.get(f"{URL}{schedule.pk}/").json()
    times = client.get(f"{URL}{schedule.pk}/times/").json()["results"]

    assert told["missed"] == 3
    assert [each["id"] for each in told["last_runs"]] == [str(run.pk)]
    assert told["last_runs"][0]["tps"] == run.result.tps
    assert [each["state"] for each in times] == ["succeeded", "missed"]
    assert times[1]["text"] == "3 times were missed: Benchbook was not running."


def test_it_is_deleted_and_its_runs_stay(client, endpoint):
    schedule = ScheduleFactory(owner=endpoint.owner, endpoint=endpoint)
    run = RunFactory(
        occurrence=OccurrenceFactory(schedule=schedule),
        owner=endpoint.owner,
        endpoint=endpoint,
    )

    assert client.delete(f"{URL}{schedule.pk}/").status_code == 204

    assert client.get(f"{URL}{schedule.pk}/").status_code == 404
    assert client.get(f"/api/v1/runs/{run.pk}/").json()["schedule"] is None


def test_others_see_nothing_of_it_and_staff_may_look_pause_and_delete(
    anonymous, stranger, staff, endpoint
):
    schedule = ScheduleFactory(owner=endpoint.owner, endpoint=endpoint)
    page = f"{URL}{schedule.pk}/"

    assert anonymous.get(page).status_code == 401
    assert stranger.get(page).status_code == 404
    assert stranger.patch(page, {"name": "mine"}).status_code == 404
    assert staff.get(page).status_code == 200
    assert staff.patch(page, {"name": "ours"}).status_code == 403
    more = {"is_paused": True, "name": "ours"}
    assert staff.patch(page, more).status_code == 403
    assert staff.patch(page, {"is_paused": "perhaps"}).status_code == 400
    assert staff.post(f"{page}run-now/").status_code == 403
    assert staff.patch(page, {"is_paused": True}).json()["paused_for"] == "by_staff"
    assert staff.delete(page).status_code == 204


def test_what_staff_paused_staff_alone_resume(client, staff, endpoint):
    schedule = ScheduleFactory(owner=endpoint.owner, endpoint=endpoint)
    page = f"{URL}{schedule.pk}/"

    staff.patch(page, {"is_paused": True})
    refused = client.patch(page, {"is_paused": False})
    assert refused.status_code == 409
    assert "Staff paused it" in refused.json()["detail"]
    assert staff.patch(page, {"is_paused": False}).json()["is_paused"] is False

    client.patch(page, {"is_paused": True})
    assert staff.patch(page, {"is_paused": False}).status_code == 409
    noted = AuditEntry.objects.filter(subject_id=str(schedule.pk))
    told = [(each.action, each.actor_id == endpoint.owner_id) for each in noted]
    assert sorted(told) == [
        ("schedule_paused", False),
        ("schedule_paused", True),
        ("schedule_resumed", False),
    ]


def test_one_too_many_is_refused(client, endpoint, monkeypatch):
    monkeypatch.setattr(changes, "MOST_OF_A_USER", 1)
    client.post(URL, body_for(endpoint))

    answer = client.post(URL, body_for(endpoint))

    assert answer.status_code == 409
    assert "Delete one first" in answer.json()["detail"]


def test_run_now_is_refused_as_its_run_is(client, endpoint, settings):
    schedule = ScheduleFactory(owner=endpoint.owner, endpoint=endpoint)
    settings.LIMITS = settings.LIMITS | {"runs": 0}

    assert client.post(f"{URL}{schedule.pk}/run-now/").status_code == 409
    assert not Run.objects.exists()
    assert not schedule.occurrences.exists()


def test_a_list_takes_as_many_queries_for_many_as_for_one(
    client, endpoint, django_assert_max_num_queries
):
    for _each in range(4):
        schedule = ScheduleFactory(owner=endpoint.owner, endpoint=endpoint)
        OccurrenceFactory(schedule=schedule)

    with django_assert_max_num_queries(12):
        assert len(client.get(URL).json()["results"]) == 4


def test_what_was_made_by_the_api_is_what_beat_starts(client, endpoint):
    client.post(URL, body_for(endpoint, crontab="* * * * *"))

    due.tend(timezone.now() + timedelta(minutes=1))

    assert Run.objects.get().parameters["table_size"] == 1000
