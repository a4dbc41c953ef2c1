"""The servers of planted cases: what is chosen, and some with settings of their own."""

import pytest

from tests.servers.kinds import chosen
from tests.workers import own_servers

FAMILY = chosen().family if chosen() else "mysql"


@pytest.fixture
def target(request):
    name = "mariadb_target" if FAMILY == "mysql" else "postgres_target"
    return request.getfixturevalue(name)


@pytest.fixture(scope="module")
def direct_mysql(disk_folder):
    """A small pool that reads past the operating system's cache."""
    with own_servers.mariadb(
        disk_folder,
        "--innodb-buffer-pool-size=64M",
        "--innodb-lru-scan-depth=100",
        "--innodb-flush-method=O_DIRECT",
        # What is asked for often is in the pool for good after seconds.
        "--innodb-old-blocks-time=0",
    ) as server:
        yield server


@pytest.fixture(scope="module")
def buffered_mysql(disk_folder):
    """The same through the operating system's cache."""
    with own_servers.mariadb(
        disk_folder, "--innodb-buffer-pool-size=64M", "--innodb-flush-method=fsync"
    ) as server:
        yield server


@pytest.fixture(scope="module")
def small_postgresql(disk_folder):
    with own_servers.postgresql(disk_folder, "shared_buffers=1MB") as server:
        yield server
