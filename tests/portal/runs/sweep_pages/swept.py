"""A sweep with its runs and their figures, its address and its text."""

import csv
from html import unescape

from benchruns.models import Sweep
from benchruns.workloads import WORKLOADS
from tests.factories import AttemptFactory, EndpointFactory, ResultFactory, RunFactory

# threads -> TPS of each repetition; None failed, a word is the state of the run
CLIMB = {1: [1000, 1010, 990], 8: [8000, 8100, 7900], 16: [9000, 9300, 9100]}
P95_MS = {1: 1.5, 8: 2.5, 16: 6.5}


def text_of(answer):
    assert answer.status_code == 200
    return " ".join(unescape(answer.content.decode()).split())


def url_of(sweep, tail=""):
    return f"/sweeps/{sweep.pk}/{tail}"


def sweep_of(
    owner, climb, *, workload="oltp_read_write", public=(), rate=None, **fields
):
    """A sweep with its runs; ``public`` are the positions that everybody sees."""
    load = WORKLOADS[workload]
    if "endpoint" not in fields:
        fields["endpoint"] = EndpointFactory(owner=owner, name="shop-db")
    whole = load.clean({"warmup_seconds": 10, "rate": rate})
    shared = {name: value for name, value in whole.items() if name != load.load}
    sweep = Sweep.objects.create(
        owner=owner,
        workload=workload,
        parameters=shared,
        threads=list(climb),
        repetitions=len(next(iter(climb.values()))),
        settle_seconds=5,
        **fields,
    )
    position = 0
    for threads, told in climb.items():
        for repetition, outcome in enumerate(told, start=1):
            position += 1
            place = {
                "owner": owner,
                "endpoint": sweep.endpoint,
                "workload": workload,
                "parameters": {**shared, load.load: threads},
                "sweep": sweep,
                "sweep_position": position,
                "repetition": repetition,
                "visibility": "public" if position in public else "private",
            }
            if isinstance(outcome, str):
                RunFactory(**place, **{outcome: True} if outcome != "queued" else {})
            else:
                measured(place, tps=outcome, p95=P95_MS.get(threads))
    return sweep


def measured(place, *, tps, p95):
    run = RunFactory(**place, ended=True, state="succeeded")
    AttemptFactory(run=run, succeeded=True)
    ResultFactory(
        measured=True,
        run=run,
        owner=run.owner,
        visibility=run.visibility,
        tps=tps,
        qps=20 * tps,
        latency_p95_ms=p95,
        regime="cached",
        vcpus=4,
        memory_gb=16,
    )


def text_lines(answer):
    assert answer["Content-Type"].startswith("text/csv")
    return list(csv.reader(answer.content.decode().splitlines()))
