"""The disk of a server: asked of it, or looked at where it is certainly its own."""

import os
import socket
from contextlib import ExitStack, contextmanager
from pathlib import Path, PurePosixPath

import pymysql
import pytest
from pymysql.constants import ER

from tests.settings import DISK, FOLDER, MEMORY
from tests.slow_way import slow_way
from tests.workers import accounts
from workers import probes
from workers.connecting.target import Target
from workers.engines import disk
from workers.engines.mysql import disk as mysql_disk

KIB = 1024
NOBODY = 2**22 + 1  # above every process number


@pytest.fixture(params=["mariadb", "postgresql"])
def target(request) -> Target:
    name = {"mariadb": "mariadb_target", "postgresql": "postgres_target"}[request.param]
    return request.getfixturevalue(name)


def free_here() -> int:
    found = os.statvfs(FOLDER)
    return found.f_bavail * found.f_frsize


def free_on(target: Target) -> int | None:
    with probes.connect(target) as probe:
        return probe.facts().free_disk_bytes


@pytest.fixture
def another_disk() -> Path:
    """A file system of its own with another amount of free space."""
    here = FOLDER.stat().st_dev
    for place in (MEMORY, DISK):  # a folder of the test's own is made below
        if place.is_dir() and place.stat().st_dev != here:
            return place
    pytest.skip("no second file system here")


@contextmanager
def behind_a_proxy(target: Target):
    """The same server, so that its own socket is not the one that answers."""
    if os.geteuid():
        pytest.skip("the proxy has the server's user unless the tests run as root")
    with slow_way(target, delay_ms=0) as far:
        yield far


# On servers -------------------------------------------------------------------------


@pytest.mark.engine
def test_a_server_on_this_machine_has_the_disk_of_its_directory(target):
    assert free_on(target) == pytest.approx(free_here(), rel=0.05)


@pytest.mark.engine
def test_behind_a_proxy_a_directory_here_is_not_taken_for_the_servers(target):
    with behind_a_proxy(target) as far:
        assert free_on(far) is None


@pytest.mark.engine
@pytest.mark.parametrize(
    ("grants", "is_told"), [((), False), (("pg_read_all_settings",), True)]
)
def test_postgresql_names_its_directory_to_those_who_may_read_it(
    postgres_target, grants, is_told
):
    with accounts.postgres_account(postgres_target, *grants) as account:
        assert (free_on(account) is not None) == is_told


@pytest.mark.engine
def test_a_tablespace_elsewhere_is_the_disk_that_counts(postgres_target, another_disk):
    [(data,)] = accounts.execute(
        postgres_target, "SELECT setting FROM pg_settings WHERE name='data_directory'"
    )
    place = another_disk / f"benchbook-test-{os.getpid()}"
    place.mkdir(mode=0o700)
    os.chown(place, Path(data).stat().st_uid, -1)
    try:
        accounts.execute(
            postgres_target,
            f"CREATE TABLESPACE elsewhere LOCATION '{place}'",
        )
        account = postgres_target.username
        accounts.execute(
            postgres_target, f"ALTER ROLE {account} SET default_tablespace = elsewhere"
        )

        found = os.statvfs(place)
        expected = found.f_bavail * found.f_frsize
        assert free_on(postgres_target) == pytest.approx(expected, rel=0.05)
    finally:
        accounts.execute(
            postgres_target,
            f"ALTER ROLE {postgres_target.username} RESET default_tablespace",
        )
        accounts.execute(postgres_target, "DROP TABLESPACE IF EXISTS elsewhere")
        # A server killed later would make it again from its log, and miss the folder.
        accounts.execute(postgres_target, "CHECKPOINT")
        place.rmdir()


@contextmanager
def with_disks_plugin(target: Target):
    try:
        accounts.execute(target, "INSTALL SONAME 'disks'")
    except pymysql.Error as error:
        if error.args[0] not in (ER.PARSE_ERROR, ER.CANT_OPEN_LIBRARY):
            raise
        pytest.skip(f"the server has no such plugin: {error.args[1]}")
    try:
        yield
    finally:
        accounts.execute(target, "UNINSTALL SONAME 'disks'")


@pytest.mark.engine
def test_mariadbs_plugin_tells_from_afar_those_who_may_ask(mariadb_target):
    with ExitStack() as stack:
        stack.enter_context(with_disks_plugin(mariadb_target))
        far = stack.enter_context(behind_a_proxy(mariadb_target))
        own = f"ALL ON {mariadb_target.database}.*"

        assert free_on(far) == pytest.approx(free_here(), rel=0.05)
        with accounts.mysql_account(mariadb_target, own) as poor:
            assert free_on(poor) == pytest.approx(free_here(), rel=0.05)
        with accounts.mysql_account(far, own) as poor:
            assert free_on(poor) is None


# What decides -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("directory", "kib"),
    [
        ("/var/lib/mysql", 3),
        ("/var/lib/mysql-files", 2),
        ("/srv", 1),
        ("relative", None),
    ],
)
def test_the_disk_is_that_of_the_nearest_mount_above(directory, kib):
    mounts = [("/var/lib/mysql/", 3), ("/", 1), ("/var", 2)]

    found = mysql_disk.available(mounts, PurePosixPath(directory))

    assert found == (None if kib is None else kib * KIB)


@contextmanager
def connected(address: str, **options):
    """A connection to a server within this process."""
    with (
        socket.create_server(("", 0), **options) as server,
        socket.create_connection((address, server.getsockname()[1])) as sock,
        server.accept()[0],
    ):
        yield sock


@pytest.fixture
def connection():
    with connected("127.0.0.1") as sock:
        yield sock


@pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
def test_an_ipv6_socket_serves_both_and_has_an_owner(address):
    if not socket.has_dualstack_ipv6():
        pytest.skip("no IPv6 here")
    options = {"family": socket.AF_INET6, "dualstack_ipv6": True}
    with connected(address, **options) as sock:
        end, other = sock.getpeername()[:2], sock.getsockname()[:2]

        assert disk.owner_of_end(end, other) == os.geteuid()


def test_the_user_at_the_other_end_of_a_local_connection_is_found(connection):
    end, other = connection.getpeername(), connection.getsockname()

    assert disk.owner_of_end(end, other) == os.geteuid()


def test_a_connection_that_leads_elsewhere_has_no_owner_here():
    assert disk.owner_of_end(("192.0.2.1", 3306), ("127.0.0.1", 40_000)) is None


@pytest.fixture
def home(tmp_path):
    return tmp_path


def seen(connection, home, pid_file="server.pid") -> int | None:
    """As of a MySQL without a plugin whose data lies in ``home``."""
    answers = {mysql_disk.PLACES: [(str(home), pid_file)], mysql_disk.HAS_DISKS: []}
    return mysql_disk.free_bytes(answers.__getitem__, connection.fileno)


def test_a_directory_with_the_servers_own_process_number_is_its_own(connection, home):
    (home / "server.pid").write_text(f"{os.getpid()}\n")

    assert seen(connection, home) == pytest.approx(
        os.statvfs(home).f_bavail * os.statvfs(home).f_frsize, rel=0.05
    )


@pytest.mark.parametrize(
    "content", ["", "no number", str(NOBODY), "-1"], ids=lambda text: text or "empty"
)
def test_another_process_number_is_no_proof(connection, home, content):
    (home / "server.pid").write_text(content)

    assert seen(connection, home) is None


def test_without_a_process_number_there_is_no_proof(connection, home):
    assert seen(connection, home) is None


def test_what_is_no_file_is_not_read(connection, home):
    os.mkfifo(home / "server.pid")

    assert seen(connection, home) is None
    assert seen(connection, home, pid_file="/dev/zero") is None


def test_a_directory_of_another_user_is_not_the_servers(connection, home):
    (home / "server.pid").write_text(str(os.getpid()))
    if os.geteuid():
        home = Path("/")
    else:
        os.chown(home, 12_345, -1)

    assert seen(connection, home, pid_file=str(home / "server.pid")) is None


def test_a_directory_that_is_not_here_is_not_known(connection, home):
    assert seen(connection, home / "absent") is None


def test_a_closed_connection_tells_nothing(connection, home):
    (home / "server.pid").write_text(str(os.getpid()))
    connection.close()

    assert seen(connection, home) is None
