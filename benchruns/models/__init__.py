"""The rows that Benchbook keeps; one module a noun."""

from .catalog import (
    Campaign,
    CampaignNote,
    Command,
    FairnessCondition,
    InstanceClass,
    Provider,
    Source,
    Statement,
)
from .endpoints import Check, Endpoint, Server
from .results import Result
from .runs import Attempt, Counter, DataSet, Event, Output, Run, Sample, Sweep

__all__ = [
    "Attempt",
    "Campaign",
    "CampaignNote",
    "Check",
    "Command",
    "Counter",
    "DataSet",
    "Endpoint",
    "Event",
    "FairnessCondition",
    "InstanceClass",
    "Output",
    "Provider",
    "Result",
    "Run",
    "Sample",
    "Server",
    "Source",
    "Statement",
    "Sweep",
]
