"""``GET /metrics``: what Prometheus reads, and who may."""

import re
from datetime import timedelta
from functools import partial

import pytest
from django.db import DatabaseError
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from benchruns.emergency import stop
from benchruns.endpoints.networks import parse_networks
from local.places import ROOT
from portal.metrics import state
from tests.factories import AttemptFactory, CheckFactory, RunFactory, UserFactory

pytestmark = pytest.mark.django_db

TOKEN = "a-token-of-metrics"


@pytest.fixture(autouse=True)
def two_workers(monkeypatch):
    """As Celery answers; tests of lost parts ask real ones."""
    pong = {"ok": "pong"}
    answers = [{"runs@a": pong}, {"runs@b": pong}, {"control@a": pong}]
    monkeypatch.setattr(state.app.control, "ping", lambda timeout: answers)


@pytest.fixture
def read(client, settings):
    """Every sample, by name and labels, as Prometheus' own parser reads them."""
    settings.METRICS_NETWORKS = parse_networks(["127.0.0.0/8"])

    def read():
        answer = client.get("/metrics")
        assert answer.status_code == 200
        assert answer["Content-Type"].startswith("text/plain; version=")
        return {
            (sample.name, *sample.labels.values()): sample.value
            for family in text_string_to_metric_families(answer.text)
            for sample in family.samples
        }

    return read


def test_runs_are_counted_by_state(read):
    RunFactory()
    RunFactory(failed=True)
    RunFactory(failed=True)

    figures = read()

    assert figures["benchbook_runs", "queued"] == 1
    assert figures["benchbook_runs", "failed"] == 2
    assert figures["benchbook_runs", "running"] == 0


def test_the_queue_is_as_old_as_what_waits_longest(read):
    assert read()["benchbook_queue_age_seconds",] == 0

    RunFactory(queued_at=timezone.now() - timedelta(hours=2))
    RunFactory(queued_at=timezone.now())

    assert 7200 <= read()["benchbook_queue_age_seconds",] < 9000


def test_lost_leases_are_counted(read):
    now = timezone.now()
    AttemptFactory(outcome="lost", finished_at=now)
    AttemptFactory(outcome="failed", finished_at=now)

    assert read()["benchbook_leases_lost",] == 1


def test_checks_are_counted_by_how_they_ended(read):
    now = timezone.now()
    for ok, finished_at in ((None, None), (True, now), (False, now), (False, now)):
        CheckFactory(ok=ok, finished_at=finished_at)

    figures = read()

    counted = {n: figures["benchbook_checks", n] for n in ("waiting", "succeeded")}
    assert counted == {"waiting": 1, "succeeded": 1}
    assert figures["benchbook_checks", "failed"] == 2
    assert figures["benchbook_check_age_seconds",] >= 0


def test_workers_that_answer_are_counted_by_kind(read):
    figures = read()

    assert figures["benchbook_workers", "runs"] == 2
    assert figures["benchbook_workers", "control"] == 1
    assert figures["benchbook_broker_up",] == 1


def test_an_emergency_stop_shows(read):
    assert read()["benchbook_emergency_stop",] == 0

    stop.stop_all(by=UserFactory(staff=True), reason="The storage burns.")

    assert read()["benchbook_emergency_stop",] == 1


def test_requests_are_counted_by_door_method_and_status(read, client):
    asked = ("benchbook_http_requests_total", "api", "GET", "404")
    timed = ("benchbook_http_request_duration_seconds_count", "api")
    before = read()

    client.get("/api/v1/nothing/")

    after = read()
    assert after[asked] == before.get(asked, 0) + 1
    assert after[timed] == before.get(timed, 0) + 1


def test_a_method_of_a_callers_own_makes_no_series(read, client):
    client.generic("BREW", "/")

    methods = {key[2] for key in read() if key[0] == "benchbook_http_requests_total"}
    assert "other" in methods
    assert "BREW" not in methods


def test_a_database_that_is_away_is_a_figure_and_no_error(read, monkeypatch):
    def away(*_args, **_keywords):
        raise DatabaseError("away")

    monkeypatch.setattr(state.Run.objects, "order_by", away)
    figures = read()

    assert figures["benchbook_database_up",] == 0
    assert not any(key[0] == "benchbook_runs" for key in figures)


def test_a_broker_that_is_away_is_a_figure_and_no_error(read, monkeypatch):
    def away(timeout):
        raise ConnectionError("away")

    monkeypatch.setattr(state.app.control, "ping", away)

    assert read()["benchbook_broker_up",] == 0


def test_nobody_reads_them_by_default(client):
    answer = client.get("/metrics", headers={"Authorization": "Bearer "})

    assert answer.status_code == 403
    assert "networks and the token" in answer.text


def test_an_address_beside_the_networks_does_not_read_them(client, settings):
    settings.METRICS_NETWORKS = parse_networks(["10.1.0.9/16", "::1/128"])
    ask = partial(client.get, "/metrics")

    assert ask(REMOTE_ADDR="10.2.0.1").status_code == 403
    assert ask(REMOTE_ADDR="").status_code == 403
    assert (
        ask(REMOTE_ADDR="10.2.0.1", HTTP_X_FORWARDED_FOR="10.1.0.1").status_code == 403
    )
    assert ask(REMOTE_ADDR="10.1.0.1").status_code == 200
    assert ask(REMOTE_ADDR="::1").status_code == 200


@pytest.mark.parametrize(
    ("header", "status"),
    [
        (f"Bearer {TOKEN}", 200),
        (f"bearer  {TOKEN}", 200),
        (f"Bearer {TOKEN}x", 403),
        ("Bearer ü", 403),
        (f"Token {TOKEN}", 403),
        (TOKEN, 403),
        ("", 403),
    ],
)
def test_the_token_is_asked_for(client, settings, header, status):
    settings.METRICS_TOKEN = TOKEN

    answer = client.get("/metrics", headers={"Authorization": header})

    assert answer.status_code == status
    assert "no-store" in answer["Cache-Control"]


def test_each_figure_is_documented(read, client):
    client.get("/api/v1/nothing/")
    text = (ROOT / "docs/operations.md").read_text()
    documented = set(re.findall(r"`(benchbook_\w+)(?:\{[\w,]+\})?`", text))
    suffix = re.compile(r"_(bucket|count|sum|created)$")

    found = {suffix.sub("", key[0]) for key in read()}

    assert found - {"benchbook_http_requests"} == documented
