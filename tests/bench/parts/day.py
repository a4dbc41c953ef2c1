"""The pages of a run of 24 hours, 86,400 samples and counters planted, beside one of a minute.

What is kept of the day's seconds is written as it is when such a run ends. In seconds of the processor, SQLite's own among them. That what charts show of the day has
its highest and its lowest second stands beside, as the share of them that is there.
"""

import json
from collections.abc import Iterator
from datetime import timedelta
from uuid import UUID

from tests.bench import scale
from tests.bench.figure import Figure
from tests.bench.parts import tell
from tests.bench.parts.scale import compared

MINUTE, DAY = 60, 86_400
ROUNDS = 5
RUN = UUID(int=0x5000_0000)
PAGES = (
    scale.Page("run", f"/runs/{RUN}/"),
    scale.Page("run, its charts", f"/runs/{RUN}/live/"),
    scale.Page("run, API", f"/api/v1/runs/{RUN}/"),
    scale.Page("run, samples as CSV", f"/runs/{RUN}/samples.csv", is_linear=True),
)
# One second of the day each, where a mean would hide it.
HIGHEST, LOWEST = 9_000.0, 1.0


def figures() -> Iterator[Figure]:
    with scale.scratch_folder() as folder:
        databases = [folder / f"{seconds}.sqlite3" for seconds in (MINUTE, DAY)]
        scale.start_django(databases[0])
        for path, seconds in zip(databases, (MINUTE, DAY), strict=True):
            scale.build(path, results=20, classes=20)
            _plant(seconds)
        for page in PAGES:
            yield from compared(page, *scale.measure(page, databases, ROUNDS))
        yield _extremes()


def _plant(seconds: int) -> None:
    from benchruns.models import Counter, Run, Sample
    from benchruns.runs.summaries import storage
    from tests.factories import RunFactory

    run = RunFactory(id=RUN, succeeded=True, public=True)
    ended = run.started_at + timedelta(seconds=seconds)
    Run.objects.filter(pk=RUN).update(finished_at=ended)
    peaks = {seconds // 3: HIGHEST, seconds // 2: LOWEST}
    Sample.objects.bulk_create(
        (
            Sample(
                run=run,
                attempt=1,
                second=second,
                threads=8,
                tps=peaks.get(second, 1000.0 + second % 50),
                qps=20_000.0,
                latency_ms=5.0 + second % 7,
            )
            for second in range(1, seconds + 1)
        ),
        batch_size=5_000,
    )
    Counter.objects.bulk_create(
        (
            Counter(
                run=run,
                attempt=1,
                second=second,
                values={"buffer_hit_percent": 99.5, "client_cpu_percent": second % 90},
            )
            for second in range(1, seconds + 1)
        ),
        batch_size=5_000,
    )
    storage.write(RUN)


def _extremes() -> Figure:
    page = PAGES[1]
    shown = json.loads(scale.ask(scale.client_of(page), page.url))
    drawn = {row[1] for row in shown["samples"]}
    drawn |= {figure for row in shown.get("ranges", ()) for figure in row}
    share = len({HIGHEST, LOWEST} & drawn) / 2
    return Figure(
        name="run, its charts: extremes kept", ratio=share, low=share, high=share,
        least=1, detail=f"{len(shown['samples']):,} points of {DAY:,} seconds",
    )  # fmt: skip


if __name__ == "__main__":
    tell(figures())
