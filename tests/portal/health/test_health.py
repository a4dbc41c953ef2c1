"""``/healthz`` of a portal whose Redis is there, and no worker."""

import pytest
import redis

from portal.health import view
from portal.health.memory import Memory
from portal.health.parts import WORKERS

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
