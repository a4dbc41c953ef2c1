"""Samples, counters, events and output of a run."""

from html import unescape

import pytest

from benchruns.models import Counter, ServerVariables
from tests.factories import (
    AttemptFactory,
    EventFactory,
    OutputFactory,
    RunFactory,
    SampleFactory,
)

pytestmark = pytest.mark.both_databases

SAMPLE_KEYS = {
    "second",
    "threads",
    "tps",
    "qps",
    "reads_per_s",
    "writes_per_s",
    "other_per_s",
    "latency_ms",
    "errors_per_s",
    "reconnects_per_s",
}


def url_of(run, tail):
    return f"/api/v1/runs/{run.pk}/{tail}"


@pytest.fixture
def run(user):
    return RunFactory(owner=user, running=True)


@pytest.fixture
def public_run(user):
    """Whose complaints name the server, its address and the account."""
    run = RunFactory(owner=user, succeeded=True, public=True)
    text = "Can't connect bench_account@db.internal.example (127.0.0.1:3306)"
    EventFactory(run=run, data={"message": text, "host": "db.internal.example"})
    OutputFactory(attempt=run.attempts.get(), text=text)
    return run


def test_samples_come_in_order_after_the_one_given(client, run):
    for second in (3, 1, 2, 0):
        SampleFactory(run=run, second=second)

    everything = client.get(url_of(run, "samples/")).json()
    later = client.get(url_of(run, "samples/?after=1")).json()

    assert [s["second"] for s in everything["results"]] == [0, 1, 2, 3]
    assert [s["second"] for s in later["results"]] == [2, 3]
    assert later["results"][0].keys() == SAMPLE_KEYS
    assert later["results"][0]["latency_ms"] == 12.3
    assert later["results"][0]["reads_per_s"] is None
    assert everything["next"] is everything["previous"] is None


def test_samples_are_those_of_the_last_attempt_unless_asked(client, user):
    run = RunFactory(owner=user, running=True, attempt=2)
    SampleFactory(run=run, attempt=1, second=7)
    SampleFactory(run=run, attempt=2, second=8)

    last = client.get(url_of(run, "samples/")).json()["results"]
    first = client.get(url_of(run, "samples/?attempt=1")).json()["results"]

    assert [s["second"] for s in last] == [8]
    assert [s["second"] for s in first] == [7]


def test_many_samples_come_in_pages(client, run):
    for second in range(5):
        SampleFactory(run=run, second=second)

    seen, url = [], url_of(run, "samples/?page_size=2")
    while url:
        page = client.get(url).json()
        seen += [s["second"] for s in page["results"]]
        url = page["next"]

    assert seen == [0, 1, 2, 3, 4]


def count(run, second, *, attempt=1, **values):
    Counter.objects.create(run=run, attempt=attempt, second=second, values=values)


def test_counters_come_in_order_after_the_one_given(client, run):
    for second in (2, 1, 0):
        count(run, second, buffer_hit_percent=99.5, limit="client")

    everything = client.get(url_of(run, "counters/")).json()
    later = client.get(url_of(run, "counters/?after=1")).json()

    assert [row["second"] for row in everything["results"]] == [0, 1, 2]
    assert later == {
        "next": None,
        "previous": None,
        "results": [
            {"second": 2, "values": {"buffer_hit_percent": 99.5, "limit": "client"}}
        ],
    }


def test_counters_are_those_of_the_last_attempt_unless_asked(client, user):
    run = RunFactory(owner=user, running=True, attempt=2)
    count(run, 7, attempt=1)
    count(run, 8, attempt=2)

    last = client.get(url_of(run, "counters/")).json()["results"]
    first = client.get(url_of(run, "counters/?attempt=1")).json()["results"]

    assert [row["second"] for row in last] == [8]
    assert [row["second"] for row in first] == [7]


def test_many_counters_come_in_pages_of_one_attempt(client, run):
    for second in range(5):
        count(run, second)

    first = client.get(url_of(run, "counters/?page_size=2")).json()
    second = client.get(first["next"]).json()
    third = client.get(second["next"]).json()

    pages = [first, second, third]
    assert [row["second"] for page in pages for row in page["results"]] == [*range(5)]
    assert third["next"] is None
    assert "attempt=1" in first["next"]


@pytest.mark.parametrize("tail", ["samples", "counters"])
def test_polling_takes_three_queries(client, run, django_assert_num_queries, tail):
    url = url_of(run, f"{tail}/?after=3")
    client.get(url)
    for second in range(20):
        SampleFactory(run=run, second=second)
        count(run, second)

    with django_assert_num_queries(3):
        assert len(client.get(url).json()["results"]) == 16


def test_events_come_in_order_after_the_one_given(client, run):
    first, second = EventFactory(run=run), EventFactory(run=run, data={"phase": "x"})

    everything = client.get(url_of(run, "events/")).json()
    later = client.get(url_of(run, f"events/?after={first.pk}")).json()

    assert [e["id"] for e in everything["results"]] == [first.pk, second.pk]
    assert [e["id"] for e in later["results"]] == [second.pk]
    assert later["results"][0].keys() == {
        "id",
        "attempt",
        "at",
        "code",
        "message",
        "data",
    }
    assert later["results"][0]["data"] == {"phase": "x"}


def test_many_events_come_in_pages(client, run):
    events = EventFactory.create_batch(5, run=run)

    seen, url = [], url_of(run, "events/?page_size=2")
    while url:
        page = client.get(url).json()
        seen += [event["id"] for event in page["results"]]
        url = page["next"]

    assert seen == [event.pk for event in events]


@pytest.mark.parametrize("accept", ["*/*", "application/json", "text/csv"])
def test_output_is_the_measuring_phase_as_text(client, run, accept):
    attempt = run.attempts.get()
    OutputFactory(attempt=attempt, text="measured äöü\n")
    OutputFactory(attempt=attempt, phase="prepare", text="prepared\n")

    answer = client.get(url_of(run, "output/"), HTTP_ACCEPT=accept)
    prepared = client.get(url_of(run, "output/?phase=prepare"), HTTP_ACCEPT=accept)

    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.content.decode() == "measured äöü\n"
    assert prepared.content == b"prepared\n"


def test_output_of_an_earlier_attempt_is_kept(client, user):
    run = RunFactory(owner=user, running=True, attempt=2, now=None)
    OutputFactory(attempt=AttemptFactory(run=run, lost=True), text="lost\n")

    assert client.get(url_of(run, "output/")).status_code == 404
    assert client.get(url_of(run, "output/?attempt=1")).content == b"lost\n"


def test_no_output_is_a_problem(client, run):
    answer = client.get(url_of(run, "output/"), HTTP_ACCEPT="text/plain")

    assert answer.status_code == 404
    assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("tail", ["", "events/", "output/", "samples/", "counters/"])
def test_a_public_run_names_no_host_and_no_account(
    public_run, stranger, anonymous, tail
):
    for viewer in (stranger, anonymous):
        answer = viewer.get(url_of(public_run, tail))

        assert answer.status_code == 200
        text = answer.content.decode()
        for secret in ("bench_account", "db.internal.example", "127.0.0.1", "3306"):
            assert secret not in text


def test_its_owner_reads_all_of_it(public_run, client):
    events = client.get(url_of(public_run, "events/")).json()["results"]

    assert events[0]["data"] == {"host": "db.internal.example"}
    assert b"bench_account" in client.get(url_of(public_run, "output/")).content


VARIABLES = {
    "init_connect": "SET @team = 'billing'",
    "join_buffer_size": "134217728",
    "sort_buffer_size": "2097152",
}


@pytest.fixture
def with_variables(public_run):
    stored = ServerVariables.objects.stored(
        VARIABLES, changed={"init_connect", "join_buffer_size"}
    )
    public_run.attempts.update(variables=stored)
    return public_run


def test_the_owner_reads_all_variables_and_those_not_at_their_defaults(
    client, with_variables
):
    answer = client.get(url_of(with_variables, "variables/"))

    assert answer.json() == {
        "values": VARIABLES,
        "changed": {
            "init_connect": "SET @team = 'billing'",
            "join_buffer_size": "134217728",
        },
    }


def test_others_read_recognised_variables_alone(anonymous, with_variables):
    answer = anonymous.get(url_of(with_variables, "variables/"))
    page = anonymous.get(f"/runs/{with_variables.pk}/").content.decode()

    assert answer.json() == {
        "values": {"join_buffer_size": "134217728", "sort_buffer_size": "2097152"},
        "changed": {"join_buffer_size": "134217728"},
    }
    assert "1 variable is not at the server's default" in unescape(page)
    assert "billing" not in page


def test_a_run_without_variables_says_so(client, public_run):
    answer = client.get(url_of(public_run, "variables/"))

    assert answer.status_code == 404
    assert "were not read" in answer.json()["detail"]


def test_equal_variables_are_one_row(db):
    rows = {
        ServerVariables.objects.stored(VARIABLES, changed=changed).pk
        for changed in (None, (), ("sort_buffer_size",), ["sort_buffer_size"])
    }

    assert len(rows) == ServerVariables.objects.count() == 3
