"""Valid rows of every model. A trait sets every column that its state requires."""

from tests.factories.accounts import (
    ApiTokenFactory,
    IdempotencyRecordFactory,
    UserFactory,
)
from tests.factories.catalogue import (
    CampaignFactory,
    CampaignNoteFactory,
    CommandFactory,
    FairnessConditionFactory,
    InstanceClassFactory,
    PriceFactory,
    ProviderFactory,
    SourceFactory,
    StatementFactory,
)
from tests.factories.endpoints import CheckFactory, EndpointFactory, ServerFactory
from tests.factories.results import SHORT, HistogramFactory, ResultFactory
from tests.factories.runs import (
    AttemptFactory,
    DataSetFactory,
    EventFactory,
    GeneratorFactory,
    OutputFactory,
    RunFactory,
    SampleFactory,
)
from tests.factories.values import FACTS, FAR_AHEAD, NOON, PASSWORD

__all__ = [
    "FACTS",
    "FAR_AHEAD",
    "NOON",
    "PASSWORD",
    "SHORT",
    "ApiTokenFactory",
    "AttemptFactory",
    "CampaignFactory",
    "CampaignNoteFactory",
    "CheckFactory",
    "CommandFactory",
    "DataSetFactory",
    "EndpointFactory",
    "EventFactory",
    "FairnessConditionFactory",
    "GeneratorFactory",
    "HistogramFactory",
    "IdempotencyRecordFactory",
    "InstanceClassFactory",
    "OutputFactory",
    "PriceFactory",
    "ProviderFactory",
    "ResultFactory",
    "RunFactory",
    "SampleFactory",
    "ServerFactory",
    "SourceFactory",
    "StatementFactory",
    "UserFactory",
]
