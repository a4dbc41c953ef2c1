"""Samples, events and output of a run."""

import pytest

from tests.factories import (
    AttemptFactory,
    EventFactory,
    OutputFactory,
    RunFactory,
    SampleFactory,
)

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
    EventFactory(run=run, message=text, data={"host": "db.internal.example"})
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


def test_polling_samples_takes_three_queries(
    client, user, run, django_assert_num_queries
):
    client.get(url_of(run, "samples/"))
    for second in range(20):
        SampleFactory(run=run, second=second)

    with django_assert_num_queries(3):
        client.get(url_of(run, "samples/?after=3"))


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


@pytest.mark.parametrize("tail", ["", "events/", "output/", "samples/"])
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
