"""The rows that Benchbook keeps; one module a noun."""

from .audit import AuditEntry
from .catalogue.changes import CatalogueChange
from .catalogue.data_version import DataChange
from .catalogue.drafts import CampaignDraft
from .catalogue.prices import Price
from .catalogue.rows import (
    Campaign,
    CampaignNote,
    Command,
    FairnessCondition,
    InstanceClass,
    Provider,
    Source,
    Statement,
)
from .catalogue.summaries import (
    ChangedClass,
    ClassSummary,
    FastestOfClass,
    RankOfClass,
)
from .catalogue.version_summaries import ChangedVersion, VersionSummary
from .comparisons import KeptComparison
from .data_sets import DataSet
from .endpoints import Check, CheckTurn, Endpoint, FailedContact, PublicAddress, Server
from .generators.parts import PartSecond, RunPart
from .generators.rows import Generator
from .limits import LimitUse, UserLimit
from .results import Histogram, Result
from .rewards import Reward, RewardPolicy
from .runs.rows import Attempt, Event, Output, Run, RunTurn, Sweep
from .runs.seconds import Counter, Sample
from .runs.summaries import RunSummary
from .schedules import Occurrence, Schedule
from .server_variables import ServerVariables
from .stop import EmergencyStop
from .submissions import Notice, Submission, SubmissionEvent, SubmittedFile
from .trends.exclusions import Exclusion
from .trends.series import Regression, RegressionRule, Series
from .webhooks import AllowedReceiver, Delivery, DeliveryNumber, Webhook

__all__ = [
    "AllowedReceiver",
    "Attempt",
    "AuditEntry",
    "Campaign",
    "CampaignDraft",
    "CampaignNote",
    "CatalogueChange",
    "ChangedClass",
    "ChangedVersion",
    "Check",
    "CheckTurn",
    "ClassSummary",
    "Command",
    "Counter",
    "DataChange",
    "DataSet",
    "Delivery",
    "DeliveryNumber",
    "EmergencyStop",
    "Endpoint",
    "Event",
    "Exclusion",
    "FailedContact",
    "FairnessCondition",
    "FastestOfClass",
    "Generator",
    "Histogram",
    "InstanceClass",
    "KeptComparison",
    "LimitUse",
    "Notice",
    "Occurrence",
    "Output",
    "PartSecond",
    "Price",
    "Provider",
    "PublicAddress",
    "RankOfClass",
    "Regression",
    "RegressionRule",
    "Result",
    "Reward",
    "RewardPolicy",
    "Run",
    "RunPart",
    "RunSummary",
    "RunTurn",
    "Sample",
    "Schedule",
    "Series",
    "Server",
    "ServerVariables",
    "Source",
    "Statement",
    "Submission",
    "SubmissionEvent",
    "SubmittedFile",
    "Sweep",
    "UserLimit",
    "VersionSummary",
    "Webhook",
]
