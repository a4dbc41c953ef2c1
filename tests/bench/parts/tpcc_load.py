"""How fast the TPC-C-derived data is loaded: beside what the server takes from files.

Each round loads the warehouses twice on a private MariaDB and PostgreSQL: as the tool does,
and "alone": the same rows out of ready files, in the same parts and processes and followed by
the same steps, so that no row is made meanwhile. Server and client share the cores. A
warehouse and core may take the tool 10 s, by the clock.
"""

import os
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
import psycopg
import pymysql

from local import ports
from local.servers import MariaDb, PostgreSql
from local.servers.running import Running, running
from tests.bench import scale
from tests.bench.figure import Figure, of_pairs
from tests.bench.parts import tell
from tests.workers.tpcc.places import workspace_on
from workers.tools.tpcc.crew import Crew
from workers.tools.tpcc.dialects import dialect_of
from workers.tools.tpcc.dialects.base import Session
from workers.tools.tpcc.load import Execute, carry_out, load
from workers.tools.tpcc.options import Load, Place, Profile
from workers.tools.tpcc.parts import Part, parts
from workers.tools.tpcc.rows import Rows
from workers.tools.tpcc.schema import COLUMNS

MOST_SECONDS = 10  # a warehouse and core
WAREHOUSES, PROCESSES, ROUNDS = 2, 2, 3
SERVERS = {"mariadb": MariaDb, "postgresql": PostgreSql}
PROFILE = Profile.HAMMERDB
AT = "2026-11-20 10:00:00"
CHUNK = 1 << 17


def figures() -> Iterator[Figure]:
    with scale.scratch_folder() as folder:
        folder.chmod(0o711)  # for the users of the servers
        ready = written(WAREHOUSES, folder / "rows")
        for engine, server in SERVERS.items():
            started = server(
                home=folder / engine, port=ports.choose(), password="for-bench"
            )
            with running(started, log=folder / f"{engine}.log") as it:
                yield from of_engine(engine, measured(engine, it, ready))


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds: of the clock, of the client's and of the server's processors."""

    wall: float
    client: float
    server: float


@dataclass(frozen=True, slots=True)
class SendFiles:
    """The files of a part, sent as they are over a connection of the job's own."""

    place: Place
    files: tuple[tuple[str, Path], ...]

    def do(self, session: Session) -> Iterator[int]:
        send = send_mysql if self.place.dialect == "mysql" else send_postgresql
        send(self)
        yield 1


def send_mysql(job: SendFiles) -> None:
    with pymysql.connect(
        host=job.place.address,
        port=job.place.port,
        user=job.place.username,
        password=job.place.password,
        database=job.place.space,
        local_infile=True,
        autocommit=True,
    ) as connection:
        cursor = connection.cursor()
        cursor.execute("SET unique_checks = 0, foreign_key_checks = 0")
        for table, path in job.files:
            cursor.execute(
                f"LOAD DATA LOCAL INFILE '{path}' INTO TABLE {table}"
                f" ({', '.join(COLUMNS[table])})"
            )


def send_postgresql(job: SendFiles) -> None:
    with psycopg.connect(
        host=job.place.address,
        port=job.place.port,
        user=job.place.username,
        password=job.place.password,
        dbname=job.place.database,
        autocommit=True,
        options=f"-c search_path={job.place.space}",
    ) as connection:
        for table, path in job.files:
            statement = f"COPY {table} ({', '.join(COLUMNS[table])}) FROM STDIN"
            with connection.cursor().copy(statement) as copy, path.open("rb") as file:
                while chunk := file.read(CHUNK):
                    copy.write(chunk)


def measured(engine, started, ready) -> list[tuple[Spent, Spent]]:
    """By round, what the tool and the server alone spent."""
    options = Load(profile=PROFILE, warehouses=WAREHOUSES, processes=PROCESSES, seed=1)

    def by_tool(place: Place) -> None:
        load(place, options, say=lambda line: None)

    def alone(place: Place) -> None:
        dialect = dialect_of(place.dialect)
        with Crew(place, size=PROCESSES) as crew:
            list(crew.work([Execute(dialect.before_load())]))
            list(crew.work([SendFiles(place, files) for files in ready]))
            carry_out(crew, dialect.after_load(PROFILE), say=lambda line: None)

    found: list[tuple[Spent, Spent]] = []
    for number in range(ROUNDS):
        order = (by_tool, alone) if number % 2 == 0 else (alone, by_tool)
        spent = {work: timed(engine, started, work) for work in order}
        found.append((spent[by_tool], spent[alone]))
    return found


def timed(engine: str, started: Running, work: Callable[[Place], None]) -> Spent:
    with workspace_on(engine, lambda _: started) as place:
        server, client, clock = server_cpu(started), own_cpu(), time.perf_counter()
        work(place)
        return Spent(
            wall=time.perf_counter() - clock,
            client=own_cpu() - client,
            server=server_cpu(started) - server,
        )


def own_cpu() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def server_cpu(started: Running) -> float:
    """With its children that live and those that ended, as PostgreSQL's sessions do.

    Its own is read last: a child that ends meanwhile is counted there.
    """
    process = psutil.Process(started.process.pid)
    spent = 0.0
    for one in (*process.children(recursive=True), process):
        with suppress(psutil.NoSuchProcess):
            t = one.cpu_times()
            spent += t.user + t.system + t.children_user + t.children_system
    return spent


def of_engine(engine: str, both: list[tuple[Spent, Spent]]) -> Iterator[Figure]:
    tool, alone = zip(*both, strict=True)
    cores = min(os.cpu_count() or 1, PROCESSES)
    seconds = [each.wall * cores / WAREHOUSES for each in tool]
    yield of_pairs(
        f"a warehouse loaded by a core, of {MOST_SECONDS} s, {engine}",
        seconds, [MOST_SECONDS] * len(seconds), most=1,
        detail=f"{statistics.median(seconds):.1f} s; CPU of the client "
        f"{statistics.median(each.client for each in tool) / WAREHOUSES:.1f} s, of the server "
        f"{statistics.median(each.server for each in tool) / WAREHOUSES:.1f} s",
    )  # fmt: skip
    walls = [[each.wall for each in one] for one in (tool, alone)]
    yield of_pairs(
        f"beside the same rows out of ready files, {engine}", *walls,
        detail="{:.1f} s beside {:.1f}".format(*map(statistics.median, walls)),
    )  # fmt: skip


def written(warehouses: int, folder: Path) -> list[tuple[tuple[str, Path], ...]]:
    """The files of each part, tables in the order in which the tool loads them."""
    folder.mkdir()
    return [
        tuple(files_of(part, folder / f"{number}").items())
        for number, part in enumerate(parts(warehouses))
    ]


def files_of(part: Part, folder: Path) -> dict[str, Path]:
    folder.mkdir()
    files: dict[str, Path] = {}
    for batch in part.batches(profile=PROFILE, seed=1, at=AT):
        path = files.setdefault(batch.table, folder / batch.table)
        with path.open("a") as file:
            file.writelines(lines(batch.rows))
    return files


def lines(rows: Rows) -> Iterator[str]:
    for row in rows:
        yield "\t".join(r"\N" if v is None else str(v) for v in row) + "\n"


if __name__ == "__main__":
    tell(figures())
