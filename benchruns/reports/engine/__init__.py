"""What one engine version's page, chart, table and CSV show; one query a kind of row."""

from benchruns.reports.engine.report import (
    EngineReport,
    UnknownVersion,
    engine_report,
)

__all__ = ["EngineReport", "UnknownVersion", "engine_report"]
