"""Samples and counters of an ended run as one compressed block beside rows, which they are.

The block is what one would be: columns as JSON, packed by zlib, in a row of its own of
PostgreSQL. Disk is with indexes; time is of the processor, PostgreSQL's among it, in turn.
Of a day a block has to be unpacked whole, where rows are thinned by the server.
How large a result is stands here as well, for docs/scaling.md.
"""

import json
import random
import zlib
from collections.abc import Callable, Iterator
from math import ceil
from uuid import UUID

from tests.bench import scale
from tests.bench.figure import Figure, of_pairs
from tests.bench.parts import tell
from tests.bench.parts.ingest import COUNTED, _spent

TEN_MINUTES, DAY = 600, 86_400
RUNS, ROUNDS, CALLS = 50, 9, 10
POINTS = 1200
RESULTS, CLASSES = 5_000, 100


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
            yield from _compared(started.process.pid)


def _compared(server: int) -> Iterator[Figure]:
    from django.core.management import call_command
    from django.db import connection

    from tests.factories import RunFactory

    call_command("migrate", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE block (run uuid PRIMARY KEY, content bytea)")
        cursor.execute("ALTER TABLE block ALTER content SET STORAGE EXTERNAL")
    result = _bytes_of_a_result()
    before = _bytes("benchruns_sample", "benchruns_counter")
    runs = [RunFactory(succeeded=True).pk for _ in range(RUNS)]
    for run in runs:
        _plant(run, TEN_MINUTES)
    rows, block = (
        (_bytes("benchruns_sample", "benchruns_counter") - before) / RUNS / 1000,
        _bytes("block") / RUNS / 1000,
    )
    ratio = block / rows
    yield Figure(
        name="disk of a run of 10 minutes", ratio=ratio, low=ratio, high=ratio,
        detail=f"{block:.0f} kB beside {rows:.0f}",
    )  # fmt: skip
    day = RunFactory(succeeded=True).pk
    _plant(day, DAY)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    for name, run, ours, others in (
        ("charts of a run of 10 minutes", runs[0], _charts_of_block, _charts_of_rows),
        ("charts of a run of 24 hours", day, _charts_of_block, _charts_of_rows),
        ("table of a run of 24 hours", day, _table_of_block, _table_of_rows),
        ("all samples of a run of 10 minutes", runs[0], _all_of_block, _all_of_rows),
    ):
        calls = 1 if run == day else CALLS
        pairs = [
            tuple(_milliseconds(server, each, run, calls) for each in (ours, others))
            for _ in range(ROUNDS)
        ]
        of_blocks, of_rows = zip(*pairs, strict=True)
        middle = [sorted(each)[ROUNDS // 2] for each in (of_blocks, of_rows)]
        yield of_pairs(
            name,
            of_blocks,
            of_rows,
            detail=f"{middle[0]:.1f} ms beside {middle[1]:.1f}",
        )
    second = rows * 1000 / TEN_MINUTES
    yield Figure(
        name="disk of a result beside a second's sample and counters",
        ratio=result / second, low=result / second, high=result / second,
        detail=f"{result:.0f} bytes beside {second:.0f}, indexes of both included",
    )  # fmt: skip


def _bytes_of_a_result() -> float:
    """With indexes; the samples of their runs are taken away again."""
    from django.db import connection

    from benchruns.models import Result, Sample
    from tests.bench import scale_data

    table = Result._meta.db_table
    before = _bytes(table)
    scale_data.fill(results=RESULTS, classes=CLASSES)
    each = (_bytes(table) - before) / RESULTS
    with connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {Sample._meta.db_table}")
    return each


def _milliseconds(
    server: int, read: Callable[[UUID], object], run: UUID, calls: int
) -> float:
    before = _spent(server)
    for _ in range(calls):
        read(run)
    # the server's ticks are of 10 ms
    return max(_spent(server) - before, 1e-4) / calls * 1000


def _bytes(*tables: str) -> int:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("CHECKPOINT")
        total = 0
        for table in tables:
            cursor.execute("SELECT pg_total_relation_size(%s)", [table])
            total += int(cursor.fetchone()[0])
    return total


def _plant(run: UUID, seconds: int) -> None:
    """With the digits that tools print and that counters have."""
    from django.db import connection

    from benchruns.models import Counter, Sample
    from benchruns.runs.samples import ALL_COLUMNS

    noise = random.Random(seconds)  # noqa: S311 (the same figures each time)
    samples, counters = [], []
    for second in range(1, seconds + 1):
        tps = round(noise.gauss(812, 30), 2)
        samples.append(
            Sample(
                run_id=run, attempt=1, second=second, threads=8, tps=tps,
                qps=round(tps * 20, 2), reads_per_s=round(tps * 14, 2),
                writes_per_s=round(tps * 4, 2), other_per_s=round(tps * 2, 2),
                latency_ms=round(noise.gauss(14, 1), 2), errors_per_s=0.0, reconnects_per_s=0.0,
            )
        )  # fmt: skip
        values = {name: noise.gauss(40, 5) for name in COUNTED}
        counters.append(Counter(run_id=run, attempt=1, second=second, values=values))
    Sample.objects.bulk_create(samples, batch_size=5_000)
    Counter.objects.bulk_create(counters, batch_size=5_000)
    columns = {name: [getattr(each, name) for each in samples] for name in ALL_COLUMNS}
    columns |= {name: [each.values[name] for each in counters] for name in COUNTED}
    with connection.cursor() as cursor:
        content = zlib.compress(json.dumps(columns).encode())
        cursor.execute("INSERT INTO block VALUES (%s, %s)", [run, content])


def _charts_of_rows(run: UUID) -> object:
    from benchruns.runs import counters, samples

    return (
        samples.thinned(run, attempt=1, limit=POINTS),
        counters.thinned(run, attempt=1, limit=POINTS),
    )


def _table_of_rows(run: UUID) -> object:
    from benchruns.runs import samples

    return samples.thinned(run, attempt=1, limit=60)


def _all_of_rows(run: UUID) -> object:
    from benchruns.models import Sample
    from benchruns.runs.samples import ALL_COLUMNS

    found = Sample.objects.filter(run=run, attempt=1).order_by("second")
    return list(found.values_list(*ALL_COLUMNS))


def _columns(run: UUID) -> dict[str, list[float]]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT content FROM block WHERE run = %s", [run])
        return json.loads(zlib.decompress(cursor.fetchone()[0]))  # type: ignore[no-any-return]


def _thinned(columns: dict[str, list[float]], limit: int) -> object:
    from benchruns.runs.samples import RATES

    step = ceil(len(columns["second"]) / limit)
    starts = range(0, len(columns["second"]), step)
    means = [
        [sum(columns[name][at : at + step]) / step for at in starts] for name in RATES
    ]
    return list(zip(columns["second"][step - 1 :: step], *means, strict=False))


def _charts_of_block(run: UUID) -> object:
    columns = _columns(run)
    step = ceil(len(columns["second"]) / POINTS)
    counted = [columns[name][::step] for name in COUNTED]
    return _thinned(columns, POINTS), list(zip(*counted, strict=True))


def _table_of_block(run: UUID) -> object:
    return _thinned(_columns(run), 60)


def _all_of_block(run: UUID) -> object:
    from benchruns.runs.samples import ALL_COLUMNS

    columns = _columns(run)
    return list(zip(*(columns[name] for name in ALL_COLUMNS), strict=True))


if __name__ == "__main__":
    tell(figures())
