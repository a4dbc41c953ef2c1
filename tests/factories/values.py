"""Moments, a password and facts that rows of several models have."""

from datetime import UTC, datetime

NOON = datetime(2026, 1, 31, 12, tzinfo=UTC)
FAR_AHEAD = datetime(2126, 1, 31, 12, tzinfo=UTC)
PASSWORD = "correct horse"

FACTS = {
    "engine": "mysql",
    "version": "8.0.36",
    "buffer_bytes": 134_217_728,
    "max_connections": 151,
}
