"""The database engines: what each is, and what its settings, errors and versions mean."""

from benchruns.engines.engine import Engine, Family, Storage
from benchruns.engines.registry import (
    ENGINE_CHOICES,
    ENGINES,
    FAMILIES,
    RESTRICTED,
    UNSTATED,
    drivers_of,
    engine_called,
    engine_of,
    engine_title,
    labels_of,
    only_engine,
    support_of,
    version_slug,
)

__all__ = [
    "ENGINES",
    "ENGINE_CHOICES",
    "FAMILIES",
    "RESTRICTED",
    "UNSTATED",
    "Engine",
    "Family",
    "Storage",
    "drivers_of",
    "engine_called",
    "engine_of",
    "engine_title",
    "labels_of",
    "only_engine",
    "support_of",
    "version_slug",
]
