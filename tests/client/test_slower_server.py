"""A sweep from a build: 0 while the server is as fast as before, 1 once it is slower."""

from collections.abc import Iterator

import pymysql
import pytest

from benchruns.models import Sweep
from benchruns.vocabulary import RunState
from tests import waiting
from tests.client import command
from tests.own_scripts import put
from tests.targets import endpoint_of
from tests.workers import own_servers
from workers import checker
from workers.connecting.target import Target
from workers.runs import executor

# 120 MB of which each row is read as often as another, which sysbench's own loads do not:
# without the buffer nearly each read is one of the disk, many times as slow as any noise.
LOAD = (
    *("-p", "script=custom", "-p", "tables=1", "-p", "table_size=500000"),
    *("-p", "duration_seconds=6", "-p", "warmup_seconds=6"),
)
SMALL_POOL = 8 * 2**20

pytestmark = [pytest.mark.engine, pytest.mark.long]


@pytest.fixture
def server(disk_folder, settings, tmp_path) -> Iterator[Target]:
    settings.LOADGEN_SCRIPTS = str(put(tmp_path))
    options = ("--innodb-buffer-pool-size=256M", "--innodb-flush-method=O_DIRECT")
    with own_servers.mariadb(disk_folder, *options) as target:
        yield target


def swept(environment, *more):
    """What the command ended with, its runs carried out here, one after another."""
    known = set(Sweep.objects.values_list("pk", flat=True))
    words = ("sweep", "shop", "custom_sysbench", "--threads", "1,2", *LOAD, *more)
    with command.start(*words, "--keep-data", "--wait", environment=environment) as it:
        sweep = waiting.until(
            Sweep.objects.exclude(pk__in=known).first, what="the sweep that it asks for"
        )
        for run in sweep.runs.order_by("sweep_position"):
            executor.execute(run.pk)
        out, err = it.communicate(timeout=waiting.HANG_SECONDS)
    states = set(sweep.runs.values_list("state", flat=True))
    assert states == {RunState.SUCCEEDED}, err
    return it.returncode, out + err


def test_a_sweep_ends_with_1_once_the_buffer_is_smaller(environment, user, server):
    endpoint = endpoint_of(server, owner=user, name="shop")
    checker.perform(endpoint.checks.create().pk)
    # on two cores that eight others used: 20 % slower by noise, 64 to 70 % by the buffer
    limit = ("--fail-if-slower-than", "45%")

    first, _told = swept(environment)
    same, told = swept(environment, *limit)
    with (
        pymysql.connect(
            host=server.address,
            port=server.port,
            user=server.username,
            password=server.password,
        ) as connection,
        connection.cursor() as cursor,
    ):
        cursor.execute("SET GLOBAL innodb_buffer_pool_size = %s", [SMALL_POOL])
    slower, words = swept(environment, *limit)

    assert (first, same) == (0, 0), told
    assert slower == 1, words
    assert "slower" in words
