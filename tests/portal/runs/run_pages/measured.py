"""A run with the figures that its page prints, its address and its text."""

from datetime import timedelta

from benchruns.workloads import WORKLOADS
from tests.factories import NOON, AttemptFactory, ResultFactory, RunFactory

OLTP = WORKLOADS["oltp_read_write"]
PARAMETERS = OLTP.clean({"warmup_seconds": 10, "duration_seconds": 60})


def url_of(run, tail=""):
    return f"/runs/{run.pk}/{tail}"


def text_of(answer):
    assert answer.status_code == 200
    return answer.content.decode()


def measured_run(**fields):
    """A succeeded run with the figures that its page prints."""
    run = RunFactory(
        parameters=fields.pop("parameters", PARAMETERS),
        started_at=NOON,
        finished_at=NOON + timedelta(seconds=75),
        ended=True,
        state="succeeded",
        **fields,
    )
    AttemptFactory(
        run=run,
        succeeded=True,
        command="sysbench --mysql-password=... oltp_read_write --db-driver=mysql "
        "--mysql-host=10.1.2.3 --mysql-user=bench_account --tables=4 --time=60 run",
    )
    ResultFactory(
        measured=True,
        run=run,
        owner=run.owner,
        endpoint=run.endpoint,
        visibility=run.visibility,
        tps=336.98,
        qps=6739.6,
        transactions=20219,
        duration_s=60,
        errors_per_s=0.5,
        latency_p95_ms=12.3,
        latency_max_ms=24.6,
        data_bytes=64,
        buffer_bytes=128,
    )
    return run
