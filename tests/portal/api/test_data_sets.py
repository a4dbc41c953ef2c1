"""Prepared data that stays on servers: listed, and dropped on request."""

import pytest

from benchruns.models import AuditEntry, DataSet, Endpoint, Run
from tests.factories import DataSetFactory, RunFactory, ServerFactory
from tests.portal.api.rows import kept_by, sweep_of

pytestmark = pytest.mark.both_databases

DATA_SETS = "/api/v1/data-sets/"


def url_of(data_set):
    return f"{DATA_SETS}{data_set.pk}/"


@pytest.fixture
def run(user):
    return RunFactory(owner=user, succeeded=True)


@pytest.fixture
def kept(run):
    return kept_by(run)


def test_a_kept_set_tells_what_it_holds(client, run, kept):
    shown = client.get(url_of(kept)).json()

    created_at = shown.pop("created_at")
    assert created_at
    assert shown == {
        "id": str(kept.pk),
        "endpoint": str(run.endpoint_id),
        "run": str(run.pk),
        "sweep": None,
        "workload": "oltp_read_write",
        "tables": 4,
        "table_size": 25_000,
        "scale": None,
        "rows": 100_000,
        "data_bytes": 24_300_000,
        "load_seconds": 2.5,
        "workspace": kept.workspace,
        "database": "bench_database",
        "is_kept": True,
        "state": "ready",
        "drop_error": None,
    }
    (listed,) = client.get(DATA_SETS).json()["results"]
    assert listed == shown | {"created_at": created_at}


def test_a_set_of_pgbench_tells_its_scale(client, run):
    kept_by(run, workload="pgbench_read_only", size={"scale": 3, "total_records": 3e5})

    (shown,) = client.get(DATA_SETS).json()["results"]

    assert (shown["scale"], shown["rows"]) == (3, 300_000)
    assert shown["tables"] is shown["table_size"] is None


def test_only_what_stays_on_purpose_is_listed(client, user, run, kept):
    kept_by(run, is_ready=False)  # still loading, or a leftover of a failure
    kept_by(run, is_kept=False)  # of one run: it goes with it
    kept_by(run, dropped=True)
    DataSetFactory(server=ServerFactory())

    rows = client.get(DATA_SETS).json()["results"]

    assert [row["id"] for row in rows] == [str(kept.pk)]


def test_the_data_of_a_sweep_is_listed_while_it_goes_on(client, user):
    first, second = RunFactory(owner=user, succeeded=True), RunFactory(owner=user)
    data_set = kept_by(first, is_kept=False)
    sweep = sweep_of(first, second)
    Run.objects.filter(pk=first.pk).update(data_set=data_set)

    (shown,) = client.get(DATA_SETS).json()["results"]
    refused = client.delete(url_of(data_set))
    second.delete()

    assert (shown["sweep"], shown["is_kept"]) == (str(sweep.pk), False)
    assert shown["state"] == "in_use"
    assert refused.status_code == 409
    assert client.get(DATA_SETS).json()["results"] == []


def test_sets_are_found_by_their_fields(client, user, run, kept):
    other = kept_by(
        RunFactory(owner=user, succeeded=True),
        workload="oltp_read_only",
        database="other",
    )

    for name, value, wanted in (
        ("endpoint", run.endpoint_id, kept),
        ("run", run.pk, kept),
        ("workload", "oltp_read_only", other),
        ("database", "other", other),
        ("workspace", kept.workspace, kept),
    ):
        rows = client.get(DATA_SETS, {name: str(value)}).json()["results"]
        assert [row["id"] for row in rows] == [str(wanted.pk)], name
    assert len(client.get(DATA_SETS, {"sweep": "null"}).json()["results"]) == 2


def test_sets_are_seen_by_owner_and_staff_alone(
    client, stranger, staff, anonymous, kept
):
    assert client.get(url_of(kept)).status_code == 200
    assert staff.get(url_of(kept)).status_code == 200
    assert len(staff.get(DATA_SETS).json()["results"]) == 1
    assert stranger.get(url_of(kept)).status_code == 404
    assert stranger.delete(url_of(kept)).status_code == 404
    assert stranger.get(DATA_SETS).json()["results"] == []
    assert anonymous.get(DATA_SETS).status_code == 401


@pytest.mark.parametrize("who", ["client", "staff"])
def test_a_worker_is_told_to_drop_it(
    request, who, kept, sent, django_capture_on_commit_callbacks
):
    caller = request.getfixturevalue(who)

    with django_capture_on_commit_callbacks(execute=True):
        answer = caller.delete(url_of(kept))
        assert sent == []

    assert answer.status_code == 202
    assert answer.json()["state"] == "dropping"
    assert DataSet.objects.get(pk=kept.pk).drop_requested_at is not None
    ((task, message),) = sent
    assert task == "benchbook.drop_leftovers"
    assert (message["queue"], message["argument"]) == ("control", kept.endpoint_id)
    assert caller.get(url_of(kept)).json()["state"] == "dropping"


def test_who_asked_for_it_is_noted(staff, kept, run, sent):
    staff.delete(url_of(kept))

    entry = AuditEntry.objects.get(action="data_set_dropped")
    assert entry.actor.is_staff
    assert (entry.subject_id, entry.subject_name) == (str(kept.pk), kept.workspace)
    assert entry.details == {
        "endpoint": run.endpoint.name,
        "owner": run.owner.username,
    }


def test_asking_twice_is_asking_again(client, kept, sent):
    first, again = client.delete(url_of(kept)), client.delete(url_of(kept))

    assert first.status_code == again.status_code == 202


def test_what_could_not_be_dropped_says_why(client, kept):
    client.delete(url_of(kept))
    DataSet.objects.filter(pk=kept.pk).update(drop_code="unreachable")

    shown = client.get(url_of(kept)).json()

    assert shown["state"] == "dropping"
    assert shown["drop_error"].startswith("There is no way through the network")


def test_what_is_dropped_is_gone(client, kept, run):
    kept_by(run, dropped=True)
    DataSet.objects.filter(pk=kept.pk).update(dropped_at=kept.created_at)

    assert client.get(url_of(kept)).status_code == 404
    assert client.delete(url_of(kept)).status_code == 404


@pytest.mark.parametrize("by", ["its own run", "a later run"])
def test_a_set_in_use_is_not_dropped(
    client, user, sent, by, django_capture_on_commit_callbacks
):
    running = RunFactory(owner=user, running=True)
    first = running if by == "its own run" else RunFactory(owner=user, succeeded=True)
    kept = kept_by(first)
    Run.objects.filter(pk=running.pk).update(data_set=kept)

    with django_capture_on_commit_callbacks(execute=True):
        answer = client.delete(url_of(kept))

    assert client.get(url_of(kept)).json()["state"] == "in_use"
    assert answer.status_code == 409
    assert answer["Content-Type"] == "application/problem+json"
    assert sent == []
    assert DataSet.objects.get(pk=kept.pk).drop_requested_at is None


def test_a_set_on_another_server_is_elsewhere_and_not_dropped(
    client, kept, sent, django_capture_on_commit_callbacks
):
    Endpoint.objects.update(server=ServerFactory())

    with django_capture_on_commit_callbacks(execute=True):
        answer = client.delete(url_of(kept))

    assert client.get(url_of(kept)).json()["state"] == "elsewhere"
    assert answer.status_code == 409
    assert f"{kept.server.address}:{kept.server.port}" in answer.json()["detail"]
    assert sent == []


def test_a_read_token_drops_nothing(reader, kept):
    assert reader.get(url_of(kept)).status_code == 200
    assert reader.delete(url_of(kept)).status_code == 403


@pytest.mark.parametrize("query", [{"state": "ready"}, {"endpoint": "7"}], ids=str)
def test_a_bad_query_is_named(client, query):
    answer = client.get(DATA_SETS, query)

    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == list(query)


def test_the_number_of_queries_does_not_grow_with_sets(
    client, run, kept, django_assert_num_queries
):
    for _ in range(5):
        kept_by(run)
    client.get(DATA_SETS)  # notes that the token was used

    with django_assert_num_queries(2):  # token, data sets with their runs
        assert len(client.get(DATA_SETS).json()["results"]) == 6
