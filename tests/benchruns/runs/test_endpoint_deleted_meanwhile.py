"""A run is asked for on an endpoint that is deleted, or changed, at that moment."""

import threading

import pytest
from django.db import connection, transaction

from benchruns.endpoints import changes
from benchruns.endpoints.registration import delete_endpoint
from benchruns.errors import FieldError, NotAllowed
from benchruns.models import Endpoint, Event, Run, Sweep
from benchruns.runs import request as run_request
from benchruns.runs.request import RunRequest
from tests import waiting
from tests.factories import EndpointFactory
from tests.locks import is_waited_for

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

SMALL = {"tables": 1, "table_size": 1000, "duration_seconds": 10}


def asked_for(endpoint, **more):
    """A run, or a sweep of two, in full: all but started."""
    asked = RunRequest(
        endpoint=endpoint, workload="oltp_read_only", parameters=SMALL, **more
    )
    return run_request.settle(asked)


@pytest.mark.parametrize("repetitions", [1, 2], ids=["run", "sweep"])
def test_it_is_refused_and_nothing_of_it_is_written(repetitions):
    endpoint = EndpointFactory()
    settled = asked_for(endpoint, repetitions=repetitions)
    delete_endpoint(Endpoint.objects.get())

    with pytest.raises(FieldError, match="has been deleted") as refusal:
        run_request.start(settled, owner=endpoint.owner)

    assert refusal.value.field == "endpoint"
    for rows in (Run, Sweep, Event):
        assert not rows.objects.exists()


def test_what_it_consented_to_is_read_anew():
    endpoint = EndpointFactory()
    settled = asked_for(endpoint)
    changes.change(endpoint.pk, {"consent": False})

    with pytest.raises(FieldError, match="have not confirmed"):
        run_request.start(settled, owner=endpoint.owner)


def test_a_run_that_was_planned_for_another_server_is_refused():
    endpoint = EndpointFactory()
    settled = asked_for(endpoint)
    changes.change(
        endpoint.pk, {"port": endpoint.port + 1, "password": "new", "consent": True}
    )

    with pytest.raises(FieldError, match="leads to another server"):
        run_request.start(settled, owner=endpoint.owner)

    assert not Run.objects.exists()


@pytest.mark.skipif("connection.vendor == 'sqlite'", reason="writes one at a time")
def test_of_a_run_and_a_deletion_at_once_the_second_one_is_refused():
    endpoint = EndpointFactory()
    settled = asked_for(endpoint)
    refused = []

    def delete() -> None:
        try:
            delete_endpoint(Endpoint.objects.get())
        except NotAllowed as refusal:
            refused.append(str(refusal))
        finally:
            connection.close()

    thread = threading.Thread(target=delete)
    with transaction.atomic():
        run_request.start(settled, owner=endpoint.owner)
        thread.start()
        waiting.until(is_waited_for, what="a deletion that waits for this run")
    waiting.for_thread(thread)

    assert refused
    assert "1 of its runs have not ended" in refused[0]
    assert Endpoint.objects.registered().exists()
    assert Run.objects.count() == 1
