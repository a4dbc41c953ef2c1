"""Name, note and tags of runs by the API."""

import pytest

from benchruns.models import Run
from tests.factories import EndpointFactory, RunFactory
from tests.hostile_names import NAMES

RUNS = "/api/v1/runs/"
LABELS = {"name": "Second try", "note": "After\nANALYZE", "tags": ["nightly", "b"]}


@pytest.fixture
def body(user):
    return {
        "endpoint": str(EndpointFactory(owner=user).pk),
        "workload": "oltp_read_write",
        "parameters": {"tables": 1, "table_size": 1000, "threads": 1},
        **LABELS,
    }


def told(answer):
    return {name: answer.json()[name] for name in LABELS}


def fields_of(answer):
    return {error["field"] for error in answer.json()["errors"]}


def test_a_run_is_asked_for_with_its_labels(client, body, sent):
    answer = client.post(RUNS, body)

    assert answer.status_code == 201
    assert told(answer) == LABELS


def test_all_runs_of_a_sweep_have_its_labels(client, body, sent):
    client.post("/api/v1/sweeps/", {**body, "threads": [1, 2]})

    assert {(run.name, run.tags) for run in Run.objects.all()} == {
        ("Second try", "nightly b")
    }


def test_labels_change_in_any_state_and_what_is_left_out_stays(client, user):
    run = RunFactory(owner=user, succeeded=True, name="first", note="kept")

    answer = client.patch(f"{RUNS}{run.pk}/", {"name": "second", "tags": ["X", "x"]})

    assert answer.status_code == 200
    assert told(answer) == {"name": "second", "note": "kept", "tags": ["x"]}
    (event,) = client.get(f"{RUNS}{run.pk}/events/").json()["results"]
    assert event["message"] == "Its owner changed: name, tags."


def test_each_fault_is_named(client, user):
    run = RunFactory(owner=user, name="first")
    wrong = {"name": "\u202e", "note": 1, "tags": ["a b", "c"]}

    answer = client.patch(f"{RUNS}{run.pk}/", wrong)

    assert answer.status_code == 400
    assert fields_of(answer) == set(wrong)
    run.refresh_from_db()
    assert run.name == "first"


@pytest.mark.parametrize("tags", ["a", [1], {"a": 1}, None, [["a"]]])
def test_tags_are_a_list_of_texts(client, user, tags):
    run = RunFactory(owner=user)

    answer = client.patch(f"{RUNS}{run.pk}/", {"tags": tags})

    assert answer.status_code == 400
    assert fields_of(answer) == {"tags"}


@pytest.mark.parametrize("name", NAMES)
def test_hostile_names_are_kept_as_text_or_refused(client, user, name):
    run = RunFactory(owner=user)

    answer = client.patch(f"{RUNS}{run.pk}/", {"name": name, "tags": [name]})
    alone = client.patch(f"{RUNS}{run.pk}/", {"name": name})

    assert answer.status_code in (200, 400)
    assert alone.status_code in (200, 400)
    if alone.status_code == 200:
        assert alone.json()["name"] == (" ".join(name.split()) or None)


def test_labels_are_for_owner_and_staff(anonymous, stranger, staff, user):
    run = RunFactory(owner=user, succeeded=True, public=True, name="secret", tags="t")

    for caller in (anonymous, stranger):
        answer = caller.get(f"{RUNS}{run.pk}/")
        assert told(answer) == dict.fromkeys(LABELS)
        for query in ("name=secret", "tag=t"):
            assert caller.get(f"{RUNS}?{query}").json()["results"] == []
    assert stranger.patch(f"{RUNS}{run.pk}/", LABELS).status_code == 403
    assert staff.patch(f"{RUNS}{run.pk}/", LABELS).status_code == 403
    assert told(staff.get(f"{RUNS}{run.pk}/"))["name"] == "secret"


def test_runs_are_found_by_name_and_tag(client, user):
    run = RunFactory(owner=user, name="Second try", note="After ANALYZE", tags="a bc")
    RunFactory(owner=user, name="other", tags="b")

    for query in ("name=second", "name=analyze", "tag=bc", "tag=BC", "name=y&tag=a"):
        found = client.get(f"{RUNS}?{query}").json()["results"]
        assert [each["id"] for each in found] == [str(run.pk)], query
    assert client.get(f"{RUNS}?tag=c").json()["results"] == []
