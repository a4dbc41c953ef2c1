"""Twenty runs that store a sample and 13 counters a second, the portal on PostgreSQL.

Each run is a thread with the recorder of a worker and a connection of its own, as long as a
run's; what they spend and what the server spends is of the processor. Beside them in turn the
same with one run: a run among twenty should cost no more than one alone.
"""

import os
import random
import statistics
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass

import psutil

from tests.bench import scale
from tests.bench.figure import Figure, of_pairs
from tests.bench.parts import tell

RUNS, SECONDS, ROUNDS = 20, 15, 3
# What is counted in a second of a run whose server is seen whole.
COUNTED = (
    *("buffer_hit_percent", "physical_reads_per_s", "server_cpu_percent"),
    *("client_cpu_percent", "round_trip_ms", "queue_length", "schedule_lag_ms"),
    *("row_lock_wait_percent", "log_wait_percent", "server_memory_percent"),
    *("server_disk_busy_percent", "thread_busy_percent", "reconnects"),
)
MOST_GROWTH, MOST_PERCENT, LEAST_STORED = 1.2, 2, 1
LINE = (
    "[ {0}s ] thds: 8 tps: 812.{1} qps: 16240.00 (r/w/o: 11368.00/3248.00/1624.00) "
    "lat (ms,95%): 14.21 err/s: 0.00 reconn/s: 0.00"
)


def figures() -> Iterator[Figure]:
    with scale.scratch_folder() as folder:
        folder.chmod(0o711)
        from local import ports
        from local.servers import PostgreSql
        from local.servers.running import running

        server = PostgreSql(
            home=folder / "portal", port=ports.choose(), password="for-benchmarks"
        )
        with running(server, log=folder / "portal.log") as started:
            scale.start_django(folder / "unused.sqlite3", url=server.url)
            from django.core.management import call_command

            call_command("migrate", verbosity=0)
            many, alone, written = [], [], []
            for _ in range(ROUNDS):
                for runs, kept in ((RUNS, many), (1, alone)):
                    found = _stored(runs, started.process.pid)
                    kept.append(found.cpu_seconds / runs / SECONDS)
                    written += [found] if runs == RUNS else []
    percent = statistics.median(many) * 100
    yield of_pairs(
        f"CPU of a run among {RUNS} beside one alone", many, alone, most=MOST_GROWTH,
        detail=f"{percent:.2f} % of a core a run, PostgreSQL among it",
    )  # fmt: skip
    shares = [each * 100 / MOST_PERCENT for each in many]
    low, middle, high = statistics.quantiles(shares, n=4, method="inclusive")
    yield Figure(
        name=f"CPU of a run, of {MOST_PERCENT} % of a core", ratio=middle, low=low, high=high,
        most=1, detail=f"{percent:.2f} % with {len(COUNTED)} counters",
    )  # fmt: skip
    stored = [each.rows / (RUNS * SECONDS * 2) for each in written]
    low, middle, high = statistics.quantiles(stored, n=4, method="inclusive")
    rows = statistics.median(each.rows / each.seconds for each in written)
    commits = statistics.median(each.commits / each.seconds for each in written)
    yield Figure(
        name="rows stored of those that came", ratio=middle, low=low, high=high,
        least=LEAST_STORED,
        detail=f"{rows:.1f} rows a second in {commits:.1f} transactions",
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """What runs left, in how long, and the CPU seconds of it, the server's among them."""

    rows: int
    commits: int
    seconds: float
    cpu_seconds: float


def _stored(count: int, server: int) -> Stored:
    from benchruns.models import Counter, Sample
    from tests.factories import RunFactory

    runs = [RunFactory(running=True) for _ in range(count)]
    committed, before, began = _commits(), _spent(server), time.monotonic()
    threads = [
        threading.Thread(target=_one, args=(run.pk, began + place / count))
        for place, run in enumerate(runs)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds, spent = time.monotonic() - began, _spent(server) - before
    ours = {"run__in": runs}
    return Stored(
        rows=sum(each.objects.filter(**ours).count() for each in (Sample, Counter)),
        commits=_commits() - committed,
        seconds=seconds,
        cpu_seconds=spent,
    )


def _commits() -> int:
    """Of the portal's database so far; a session's are known once it has ended."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()"
        )
        return int(cursor.fetchone()[0])


def _one(run_id, begins: float) -> None:
    """One line of sysbench a second, and what a watch counted in it."""
    from django.db import connection

    from benchruns.models import Counter
    from benchruns.parsers.sysbench import output as sysbench
    from workers.runs.recorder import Recorder

    noise = random.Random(SECONDS)  # noqa: S311 (the same figures each time)
    counted: list[Counter] = []

    def take() -> list[Counter]:
        taken, counted[:] = [*counted], []
        return taken

    recorder = Recorder(
        run_id, attempt=1, parse_interval=sysbench.parse_interval,
        progress=lambda _line, _interval: None, take_counters=take,
    )  # fmt: skip
    for second in range(1, SECONDS + 1):
        time.sleep(max(begins + second - time.monotonic(), 0))
        values = {name: noise.gauss(40, 5) for name in COUNTED}
        counted.append(Counter(run_id=run_id, attempt=1, second=second, values=values))
        recorder.on_line(LINE.format(second, second % 10))
    connection.close()


def _spent(server: int) -> float:
    """CPU seconds so far of this process and of all that PostgreSQL is."""
    process = psutil.Process(server)
    ours = os.times()
    spent = ours.user + ours.system
    for each in (process, *process.children(recursive=True)):
        times = each.cpu_times()
        spent += times.user + times.system + times.children_user + times.children_system
    return spent


if __name__ == "__main__":
    tell(figures())
