"""From POST to the tool's first statement, beside the tool's own start to it.

The server's own log says when: MariaDB's general log, of the first table that sysbench
creates. The figure is what Benchbook adds, as a share of what it may.
"""

import statistics
import time
from collections.abc import Iterator

import pymysql

from tests.bench import whole
from tests.bench.figure import Figure
from tests.bench.parts import tell

LOAD = {"tables": 1, "table_size": 1_000, "threads": 1, "duration_seconds": 1}
ROUNDS = 7
MOST_SECONDS = 1.0
FIRST = "SELECT UNIX_TIMESTAMP(MIN(event_time)) FROM mysql.general_log WHERE argument LIKE 'CREATE TABLE%sbtest%'"


def figures() -> Iterator[Figure]:
    with whole.started("mariadb") as portal:
        target = portal.targets["mariadb"]
        login = {"host": target.address, "port": target.port, "user": target.username}
        with (
            pymysql.connect(**login, password=target.password, autocommit=True) as link,
            link.cursor() as cursor,
        ):
            cursor.execute("SET GLOBAL log_output = 'TABLE'")
            pairs = [_pair(portal, cursor) for _ in range(ROUNDS + 1)][1:]
    added = [(through - bare) / MOST_SECONDS for through, bare in pairs]
    low, middle, high = statistics.quantiles(added, n=4, method="inclusive")
    through, bare = (statistics.median(each) for each in zip(*pairs, strict=True))
    yield Figure(
        name="added before the tool's first statement, s", ratio=middle, low=low, high=high,
        most=1, detail=f"{through:.2f} s from POST beside {bare:.2f} s of the tool alone",
    )  # fmt: skip


def _pair(portal: whole.Whole, cursor: pymysql.cursors.Cursor) -> tuple[float, float]:
    bare = portal.bare("mariadb", "oltp_read_write", LOAD)
    with bare.workspace():
        _log_anew(cursor)
        began = time.time()
        bare.prepare()
        alone = _first(cursor) - began
    _log_anew(cursor)
    began = time.time()
    run = portal.post("mariadb", "oltp_read_write", LOAD)
    portal.watch(run)
    return _first(cursor) - began, alone


def _log_anew(cursor: pymysql.cursors.Cursor) -> None:
    cursor.execute("SET GLOBAL general_log = OFF")
    cursor.execute("TRUNCATE mysql.general_log")
    cursor.execute("SET GLOBAL general_log = ON")


def _first(cursor: pymysql.cursors.Cursor) -> float:
    cursor.execute(FIRST)
    ((found,),) = cursor.fetchall()
    return float(found)


if __name__ == "__main__":
    tell(figures())
