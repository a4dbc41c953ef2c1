"""Valid rows of every model. A trait sets every column that its state requires."""

import zlib
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import factory
from django.contrib.auth.models import User
from django.utils import timezone
from factory.django import DjangoModelFactory

from benchruns import encryption as secrets
from benchruns.models import (
    Attempt,
    Campaign,
    CampaignNote,
    Check,
    Command,
    DataSet,
    Endpoint,
    Event,
    FairnessCondition,
    Generator,
    Histogram,
    InstanceClass,
    Output,
    Price,
    Provider,
    Result,
    Run,
    Sample,
    Server,
    Source,
    Statement,
)
from portal.models import ApiToken, IdempotencyRecord

NOON = datetime(2026, 1, 31, 12, tzinfo=UTC)
FAR_AHEAD = datetime(2126, 1, 31, 12, tzinfo=UTC)
PASSWORD = "correct horse"

FACTS = {
    "engine": "mysql",
    "version": "8.0.36",
    "buffer_bytes": 134_217_728,
    "max_connections": 151,
}


class UserFactory(DjangoModelFactory[User]):
    class Meta:
        model = User
        skip_postgeneration_save = True

    class Params:
        staff = factory.Trait(is_staff=True)

    username = factory.Sequence(lambda n: f"user-{n}")
    password = factory.django.Password(PASSWORD)


class ApiTokenFactory(DjangoModelFactory[ApiToken]):
    """``key`` (not a column) is what a caller sends."""

    class Meta:
        model = ApiToken

    class Params:
        key = factory.Sequence(lambda n: f"bb_key-{n}")
        read_only = factory.Trait(scope="read")
        expired = factory.Trait(expires_at=NOON)
        revoked = factory.Trait(revoked_at=NOON)

    user = factory.SubFactory(UserFactory)
    name = factory.Sequence(lambda n: f"token-{n}")
    scope = "write"
    key_hash = factory.LazyAttribute(lambda token: ApiToken.hash(token.key))
    hint = factory.LazyAttribute(lambda token: token.key[:8])


class IdempotencyRecordFactory(DjangoModelFactory[IdempotencyRecord]):
    """Under way, unless ``answered``."""

    class Meta:
        model = IdempotencyRecord

    class Params:
        answered = factory.Trait(status=201, body={})

    user = factory.SubFactory(UserFactory)
    key = factory.Sequence(lambda n: f"key-{n}")
    fingerprint = "0" * 64


class ProviderFactory(DjangoModelFactory[Provider]):
    class Meta:
        model = Provider

    slug = factory.Sequence(lambda n: f"provider-{n}")
    name = factory.LazyAttribute(lambda provider: provider.slug.title())


class SourceFactory(DjangoModelFactory[Source]):
    class Meta:
        model = Source

    slug = factory.Sequence(lambda n: f"paper-{n}")
    title = factory.LazyAttribute(lambda source: f"White {source.slug}")
    language = "en"


class InstanceClassFactory(DjangoModelFactory[InstanceClass]):
    class Meta:
        model = InstanceClass

    provider = factory.SubFactory(ProviderFactory)
    engine = "mysql"
    code = factory.Sequence(lambda n: f"class-{n}.large")
    vcpus = 2
    memory_gb = 4.0


class PriceFactory(DjangoModelFactory[Price]):
    class Meta:
        model = Price

    instance_class = factory.SubFactory(InstanceClassFactory)
    region = "eu-west-1"
    term = "on-demand"
    currency = "USD"
    amount = Decimal("0.52")
    unit = "hour"
    priced_on = NOON.date()
    source = "the provider's price list"


class CampaignFactory(DjangoModelFactory[Campaign]):
    class Meta:
        model = Campaign

    slug = factory.Sequence(lambda n: f"campaign-8.0-{n}")
    provider = factory.SubFactory(ProviderFactory)
    engine = "mysql"
    engine_version = "8.0"
    title = factory.LazyAttribute(lambda campaign: campaign.slug.title())
    tool = "sysbench"
    workloads = ["oltp_read_write"]
    source = factory.SubFactory(SourceFactory)


class CommandFactory(DjangoModelFactory[Command]):
    class Meta:
        model = Command

    number = factory.Sequence(lambda n: n + 1)
    tool = "sysbench"
    phase = "run"
    command = factory.Sequence(lambda n: f"sysbench oltp_read_write --threads={n} run")
    source = factory.SubFactory(SourceFactory)


class StatementFactory(DjangoModelFactory[Statement]):
    class Meta:
        model = Statement

    number = factory.Sequence(lambda n: n + 1)
    workload = "oltp_read_write"
    script = "oltp_read_write.lua"
    seq = 1
    sql_type = "point select"
    ratio = 10
    statement = "SELECT c FROM sbtest1 WHERE id = ?"
    source = factory.SubFactory(SourceFactory)


class FairnessConditionFactory(DjangoModelFactory[FairnessCondition]):
    class Meta:
        model = FairnessCondition

    number = factory.Sequence(lambda n: n + 1)
    condition = "network"
    item = "same zone"
    rule = factory.Sequence(lambda n: f"Rule {n}: measure from the same zone.")
    rationale_basis = "stated"
    source = factory.SubFactory(SourceFactory)


class CampaignNoteFactory(DjangoModelFactory[CampaignNote]):
    class Meta:
        model = CampaignNote

    code = factory.Sequence(lambda n: f"M{n}")
    title = factory.LazyAttribute(lambda note: f"Irregularity {note.code}")
    text = "The command and the text name different run lengths."


class ServerFactory(DjangoModelFactory[Server]):
    class Meta:
        model = Server

    family = "mysql"
    address = "127.0.0.1"
    port = factory.Sequence(lambda n: 20_000 + n)


class EndpointFactory(DjangoModelFactory[Endpoint]):
    class Meta:
        model = Endpoint
        skip_postgeneration_save = True

    class Params:
        plain_password = PASSWORD
        checked = factory.Trait(
            server=factory.SubFactory(ServerFactory),
            passed=factory.RelatedFactory(
                "tests.factories.CheckFactory", "endpoint", passed=True
            ),
        )
        refused = factory.Trait(
            failed=factory.RelatedFactory(
                "tests.factories.CheckFactory", "endpoint", failed=True
            )
        )
        deleted = factory.Trait(deleted_at=NOON, password_encrypted="")
        without_consent = factory.Trait(
            control_shown_at=None,
            consent_at=None,
            consent_by=None,
            consent_names_scripts=False,
        )

    owner = factory.SubFactory(UserFactory)
    name = factory.Sequence(lambda n: f"endpoint-{n}")
    engine = "mysql"
    host = "db.internal.example"
    port = 3306
    username = "bench_account"
    password_encrypted = factory.LazyAttribute(
        lambda endpoint: secrets.encrypt(endpoint.plain_password)
    )
    database = "bench_database"
    control_shown_at = NOON
    consent_at = NOON
    consent_names_scripts = True
    consent_by = factory.SelfAttribute("owner")


class CheckFactory(DjangoModelFactory[Check]):
    """Asked for and not answered, unless ``passed`` or ``failed``."""

    class Meta:
        model = Check

    class Params:
        passed = factory.Trait(
            finished_at=NOON,
            ok=True,
            values={"engine": "mysql", "version": "8.0.36"},
            server=FACTS,
        )
        failed = factory.Trait(
            finished_at=NOON,
            ok=False,
            code="wrong_password",
        )

    endpoint = factory.SubFactory(EndpointFactory)


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


# What a row bears whose figure nobody should take for proven.
SHORT = {
    "code": "short",
    "severity": "caution",
    "values": {"seconds": 4, "least": 60},
}


class ResultFactory(DjangoModelFactory[Result]):
    """A published row; with ``measured`` that of a succeeded run."""

    class Meta:
        model = Result

    class Params:
        public = factory.Trait(visibility="public")
        doubted = factory.Trait(findings=[SHORT])
        measured = factory.Trait(
            provenance="measured",
            visibility="private",
            owner=factory.SubFactory(UserFactory),
            published_key=None,
            source=None,
            campaign=None,
            instance_class=None,
            provider=None,
            run=factory.SubFactory(
                RunFactory,
                ended=True,
                state="succeeded",
                owner=factory.SelfAttribute("..owner"),
            ),
            measured_at=NOON,
            tool_version="1.0.20",
            tps=336.98,
            qps=6739.6,
        )

    provenance = "published"
    visibility = "public"
    published_key = factory.Sequence(lambda n: f"row-{n}")
    engine = "mysql"
    engine_version = "8.0"
    instance_class = factory.SubFactory(InstanceClassFactory)
    provider = factory.LazyAttribute(
        lambda result: result.instance_class.provider if result.instance_class else None
    )
    campaign = factory.SubFactory(CampaignFactory)
    source = factory.LazyAttribute(
        lambda result: result.campaign.source if result.campaign else None
    )
    workload = "oltp_read_write"
    regime = "cached"
    tables = 128
    table_size = 25_000
    threads = 16
    tool = "sysbench"
    reads = 5_661_264
    writes = 1_617_504
    duration_s = 60
    tps = 6739.6
    qps = 134_792.0
    derived = {"tps": "writes / 4 / duration_s", "qps": "20 * tps"}


class HistogramFactory(DjangoModelFactory[Histogram]):
    """100 transactions of a measured result: half within 1 ms, one of 50."""

    class Meta:
        model = Histogram

    result = factory.SubFactory(ResultFactory, measured=True)
    source = "sysbench"
    buckets = factory.LazyFunction(
        lambda: [[1_000, 50], [2_000, 45], [9_000, 4], [50_000, 1]]
    )
