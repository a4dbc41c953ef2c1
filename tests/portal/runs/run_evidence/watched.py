"""A finished run that was counted and watched, and the text of its page."""

from benchruns.evidence import bottleneck, regime
from tests.factories import RunFactory

COUNTED = regime.Counted(
    through_os_cache=True,
    transactions=1000,
    requests=100_000,
    misses=56_600,
    read_time_ms=62.26,
    is_timed=True,
    data_bytes=978_000_000,
    buffer_bytes=16_777_216,
)
WATCHED = bottleneck.Watched(
    thread_cpu=0.18,
    thread_wait=0.12,
    client_cpu=0.31,
    client_idle=0.6,
    round_trip_ms=0.18,
    statements_per_transaction=20.0,
    latency_avg_ms=9.53,
)


def finished(user, *, watched=WATCHED, **fields):
    evidence = {
        "regime": {**regime.judge(COUNTED), "expected": None},
        "bottleneck": bottleneck.judge(watched),
    }
    given = {"regime": "os_cache"} | fields
    return RunFactory(
        owner=user,
        succeeded=True,
        last__evidence=evidence,
        **{f"row__{name}": value for name, value in given.items()},
    )


def page_of(client, run):
    answer = client.get(f"/runs/{run.pk}/")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())
