import socket
import time

import pytest

from benchruns.endpoints import name_service
from benchruns.endpoints.name_service import resolve
from benchruns.failures.failure import BenchbookError
from benchruns.sentences.failures.table import of_failure


def answering(monkeypatch, *found: str) -> None:
    def getaddrinfo(_host, port, **_options):
        return [(None, None, None, "", (address, port)) for address in found]

    monkeypatch.setattr(name_service.socket, "getaddrinfo", getaddrinfo)


def failure_of(host: str, **options):
    with pytest.raises(BenchbookError) as caught:
        resolve(host, 3306, **options)
    return caught.value.failure


def test_an_address_is_its_own_answer():
    assert resolve("192.0.2.7", 3306, allowed=None) == "192.0.2.7"


def test_ipv4_is_preferred(monkeypatch):
    answering(monkeypatch, "2001:db8::1", "192.0.2.7")

    assert resolve("db.example", 3306, allowed=None) == "192.0.2.7"


def test_one_address_that_is_not_permitted_spoils_the_name(monkeypatch):
    answering(monkeypatch, "192.0.2.7", "169.254.169.254")

    failure = failure_of("db.example", allowed=None)

    assert failure.code == "address_not_allowed"
    assert "169.254.169.254" in of_failure(failure)
    assert "ENDPOINT_NETWORKS" in of_failure(failure)


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "127.1", "0x7f000001", "::1"]
)
def test_no_spelling_of_loopback_is_permitted_by_default(host):
    assert failure_of(host, allowed=None).code == "address_not_allowed"


def test_loopback_is_permitted_where_the_operator_says_so():
    assert resolve("127.0.0.1", 3306, allowed=("127.0.0.0/8",)) == "127.0.0.1"


def test_an_unknown_host_is_told_as_such():
    failure = failure_of("no-such-host.invalid", allowed=None)

    assert failure.code == "unknown_host"
    assert "no-such-host.invalid" in failure.detail


def test_a_name_that_no_resolver_would_take_is_unknown():
    assert failure_of("x" * 300 + ".invalid", allowed=None).code == "unknown_host"


def test_a_silent_name_service_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(
        name_service.socket, "getaddrinfo", lambda *_a, **_k: time.sleep(1) or []
    )

    failure = failure_of("db.example", allowed=None, timeout_seconds=0.1)

    assert failure.code == "unknown_host"


@pytest.mark.parametrize(
    ("number", "may_pass"), [(socket.EAI_AGAIN, True), (socket.EAI_NONAME, False)]
)
def test_a_name_service_that_is_away_is_not_a_name_that_does_not_exist(
    monkeypatch, number, may_pass
):
    def getaddrinfo(*_args, **_options):
        raise socket.gaierror(number, "what the resolver says")

    monkeypatch.setattr(name_service.socket, "getaddrinfo", getaddrinfo)

    with pytest.raises(BenchbookError) as caught:
        resolve("db.example", 3306, allowed=None)

    assert isinstance(caught.value, name_service.NameServiceSilent) is may_pass


def test_one_server_has_one_address_however_its_host_is_written():
    assert resolve("::ffff:192.0.2.7", 3306, allowed=None) == "192.0.2.7"


def test_the_portals_own_servers_are_refused_by_whatever_name(monkeypatch, settings):
    settings.ENDPOINT_NETWORKS = ("0.0.0.0/0",)
    settings.OWN_SERVERS = (("redis.internal", 6379), ("192.0.2.7", 3306))
    answering(monkeypatch, "192.0.2.7")

    failure = failure_of("another-name.example", allowed=("0.0.0.0/0",))

    assert failure.code == "own_server"
    assert "Benchbook's own database" in of_failure(failure)
    assert resolve("db.example", 3307, allowed=None) == "192.0.2.7"


@pytest.mark.parametrize(
    "address",
    ["127.0.0.2", "0.0.0.0", "::1", "::ffff:127.0.0.1"],  # noqa: S104 - refused
)
def test_a_server_of_the_portals_on_this_machine_is_refused_at_each_of_its_addresses(
    settings, address
):
    settings.OWN_SERVERS = (("127.0.0.1", 3306),)

    assert failure_of(address, allowed=None).code == "own_server"
    assert resolve("192.0.2.7", 3306, allowed=None) == "192.0.2.7"
