"""Runs and what they leave behind."""

import zlib
from datetime import timedelta

import factory
from django.utils import timezone
from factory.django import DjangoModelFactory

from benchruns.models import Attempt, DataSet, Event, Generator, Output, Run, Sample
from tests.factories.accounts import UserFactory
from tests.factories.endpoints import EndpointFactory, ServerFactory
from tests.factories.values import FACTS, FAR_AHEAD, NOON


class RunFactory(DjangoModelFactory[Run]):
    """Queued, unless a trait says otherwise; ``ended`` ones have their attempt."""

    class Meta:
        model = Run
        skip_postgeneration_save = True

    class Params:
        claimed = factory.Trait(
            attempt=1,
            server=factory.SubFactory(ServerFactory),
            started_at=NOON + timedelta(seconds=1),
        )
        scheduled = factory.Trait(
            state="scheduled", not_before=FAR_AHEAD, queued_at=None
        )
        running = factory.Trait(
            claimed=True,
            state="running",
            phase="measure",
            progress=0.5,
            lease_owner="worker-1",
            lease_expires_at=FAR_AHEAD,
            now=factory.RelatedFactory("tests.factories.AttemptFactory", "run"),
        )
        ended = factory.Trait(claimed=True, finished_at=NOON + timedelta(minutes=1))
        succeeded = factory.Trait(
            ended=True,
            state="succeeded",
            last=factory.RelatedFactory(
                "tests.factories.AttemptFactory", "run", succeeded=True
            ),
            row=factory.RelatedFactory(
                "tests.factories.ResultFactory",
                "run",
                measured=True,
                owner=factory.SelfAttribute("..owner"),
                endpoint=factory.SelfAttribute("..endpoint"),
                visibility=factory.SelfAttribute("..visibility"),
            ),
        )
        failed = factory.Trait(
            ended=True,
            state="failed",
            failure_code="disk_full",
            failure_detail="ERROR 1114: The table 'sbtest1' is full",
            last=factory.RelatedFactory(
                "tests.factories.AttemptFactory", "run", failed=True
            ),
        )
        cancelled = factory.Trait(
            state="cancelled",
            cancel_requested_at=NOON + timedelta(seconds=1),
            finished_at=NOON + timedelta(seconds=1),
        )
        public = factory.Trait(visibility="public")

    owner = factory.SubFactory(UserFactory)
    endpoint = factory.SubFactory(
        EndpointFactory, owner=factory.SelfAttribute("..owner")
    )
    workload = "oltp_read_write"
    parameters = {
        "tables": 4,
        "table_size": 25_000,
        "threads": 8,
        "duration_seconds": 60,
        "warmup_seconds": 0,
        "report_interval_seconds": 1,
        "percentile": 95,
        "skip_trx": False,
        "rate": None,
    }
    visibility = "private"
    queued_at = factory.Sequence(lambda n: NOON + timedelta(milliseconds=n))


class AttemptFactory(DjangoModelFactory[Attempt]):
    """Going on, unless ``succeeded``, ``failed`` or ``lost``."""

    class Meta:
        model = Attempt

    class Params:
        ended = factory.Trait(finished_at=NOON + timedelta(minutes=1))
        succeeded = factory.Trait(ended=True, outcome="succeeded")
        failed = factory.Trait(ended=True, outcome="failed")
        lost = factory.Trait(ended=True, outcome="lost")

    run = factory.SubFactory(RunFactory, claimed=True)
    number = 1
    worker = "worker-1"
    started_at = NOON
    tool = "sysbench"
    tool_version = "1.0.20"
    server_facts = FACTS
    evidence = {
        "regime": {
            "verdict": "cached",
            "expected": None,
            "evidence": {"data_over_buffer": 0.17, "hit_ratio": 0.9998},
        },
        "bottleneck": {
            "verdict": "server",
            "evidence": {"thread_busy": 0.3, "round_trip_ms": 0.18},
            "reason": "server",
        },
    }


class EventFactory(DjangoModelFactory[Event]):
    class Meta:
        model = Event

    run = factory.SubFactory(RunFactory)
    attempt = 0
    at = NOON
    code = "queued"


class SampleFactory(DjangoModelFactory[Sample]):
    class Meta:
        model = Sample

    run = factory.SubFactory(RunFactory, running=True)
    attempt = 1
    second = factory.Sequence(lambda n: n + 1)
    threads = 8
    tps = 100.5
    qps = 2010.0
    latency_ms = 12.3


class OutputFactory(DjangoModelFactory[Output]):
    """``text`` (not a column) is what the tool printed."""

    class Meta:
        model = Output

    class Params:
        text = "sysbench 1.0.20\nThreads started!\n"

    attempt = factory.SubFactory(AttemptFactory)
    phase = "measure"
    content = factory.LazyAttribute(lambda output: zlib.compress(output.text.encode()))
    size_bytes = factory.LazyAttribute(lambda output: len(output.text.encode()))


class GeneratorFactory(DjangoModelFactory[Generator]):
    """Seen a moment ago."""

    class Meta:
        model = Generator

    name = factory.Sequence(lambda n: f"runs@host-{n}")
    vcpus = 8
    memory_gb = 15.3
    os = "Debian GNU/Linux 12 (bookworm)"
    tools = factory.Dict(
        {"sysbench": "1.0.20", "pgbench": "15.18", "benchbook-tpcc": "1.0"}
    )
    labels = factory.Dict({"region": "cn-hangzhou", "zone": "cn-hangzhou-h"})
    scripts = factory.Dict({"orders.lua": "9" * 64})
    seen_at = factory.LazyFunction(timezone.now)


class DataSetFactory(DjangoModelFactory[DataSet]):
    class Meta:
        model = DataSet

    class Params:
        dropped = factory.Trait(dropped_at=NOON)

    endpoint = factory.SubFactory(EndpointFactory)
    workspace = factory.Sequence(lambda n: f"benchbook_{n:08x}")
    owns_workspace = True
