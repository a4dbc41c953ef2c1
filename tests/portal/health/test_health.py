"""``/healthz`` of a portal whose Redis is there, without and with workers."""

from contextlib import suppress
from threading import Event, Thread

import pytest
import redis

from portal.celery import app
from portal.health import parts, view
from portal.health.memory import Memory
from portal.health.parts import WORKERS
from tests import waiting

pytestmark = [pytest.mark.engine, pytest.mark.django_db]


@pytest.fixture(autouse=True)
def memory(monkeypatch):
    monkeypatch.setattr(view, "MEMORY", Memory(seconds=3600))


def messages_sent(url):
    with redis.Redis.from_url(url) as client:
        stats = client.info("commandstats")
    return stats.get("cmdstat_publish", {}).get("calls", 0)


def test_workers_that_are_away_are_asked_by_one_message_for_all_callers(
    client, redis_url
):
    before = messages_sent(redis_url)

    answers = [client.get("/healthz") for _ in range(8)]

    assert {answer.status_code for answer in answers} == {503}
    assert answers[-1].json() == {
        "status": "failing",
        "database": "ok",
        "broker": "ok",
        "workers": dict.fromkeys(WORKERS, "no answer"),
    }
    assert messages_sent(redis_url) == before + 1


def test_the_wait_ends_when_one_of_each_kind_has_answered(
    client, redis_url, monkeypatch
):
    """Programs that answer by hand: a worker takes seconds to start."""
    monkeypatch.setattr(parts, "ANSWER_SECONDS", waiting.HANG_SECONDS)
    box = app.control.mailbox
    nodes = []
    with app.connection_for_write() as connection:
        for kind in (*WORKERS, "runs"):
            node = box(connection).Node(f"{kind}@here", channel=connection.channel())
            node.handlers["ping"] = lambda _state, **_: {"ok": "pong"}
            nodes.append((node, node.listen(callback=node.handle_message)))
        with suppress(TimeoutError):
            connection.drain_events(timeout=0.2)  # subscribes to what is broadcast
        is_over = Event()

        def answer():
            while not is_over.is_set():
                with suppress(TimeoutError):
                    connection.drain_events(timeout=0.2)

        thread = Thread(target=answer)
        thread.start()
        try:
            found = client.get("/healthz")
        finally:
            is_over.set()
            thread.join()
    assert found.json()["workers"] == dict.fromkeys(WORKERS, "ok")
    assert found.status_code == 200
