"""Sweeps: started by one request, shown with every repeat, cancelled and published."""

import pytest

from benchruns.models import Result, Run, Sweep
from tests.factories import EndpointFactory, ResultFactory, RunFactory
from tests.portal.api.rows import climbed, sweep_of

SWEEPS = "/api/v1/sweeps/"
KEYS = {
    "id",
    "state",
    "endpoint",
    "engine",
    "workload",
    "parameters",
    "threads",
    "repetitions",
    "settle_seconds",
    "created_at",
    "ended",
    "runs",
    "points",
    "peak",
    "reproduction",
}
LADDER = [1, 2, 4]
TPS = [100.0, 110.0, 190.0, 210.0, 205.0, 207.0]  # two of each


def url_of(sweep, tail=""):
    return f"{SWEEPS}{sweep.pk}/{tail}"


@pytest.fixture
def body(user):
    return {
        "endpoint": str(EndpointFactory(owner=user).pk),
        "workload": "oltp_read_write",
        "parameters": {"tables": 2, "table_size": 100, "duration_seconds": 1},
        "threads": LADDER,
        "repetitions": 2,
    }


@pytest.fixture
def sweep(user):
    return climbed(user, threads=LADDER, tps=TPS)


def test_a_sweep_has_a_run_for_each_count_and_repetition(
    client, body, sent, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(SWEEPS, body)

    sweep = Sweep.objects.get()
    runs = list(sweep.runs.order_by("sweep_position"))
    shown = answer.json()
    assert answer.status_code == 201
    assert answer["Location"] == f"http://testserver{url_of(sweep)}"
    assert shown.keys() == KEYS
    assert [run.parameters["threads"] for run in runs] == [1, 1, 2, 2, 4, 4]
    assert shown["runs"] == [str(run.pk) for run in runs]
    assert (shown["state"], shown["ended"], shown["peak"]) == ("queued", 0, None)
    assert shown["endpoint"] == body["endpoint"]
    assert (shown["threads"], shown["repetitions"]) == (LADDER, 2)
    assert shown["settle_seconds"] == 5
    assert "threads" not in shown["parameters"]
    assert [point["threads"] for point in shown["points"]] == LADDER
    assert shown["points"][0]["tps"] is None
    assert client.get(answer["Location"]).json() == shown
    assert [message["argument"] for _task, message in sent] == [runs[0].pk]


def test_a_sweep_for_later_is_not_announced(
    client, body, sent, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        shown = client.post(
            SWEEPS, body | {"not_before": "2026-12-31T12:00:00Z"}
        ).json()

    assert shown["state"] == "scheduled"
    assert sent == []


def test_a_published_row_is_climbed(client, user):
    row = ResultFactory()
    endpoint = EndpointFactory(owner=user)
    body = {
        "endpoint": str(endpoint.pk),
        "reproduce": str(row.pk),
        "scale_down": 100,
        "threads": [8, 16],
    }

    shown = client.post(SWEEPS, body).json()

    eight, sixteen = Run.objects.filter(sweep=shown["id"]).order_by("sweep_position")
    assert shown["parameters"]["table_size"] == 250
    assert eight.reproduces_id == sixteen.reproduces_id == row.pk
    assert "threads" in {each["name"] for each in eight.differences}
    assert "threads" not in {each["name"] for each in sixteen.differences}


def test_a_lost_answer_is_given_again(client, body):
    key = {"HTTP_IDEMPOTENCY_KEY": "ladder"}

    first, again = (client.post(SWEEPS, body, **key) for _ in range(2))

    assert again.json() == first.json()
    assert again["Idempotent-Replayed"] == "true"
    assert Sweep.objects.count() == 1


def test_repeats_stand_beside_their_median_and_spread(client, sweep):
    shown = client.get(url_of(sweep)).json()

    one, two, four = shown["points"]
    assert one["doubt"] is None
    assert one["tps"] == {
        "median": 105.0,
        "lowest": 100.0,
        "highest": 110.0,
        "spread": pytest.approx(10 / 105),
        "values": [100.0, 110.0],
    }
    assert two["qps"]["median"] == 4000.0
    assert four["latency_p95_ms"] is None
    repeat = one["repeats"][1]
    run = sweep.runs.get(sweep_position=2)
    assert repeat == {
        "run": str(run.pk),
        "result": str(run.result.pk),
        "position": 2,
        "repetition": 2,
        "state": "succeeded",
        "tps": 110.0,
        "qps": 2200.0,
        "tpm": None,
        "nopm": None,
        "latency_p95_ms": None,
        "regime": "cached",
        "bottleneck": "server",
        "doubts": [],
        "is_excluded": False,
    }
    assert shown["peak"] == {
        "threads": 4,
        "figure": "tps",
        "median": 206.0,
        "tps": 206.0,
        "rivals": [2],
        "is_last": True,
        "doubt": None,
    }
    assert (shown["state"], shown["ended"]) == ("succeeded", 6)


def test_a_sweep_names_the_engine_that_was_measured(client, user, sweep):
    assert client.get(url_of(sweep)).json()["engine"] == "mysql"
    Result.objects.filter(run__sweep=sweep).update(engine="mariadb")

    assert client.get(url_of(sweep)).json()["engine"] == "mariadb"


def test_sweeps_are_listed_newest_first_and_filtered(client, user, sweep):
    newer = sweep_of(RunFactory(owner=user, workload="oltp_read_only"))

    def found(**query):
        return [row["id"] for row in client.get(SWEEPS, query).json()["results"]]

    assert found() == [str(newer.pk), str(sweep.pk)]
    assert found(workload="oltp_read_only") == [str(newer.pk)]
    assert found(endpoint=str(sweep.endpoint_id)) == [str(sweep.pk)]
    assert found(engine="postgresql") == []


def test_all_sweeps_are_reached_over_pages(client, user):
    made = [sweep_of(RunFactory(owner=user)) for _ in range(5)]

    seen, url = [], f"{SWEEPS}?page_size=2"
    while url:
        page = client.get(url).json()
        seen += [row["id"] for row in page["results"]]
        url = page["next"]

    assert seen == [str(sweep.pk) for sweep in reversed(made)]


def test_a_page_of_sweeps_is_short(client):
    assert client.get(SWEEPS, {"page_size": "50"}).status_code == 200
    assert client.get(SWEEPS, {"page_size": "51"}).status_code == 400


def test_a_private_sweep_is_seen_by_owner_and_staff_alone(
    client, stranger, staff, anonymous, sweep
):
    assert client.get(url_of(sweep)).status_code == 200
    assert staff.get(url_of(sweep)).json()["endpoint"] == str(sweep.endpoint_id)
    for other in (stranger, anonymous):
        assert other.get(url_of(sweep)).status_code == 404
        assert other.get(SWEEPS).json()["results"] == []


def test_others_see_the_public_runs_of_a_sweep_alone(
    client, stranger, anonymous, sweep
):
    public = sweep.runs.get(sweep_position=3)
    Run.objects.filter(pk=public.pk).update(visibility="public")

    for other in (stranger, anonymous):
        shown = other.get(url_of(sweep)).json()
        assert shown["runs"] == [str(public.pk)]
        (point,) = shown["points"]
        assert [repeat["run"] for repeat in point["repeats"]] == [str(public.pk)]
        assert point["tps"]["values"] == [190.0]
        assert shown["peak"]["threads"] == 2
        assert shown["endpoint"] is None
        assert [row["id"] for row in other.get(SWEEPS).json()["results"]] == [
            str(sweep.pk)
        ]
    endpoint = {"endpoint": str(sweep.endpoint_id)}
    assert stranger.get(SWEEPS, endpoint).json()["results"] == []
    assert len(client.get(url_of(sweep)).json()["runs"]) == 6


def test_cancelling_ends_what_waits_and_stops_what_runs(client, user):
    sweep = sweep_of(
        RunFactory(owner=user, succeeded=True),
        RunFactory(owner=user, running=True),
        RunFactory(owner=user),
    )

    answer = client.post(url_of(sweep, "cancel/"))

    assert answer.status_code == 202
    done, running, waiting = sweep.runs.order_by("sweep_position")
    assert (done.state, running.state) == ("succeeded", "running")
    assert running.cancel_requested_at is not None
    assert waiting.state == "cancelled"
    assert answer.json()["state"] == "running"


def test_the_data_of_a_cancelled_sweep_is_to_be_dropped(
    client, user, sent, django_capture_on_commit_callbacks
):
    sweep = sweep_of(RunFactory(owner=user, succeeded=True), RunFactory(owner=user))

    with django_capture_on_commit_callbacks(execute=True):
        client.post(url_of(sweep, "cancel/"))

    ((task, message),) = sent
    assert task == "benchbook.drop_leftovers"
    assert (message["queue"], message["argument"]) == ("control", sweep.endpoint_id)


def test_an_ended_sweep_is_not_cancelled(
    client, sweep, sent, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(url_of(sweep, "cancel/"))

    assert answer.status_code == 409
    assert answer["Content-Type"] == "application/problem+json"
    assert sent == []


def test_publishing_shows_the_succeeded_runs(client, user, anonymous):
    sweep = sweep_of(
        RunFactory(owner=user, succeeded=True), RunFactory(owner=user, failed=True)
    )

    answer = client.post(url_of(sweep, "publish/"))

    assert answer.status_code == 200
    assert len(answer.json()["runs"]) == 2
    shown = anonymous.get(url_of(sweep)).json()
    assert shown["runs"] == answer.json()["runs"][:1]
    result = shown["points"][0]["repeats"][0]["result"]
    assert anonymous.get(f"/api/v1/results/{result}/").status_code == 200


def test_a_sweep_without_a_success_is_not_published(client, user):
    sweep = sweep_of(RunFactory(owner=user, failed=True), RunFactory(owner=user))

    assert client.post(url_of(sweep, "publish/")).status_code == 409


@pytest.mark.parametrize("tail", ["cancel/", "publish/"])
def test_others_may_not_act_on_a_sweep(user, stranger, anonymous, reader, tail):
    private = sweep_of(RunFactory(owner=user, succeeded=True))
    public = sweep_of(RunFactory(owner=user, succeeded=True, public=True))

    assert stranger.post(url_of(private, tail)).status_code == 404
    assert stranger.post(url_of(public, tail)).status_code == 403
    assert reader.post(url_of(private, tail)).status_code == 403
    assert anonymous.post(url_of(public, tail)).status_code == 401


def test_staff_cancel_and_do_not_publish_for_others(user, staff):
    sweep = sweep_of(RunFactory(owner=user, succeeded=True), RunFactory(owner=user))

    assert staff.post(url_of(sweep, "publish/")).status_code == 403
    assert staff.post(url_of(sweep, "cancel/")).status_code == 202


@pytest.mark.parametrize("tail", ["cancel/", "publish/"])
def test_an_action_takes_no_body(client, sweep, tail):
    answer = client.post(url_of(sweep, tail), {"why": "because"})

    assert answer.status_code == 400
    assert answer.json()["errors"][0]["field"] == "why"


def test_a_reader_starts_no_sweep(reader, body):
    assert reader.post(SWEEPS, body).status_code == 403


def test_a_list_of_sweeps_takes_as_many_queries_as_one(
    client, user, django_assert_num_queries
):
    climbed(user, threads=[1], tps=[1.0])
    client.get(SWEEPS)  # notes that the token was used
    # token, sweeps with their endpoints, runs with their results, attempts
    with django_assert_num_queries(4):
        client.get(SWEEPS)
    for _ in range(3):
        climbed(user, threads=LADDER, tps=TPS)

    with django_assert_num_queries(4):
        assert len(client.get(SWEEPS).json()["results"]) == 4
