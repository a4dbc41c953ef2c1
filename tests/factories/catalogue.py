"""What providers sell, and what was published of it."""

from decimal import Decimal

import factory
from factory.django import DjangoModelFactory

from benchruns.models import (
    Campaign,
    CampaignNote,
    Command,
    FairnessCondition,
    InstanceClass,
    Price,
    Provider,
    Source,
    Statement,
)
from tests.factories.values import NOON


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
