"""Consent to what runs do: given once by its user, noted, and gone with the server."""

from importlib import import_module

import pytest
from django.apps import apps

from benchruns.audit.origin import Door, Origin, acting_from
from benchruns.endpoints import bounds, changes, consents, registration
from benchruns.engines import ENGINES
from benchruns.errors import FieldError
from benchruns.models import AuditEntry, Run, Sweep
from benchruns.runs import schedule, sweeps
from benchruns.sentences.endpoints import what_runs_do
from benchruns.units import GB
from benchruns.workloads import WORKLOADS
from tests.factories import NOON, EndpointFactory, RunFactory, ServerFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

OF_USERS = import_module("benchruns.migrations.0032_consent_of_users")
PARAMETERS = WORKLOADS["oltp_read_write"].clean({})


@pytest.fixture
def endpoint(db):
    return EndpointFactory(without_consent=True)


def asked_for(endpoint):
    return {
        "owner": endpoint.owner,
        "endpoint": endpoint,
        "workload": "oltp_read_write",
        "parameters": PARAMETERS,
    }


def test_consent_is_noted_with_name_time_and_address(endpoint):
    page = Origin(door=Door.PAGE, address="192.0.2.7", request="r1")
    with acting_from(page):
        assert consents.give(endpoint, by=endpoint.owner)

    endpoint.refresh_from_db()
    assert endpoint.has_consent
    assert endpoint.consent_by == endpoint.owner
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.actor) == ("consent_given", endpoint.owner)
    assert (entry.address, entry.subject_id) == ("192.0.2.7", str(endpoint.pk))
    assert entry.details["host"] == endpoint.host


def test_consent_is_given_once(endpoint):
    consents.give(endpoint, by=endpoint.owner)

    assert not consents.give(endpoint, by=endpoint.owner)
    assert AuditEntry.objects.count() == 1


def test_without_consent_no_run_and_no_sweep_is_created(endpoint):
    with pytest.raises(FieldError) as refused:
        schedule.schedule(**asked_for(endpoint))
    with pytest.raises(FieldError):
        sweeps.start(**asked_for(endpoint), ladder=sweeps.Ladder(threads=[1, 2]))

    assert refused.value.field == "consent"
    assert not Run.objects.exists()
    assert not Sweep.objects.exists()


def test_consent_of_before_covers_no_script_of_ones_own_until_it_is_given_again():
    endpoint = EndpointFactory(consent_names_scripts=False)
    load = WORKLOADS["custom_sysbench"]
    script = {"workload": load.name, "parameters": load.clean({"script": "orders"})}
    schedule.schedule(**asked_for(endpoint))

    with pytest.raises(FieldError, match="changes what it names") as refused:
        schedule.schedule(**asked_for(endpoint) | script)
    ladder = sweeps.Ladder(threads=[1, 2])
    with pytest.raises(FieldError, match="changes what it names"):
        sweeps.start(**asked_for(endpoint) | script, ladder=ladder)

    assert refused.value.field == "consent"
    assert consents.give(endpoint, by=endpoint.owner)
    endpoint.refresh_from_db()
    assert endpoint.consent_at != NOON
    assert AuditEntry.objects.get().details["own_scripts"] is True
    assert not consents.give(endpoint, by=endpoint.owner)
    schedule.schedule(**asked_for(endpoint) | script)


def test_consent_that_is_withdrawn_refuses_the_next_run(endpoint):
    consents.give(endpoint, by=endpoint.owner)
    schedule.schedule(**asked_for(endpoint))

    assert consents.withdraw(endpoint, by=endpoint.owner)
    with pytest.raises(FieldError):
        schedule.schedule(**asked_for(endpoint))

    assert [e.action for e in AuditEntry.objects.order_by("id")] == [
        "consent_given",
        "consent_withdrawn",
    ]


@pytest.mark.parametrize(
    "change",
    [
        {"host": "other.example"},
        {"port": 3307},
        {"username": "other"},
        {"engine": "mariadb"},
    ],
)
def test_another_server_or_account_has_no_consent(change):
    endpoint = EndpointFactory()

    changes.change(endpoint.pk, {"password": "x", **change})

    endpoint.refresh_from_db()
    assert (endpoint.consent_at, endpoint.consent_by) == (None, None)
    assert endpoint.control_shown_at is None
    entry = AuditEntry.objects.get(action="consent_withdrawn")
    assert entry.details == {"because": "connection_changed"}


def test_another_name_or_database_keeps_it():
    endpoint = EndpointFactory()

    changes.change(endpoint.pk, {"name": "other", "database": "other"})

    endpoint.refresh_from_db()
    assert endpoint.consent_at == NOON


def test_a_move_may_bring_consent_for_where_it_leads():
    endpoint = EndpointFactory()

    changes.change(
        endpoint.pk, {"host": "other.example", "password": "x", "consent": True}
    )

    endpoint.refresh_from_db()
    assert endpoint.has_consent
    assert endpoint.consent_at != NOON
    given = AuditEntry.objects.get(action="consent_given")
    assert given.details["host"] == "other.example"


def test_the_sentence_states_what_the_last_check_found():
    found = {"max_connections": 151, "free_disk_bytes": 12 * GB}
    family = ENGINES["mysql"].family

    checked = what_runs_do(bounds.of_server(family, found))
    unchecked = what_runs_do(bounds.of_server(family, {}))

    assert "up to 12 GB" in checked
    assert "up to 151 threads" in checked
    assert "up to 48 hours" in checked
    assert "as much data as you choose" in unchecked
    assert "up to 10,000 threads" in unchecked
    for sentence in (checked, unchecked):
        assert "a script of your own" in sentence
        assert "nothing else is cleaned up" in sentence


def test_an_upgrade_takes_a_successful_run_for_consent():
    ran, moved, never = (EndpointFactory(without_consent=True) for _ in range(3))
    for endpoint, reached in (
        (ran, {"host": ran.host, "port": 3306, "username": ran.username}),
        (moved, {"host": "before.example", "port": 3306, "username": "bench"}),
    ):
        run = RunFactory(succeeded=True, endpoint=endpoint, owner=endpoint.owner)
        run.attempts.update(reached=reached)
    RunFactory(failed=True, endpoint=never, owner=never.owner)

    OF_USERS.give_consent(apps, None)

    for endpoint in (ran, moved, never):
        endpoint.refresh_from_db()
    assert ran.consent_by == ran.owner
    assert ran.consent_at == Run.objects.get(endpoint=ran).started_at
    assert not moved.has_consent
    assert not never.has_consent
    assert AuditEntry.objects.get().details["because"] == "first_successful_run"


def test_where_a_name_leads_to_another_server_control_is_shown_anew_and_consent_stays():
    """A failover is no new question to the user, but a server that nobody has shown yet."""
    first = ServerFactory()
    endpoint = EndpointFactory(server=first, port=first.port, control_shown_at=NOON)
    registration.server_of(endpoint, address=first.address)
    endpoint.refresh_from_db()
    assert endpoint.control_shown_at == NOON

    registration.server_of(endpoint, address="192.0.2.99")

    endpoint.refresh_from_db()
    assert endpoint.control_shown_at is None
    assert endpoint.has_consent


def test_control_that_one_account_showed_is_not_that_of_the_next_one():
    server = ServerFactory()
    read = EndpointFactory(server=server, without_consent=True)
    consents.note_control(read, server)
    read.refresh_from_db()
    assert read.control_shown_at is not None

    changes.change(read.pk, {"username": "another"})  # while a check writes its marker
    consents.note_control(read, server)

    read.refresh_from_db()
    assert read.control_shown_at is None
