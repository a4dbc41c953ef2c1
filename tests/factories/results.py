"""Results, published and measured."""

import factory
from factory.django import DjangoModelFactory

from benchruns.models import Histogram, Result
from tests.factories.accounts import UserFactory
from tests.factories.catalogue import CampaignFactory, InstanceClassFactory
from tests.factories.runs import RunFactory
from tests.factories.values import NOON

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
