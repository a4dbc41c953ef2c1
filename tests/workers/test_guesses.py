"""Checks are no way to guess passwords or to look for open ports."""

import socket
import threading
from datetime import timedelta

import pytest
from django.utils import timezone

from benchruns.endpoints import name_service, registration
from benchruns.models import Check, Endpoint, FailedContact
from benchruns.sentences.endpoints import check_message
from local import ports
from portal.wording.checks import metrics_fault
from tests.factories import (
    DataSetFactory,
    EndpointFactory,
    ServerFactory,
    UserFactory,
)
from tests.slow_way import Proxy, through
from tests.targets import endpoint_of, queue
from tests.workers.runs.whole_runs import carry_out
from workers import checker
from workers.runs import cleaner

pytestmark = [pytest.mark.django_db(transaction=True)]

FEW = 3
OWN_ADDRESS = "127.0.0.2"
OWN_NAME = "own.test"


@pytest.fixture(autouse=True)
def _few(settings):
    settings.FAILED_LOGINS = settings.FAILED_PORTS = settings.FAILED_SERVERS = FEW


def checked(endpoint) -> Check:
    check = endpoint.checks.create()
    checker.perform(check.pk)
    check.refresh_from_db()
    return check


def never_reached(port: int) -> Endpoint:
    return EndpointFactory(host="127.0.0.1", port=port, control_shown_at=None)


@pytest.fixture
def lead(monkeypatch):
    """Lets a user's own name lead to an address from now on."""
    real = socket.getaddrinfo

    def to(address: str) -> None:
        def getaddrinfo(host, *more, **options):
            return real(address if host == OWN_NAME else host, *more, **options)

        monkeypatch.setattr(name_service.socket, "getaddrinfo", getaddrinfo)

    return to


def fail_logins(target, *, ago: timedelta = timedelta(0)) -> None:
    for _ in range(FEW):
        FailedContact.objects.create(
            address=target.address,
            port=target.port,
            is_login=True,
            at=timezone.now() - ago,
        )


@pytest.mark.engine
@pytest.mark.parametrize("engine", ["mariadb", "postgres"])
def test_passwords_are_tried_so_often_by_all_together_and_then_the_right_one_waits(
    request, engine
):
    target = request.getfixturevalue(f"{engine}_target")
    for _ in range(FEW):  # each of another user
        failed = checked(endpoint_of(target, password="a guess"))
        assert failed.code == "wrong_password"

    held_up = checked(endpoint_of(target))

    assert (held_up.ok, held_up.code) == (False, "too_many_logins")
    said = check_message(held_up.code, held_up.values)
    assert "check again after 20" in said
    FailedContact.objects.update(at=timezone.now() - timedelta(minutes=16))
    assert checked(endpoint_of(target)).ok


@pytest.mark.engine
def test_who_was_let_in_before_is_not_held_up_by_others(mariadb_target):
    endpoint = endpoint_of(mariadb_target)
    assert checked(endpoint).ok
    fail_logins(mariadb_target)

    assert checked(endpoint).ok


@pytest.mark.engine
def test_who_was_let_in_by_a_server_of_their_own_is_held_up_where_its_name_leads_then(
    mariadb_target, lead
):
    endpoint = endpoint_of(mariadb_target, host=OWN_NAME)
    lead(OWN_ADDRESS)
    with through(Proxy(mariadb_target), host=OWN_ADDRESS, port=mariadb_target.port):
        assert checked(endpoint).ok
    # Their own server would have let this one in just as well.
    endpoint.password = "a guess"
    endpoint.save(update_fields=["password_encrypted"])

    lead(mariadb_target.address)
    codes = [checked(endpoint).code for _ in range(FEW + 1)]

    assert codes == ["wrong_password"] * FEW + ["too_many_logins"]
    later = checked(endpoint_of(mariadb_target))
    assert later.code == "too_many_logins"


@pytest.mark.engine
def test_a_name_that_leads_back_to_who_let_it_in_is_not_held_up(mariadb_target, lead):
    endpoint = endpoint_of(mariadb_target, host=OWN_NAME)
    lead(mariadb_target.address)
    assert checked(endpoint).ok
    lead(OWN_ADDRESS)
    assert not checked(endpoint).ok
    fail_logins(mariadb_target)

    lead(mariadb_target.address)

    assert checked(endpoint).ok


def test_control_of_one_server_tells_nothing_of_the_ports_of_another(lead):
    closed = ports.choose()
    own = ServerFactory(family="mysql", address=OWN_ADDRESS, port=closed)
    endpoint = EndpointFactory(host=OWN_NAME, port=closed, server=own)
    assert endpoint.control_shown_at is not None

    lead("127.0.0.1")

    assert checked(endpoint).code == "no_server"


@pytest.mark.engine
def test_a_run_is_a_try_as_well(mariadb_target):
    run = carry_out(queue(endpoint_of(mariadb_target, password="a guess")))

    assert run.failure_code == "wrong_password"
    assert FailedContact.objects.filter(is_login=True).count() == 1


@pytest.mark.engine
def test_dropping_what_was_left_is_a_try_as_well(mariadb_target):
    endpoint = endpoint_of(mariadb_target, password="a guess")
    server = registration.server_of(endpoint, address=mariadb_target.address)
    left = DataSetFactory(endpoint=endpoint, server=server)

    cleaner.clean(endpoint.pk)

    left.refresh_from_db()
    assert left.drop_code == "wrong_password"
    assert FailedContact.objects.filter(is_login=True).count() == 1


@pytest.mark.engine
def test_logins_that_failed_elsewhere_hold_nobody_up(mariadb_target, postgres_target):
    fail_logins(postgres_target)

    assert checked(endpoint_of(mariadb_target)).ok


def test_a_closed_and_a_silent_port_are_told_of_in_the_same_words():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        each = [
            checked(never_reached(port))
            for port in (ports.choose(), silent.getsockname()[1])
        ]

    assert [(check.code, check.detail) for check in each] == [("no_server", "")] * 2
    said = {
        check_message(check.code, check.values).replace(
            str(check.endpoint.port), "PORT"
        )
        for check in each
    }
    assert len(said) == 1
    assert said.pop().startswith("No server answers at 127.0.0.1:PORT.")


def test_after_many_closed_ports_an_address_is_left_alone_but_for_ports_tried_before():
    closed: list[int] = []
    for _ in range(FEW):
        closed.append(ports.choose(besides=set(closed)))
        assert checked(never_reached(closed[-1])).code == "no_server"

    held_up = checked(never_reached(ports.choose(besides=set(closed))))

    assert held_up.code == "too_many_ports"
    assert "127.0.0.1" in check_message(held_up.code, held_up.values)
    again = checked(never_reached(closed[0]))
    assert again.code == "no_server"


def test_a_user_who_reached_many_servers_in_vain_waits_at_any_other():
    ann = UserFactory()
    for last in range(2, 2 + FEW):
        endpoint = never_reached(ports.choose())
        Endpoint.objects.filter(pk=endpoint.pk).update(
            owner=ann, host=f"127.0.0.{last}"
        )
        endpoint.refresh_from_db()
        assert checked(endpoint).code == "no_server"
    hers, other = never_reached(ports.choose()), never_reached(ports.choose())
    Endpoint.objects.filter(pk=hers.pk).update(owner=ann)
    hers.refresh_from_db()

    held_up = checked(hers)

    assert held_up.code == "too_many_servers"
    assert "check again after 20" in check_message(held_up.code, held_up.values)
    assert checked(other).code == "no_server"


def test_a_port_where_no_database_speaks_counts_as_one_without_a_server():
    with socket.create_server(("127.0.0.1", 0)) as line:
        threading.Thread(target=lambda: line.accept()[0].close(), daemon=True).start()
        checked(never_reached(line.getsockname()[1]))

    assert FailedContact.objects.count() == 1


@pytest.mark.engine
def test_an_address_of_metrics_is_no_way_to_look_for_open_ports(mariadb_target):
    anns, bens = endpoint_of(mariadb_target), endpoint_of(mariadb_target)
    assert checked(anns).ok
    assert checked(bens).ok

    def told(endpoint: Endpoint) -> str:
        url = f"http://127.0.0.1:{ports.choose()}/metrics"
        Endpoint.objects.filter(pk=endpoint.pk).update(metrics_url=url)
        check = checked(endpoint)
        assert check.ok
        return check.server["metrics"]

    assert [told(anns) for _ in range(FEW)] == ["no_answer"] * FEW
    assert told(anns) == "too_many_servers"
    assert told(bens) == "too_many_ports"
    assert "check again in 15 minutes" in metrics_fault(bens.last_check.server)
