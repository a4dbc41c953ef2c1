"""How fast the TPC-C-derived data is loaded: beside what the server takes from files.

    python -m tests.bench.tpcc_load [WAREHOUSES] [PROCESSES] [ROUNDS]

Starts a private MariaDB and PostgreSQL. Each round loads the warehouses twice on each:
as the tool does, and "alone": the same rows out of ready files, in the same parts and
processes and followed by the same steps, so that no row is made meanwhile. Server and
client share the cores. Judged is the tool's best time of a warehouse and core, which
may be 10 s, by the clock: run it on an otherwise idle machine. Exit code 1 when it is
longer. The CPU seconds beside it say what others on the machine have cost.
"""

import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
import psycopg
import pymysql

from local import ports
from local.servers import MariaDb, PostgreSql
from local.servers.running import Running, running
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
SERVERS = {"mariadb": MariaDb, "postgresql": PostgreSql}
PROFILE = Profile.HAMMERDB
AT = "2026-11-20 10:00:00"
CHUNK = 1 << 17


def main(warehouses: int = 4, processes: int = 2, rounds: int = 3) -> int:
    with scratch_folder() as folder:
        ready = written(warehouses, folder / "rows")
        slowest = 0.0
        for engine, server in SERVERS.items():
            started = server(
                home=folder / engine, port=ports.choose(), password="for-bench"
            )
            with running(started, log=folder / f"{engine}.log") as it:
                both = measured(engine, it, ready, warehouses, processes, rounds)
            best = report(engine, both, warehouses, processes)
            slowest = max(slowest, best)
    say("PASS" if slowest <= MOST_SECONDS else "FAIL")
    return 0 if slowest <= MOST_SECONDS else 1


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


def measured(engine, started, ready, warehouses, processes, rounds):
    """By round, what the tool and the server alone spent."""
    options = Load(profile=PROFILE, warehouses=warehouses, processes=processes, seed=1)

    def by_tool(place: Place) -> None:
        load(place, options, say=lambda line: None)

    def alone(place: Place) -> None:
        dialect = dialect_of(place.dialect)
        with Crew(place, size=processes) as crew:
            list(crew.work([Execute(dialect.before_load())]))
            list(crew.work([SendFiles(place, files) for files in ready]))
            carry_out(crew, dialect.after_load(PROFILE), say=lambda line: None)

    found: list[tuple[Spent, Spent]] = []
    for number in range(rounds):
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


def report(engine, both, warehouses: int, processes: int) -> float:
    cores = min(os.cpu_count() or 1, processes)
    for name, place in (("tool", 0), ("alone", 1)):
        spent = [pair[place] for pair in both]
        say(
            f"{engine:10} {name:5} {warehouses} warehouses, {processes} processes: "
            f"{min(s.wall for s in spent):6.2f} s best, "
            f"{statistics.median(s.wall for s in spent):6.2f} s median; CPU "
            f"client {statistics.median(s.client for s in spent):6.2f} s, "
            f"server {statistics.median(s.server for s in spent):6.2f} s"
        )
    ratio = statistics.median(tool.wall / alone.wall for tool, alone in both)
    best = min(tool.wall for tool, _ in both) * cores / warehouses
    say(f"{engine:10} tool/alone {ratio:.2f}; {best:.2f} s a warehouse and core")
    return best


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


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """One that the servers' users can pass through."""
    folder = Path(tempfile.mkdtemp(prefix="benchbook-bench-", dir="/var/tmp"))
    folder.chmod(0o711)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
