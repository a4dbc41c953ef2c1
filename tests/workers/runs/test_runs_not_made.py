"""Runs that a wrong account, an address or a name keeps from being made."""

import socket

import pytest

from benchruns.endpoints import name_service
from benchruns.models import Run
from benchruns.sentences.failures.table import why_failed
from benchruns.vocabulary import RunState
from tests.targets import endpoint_of, queue
from tests.workers.runs.whole_runs import carry_out
from workers import checker, probes
from workers.connecting.target import Target
from workers.runs import executor

pytestmark = [
    pytest.mark.engine,
    pytest.mark.engines_in_turn,
    pytest.mark.django_db(transaction=True),
]


@pytest.fixture(params=["mariadb", "postgresql"])
def target(request) -> Target:
    name = {"mariadb": "mariadb_target", "postgresql": "postgres_target"}[request.param]
    return request.getfixturevalue(name)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"password": "not the password"}, "wrong_password"),
        ({"database": "there_is_no_such"}, "unknown_database"),
    ],
)
def test_a_wrong_account_fails_run_and_check_with_what_to_do(target, change, code):
    endpoint = endpoint_of(target, **change)

    run = carry_out(queue(endpoint))
    check = endpoint.checks.create()
    checker.perform(check.pk)
    check.refresh_from_db()

    assert (run.state, run.failure_code) == (RunState.FAILED, code)
    assert (check.ok, check.code) == (False, code)
    assert why_failed(run).count(".") >= 2
    assert "not the password" not in run.failure_detail


def test_an_unknown_host_fails_the_run_without_an_attempt(target):
    endpoint = endpoint_of(target)
    endpoint.host = "no-such-host.invalid"
    endpoint.save()

    run = carry_out(queue(endpoint))

    assert (run.state, run.failure_code) == (RunState.FAILED, "unknown_host")


def test_a_closed_port_fails_the_run(target):
    endpoint = endpoint_of(target)
    endpoint.port = 1
    endpoint.save()

    run = carry_out(queue(endpoint))

    assert (run.state, run.failure_code) == (RunState.FAILED, "connection_refused")


def test_more_threads_than_connections_are_refused_before_anything_is_created(target):
    run = carry_out(queue(endpoint_of(target), threads=5_000))

    assert (run.state, run.failure_code) == (RunState.FAILED, "too_many_threads")
    assert "max_connections" in why_failed(run)
    assert not run.data_sets.exists()


def test_an_address_outside_the_allowed_networks_is_not_connected_to(target, settings):
    settings.ENDPOINT_NETWORKS = None  # any but loopback and the like

    run = carry_out(queue(endpoint_of(target)))

    assert (run.state, run.failure_code) == (RunState.FAILED, "address_not_allowed")
    assert "ENDPOINT_NETWORKS" in why_failed(run)


def test_the_portals_own_database_takes_no_run(target, settings):
    settings.OWN_SERVERS = (("localhost", target.port),)

    run = carry_out(queue(endpoint_of(target)))

    assert (run.state, run.failure_code) == (RunState.FAILED, "own_server")


def test_a_workload_that_is_gone_fails_its_run_at_once(mariadb_target):
    run = queue(endpoint_of(mariadb_target))
    Run.objects.update(workload="retired")

    with pytest.raises(KeyError):
        executor.execute(run.id)

    run.refresh_from_db()
    assert (run.state, run.failure_code) == (RunState.FAILED, "internal_error")


def test_a_name_service_that_is_away_leaves_the_run_in_its_place(
    mariadb_target, monkeypatch
):
    run = queue(endpoint_of(mariadb_target))

    def getaddrinfo(*_args, **_options):
        raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")

    with monkeypatch.context() as away:
        away.setattr(name_service.socket, "getaddrinfo", getaddrinfo)
        assert not executor.execute(run.id)
    assert Run.objects.get().state == RunState.QUEUED

    assert carry_out(run).state == RunState.SUCCEEDED


@pytest.mark.long
def test_runs_of_two_endpoints_never_reached_stand_in_one_queue(mariadb_target):
    first = queue(endpoint_of(mariadb_target))
    second = queue(endpoint_of(mariadb_target))

    assert not executor.execute(second.id)

    assert carry_out(first).state == RunState.SUCCEEDED
    assert carry_out(second).state == RunState.SUCCEEDED


def test_connections_that_are_reserved_are_no_runs(postgres_target):
    with probes.connect(postgres_target) as probe:
        most = probe.facts().max_connections

    run = carry_out(queue(endpoint_of(postgres_target), threads=most - 3))

    assert run.failure_code == "too_many_threads"
    assert f"max_connections is {most}, 3 of them reserved" in why_failed(run)
