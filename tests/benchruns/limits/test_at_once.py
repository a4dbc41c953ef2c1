"""Two requests of one user at once, where a limit has room for one."""

import threading

import pytest
from django.db import connection

from benchruns.endpoints import changes
from benchruns.limits.door import LimitReached
from benchruns.models import Check, Endpoint
from portal import dispatch
from tests import waiting
from tests.factories import EndpointFactory, UserFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

AT_ONCE = 4


def at_once(*deeds) -> list[Exception]:
    """What was refused, of deeds that begin together."""
    ready, refused = threading.Barrier(len(deeds)), []

    def do(deed) -> None:
        ready.wait()
        try:
            deed()
        except LimitReached as refusal:
            refused.append(refusal)
        finally:
            connection.close()

    threads = [
        threading.Thread(target=do, args=[deed], name=f"request {number}")
        for number, deed in enumerate(deeds)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        waiting.for_thread(thread)
    return refused


def test_of_endpoints_registered_at_once_no_more_are_made_than_there_is_room(settings):
    settings.LIMITS = {**settings.LIMITS, "endpoints": 1}
    owner = UserFactory()

    def register(number: int):
        values = {
            "name": f"shop {number}",
            "engine": "mysql",
            "host": "db.internal.example",
            "port": 3306,
            "username": "bench",
            "password": "s3cret horse",
            "database": "bench",
        }
        return lambda: changes.register(owner, values)

    refused = at_once(*map(register, range(AT_ONCE)))

    assert len(refused) == AT_ONCE - 1
    assert Endpoint.objects.count() == 1


def test_of_checks_asked_for_at_once_no_more_are_made_than_there_is_room(
    settings, monkeypatch
):
    settings.LIMITS = {**settings.LIMITS, "checks": 1}
    monkeypatch.setattr(dispatch, "_send", lambda *_args, **_named: None)
    owner = UserFactory()
    endpoints = [EndpointFactory(owner=owner) for _ in range(AT_ONCE)]

    refused = at_once(
        *(
            lambda each=each: dispatch.check_endpoint(each, wait_seconds=0)
            for each in endpoints
        )
    )

    assert len(refused) == AT_ONCE - 1
    assert Check.objects.count() == 1
