"""The database engines: what each is, and what its settings, errors and versions mean."""

from benchruns.engines.registry import (
    ENGINES,
    RESTRICTED,
    TERMS_OF_SQL_SERVER,
    UNSTATED,
    Engine,
    EngineName,
    engine_title,
    version_slug,
)

__all__ = [
    "ENGINES",
    "RESTRICTED",
    "TERMS_OF_SQL_SERVER",
    "UNSTATED",
    "Engine",
    "EngineName",
    "engine_title",
    "version_slug",
]
