"""What a check found that only servers of one engine have, in words."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

UNLIMITED_MB = "2147483647"  # SQL Server's "max server memory (MB)" as installed

Fact = tuple[str, str]


def of_engine(server: Mapping[str, Any]) -> list[Fact]:
    """Labels and values; empty for engines whose settings say it all."""
    if server.get("engine") != "sqlserver":
        return []
    return [(label, value) for label, value in _of_sqlserver(server) if value]


def _of_sqlserver(server: Mapping[str, Any]) -> Iterator[Fact]:
    settings: Mapping[str, str] = server.get("settings", {})
    yield _("Edition"), server.get("edition", "")
    yield _("Max server memory"), _memory(settings.get("max server memory (MB)", ""))
    degree = settings.get("max degree of parallelism", "")
    yield _("Max degree of parallelism"), _("no limit") if degree == "0" else degree
    yield _("Read committed snapshot"), settings.get("read_committed_snapshot", "")
    yield _("Snapshot isolation"), settings.get("allow_snapshot_isolation", "")


def _memory(megabytes: str) -> str:
    if megabytes == UNLIMITED_MB:
        return _("no limit")
    return _("%(number)s MB") % {"number": f"{int(megabytes):,}"} if megabytes else ""
