"""What the server's settings tell of the server itself."""

import re
from collections.abc import Mapping
from typing import Any

from benchruns.engines import ENGINES, EngineName
from benchruns.engines.setting_values import comparable
from benchruns.parsers.concealing.secrets import blank_secrets
from benchruns.parsers.settings.server_settings import read_settings
from benchruns.parsers.tool_report import ToolReport

# Under the server's own names, beside its settings: they tell which server it is.
VERSION = {"mysql": "version", "postgresql": "server_version"}
BUFFER = {"mysql": "innodb_buffer_pool_size", "postgresql": "shared_buffers"}
_WHOLE = re.compile(r"[0-9]{1,9}", re.ASCII)
_POSTGRESQL_PAGE = 8192
_MOST = 2**62


def pasted(text: str) -> dict[str, str]:
    """The settings of a text as they are kept; none of an empty one.

    Raises ReportError.
    """
    if not text.strip():
        return {}
    return settings_of(read_settings(blank_secrets(text).text))


def settings_of(report: ToolReport) -> dict[str, str]:
    """The settings with the version beside them, as they are kept."""
    found = dict(report.settings)
    engine, version = report.stated.get("engine"), report.stated.get("engine_version")
    if engine and version:
        family = ENGINES[str(engine)].family
        suffix = "-MariaDB" if engine == EngineName.MARIADB else ""
        text = str(version)
        found[VERSION[family]] = (
            text if suffix.lower() in text.lower() else text + suffix
        )
    return found


def without_version(settings: Mapping[str, str]) -> dict[str, str]:
    """As a measured result has them: its version is a column of its own."""
    return {n: v for n, v in settings.items() if n not in VERSION.values()}


def facts(settings: Mapping[str, str]) -> dict[str, Any]:
    """Engine, version and connections by the names of the statement."""
    engine = _engine(settings)
    if engine is None:
        return {}
    version = settings.get(VERSION[ENGINES[engine].family], "")
    connections = settings.get("max_connections", "")
    found: dict[str, Any] = {"engine": engine}
    if version:
        found["engine_version"] = version
    if _WHOLE.fullmatch(connections) and int(connections):
        found["max_connections"] = int(connections)
    return found


def buffer_bytes(settings: Mapping[str, str]) -> int | None:
    """What the buffer of an engine holds; a bare number of PostgreSQL counts pages."""
    for family, name in BUFFER.items():
        text = settings.get(name, "").strip()
        amount = comparable(text)
        if isinstance(amount, float) and 0 < amount < _MOST / _POSTGRESQL_PAGE:
            is_pages = family == "postgresql" and text.isdecimal()
            return int(amount * _POSTGRESQL_PAGE if is_pages else amount)
    return None


def _engine(settings: Mapping[str, str]) -> str | None:
    if "server_version" in settings or "shared_buffers" in settings:
        return EngineName.POSTGRESQL.value
    told = f"{settings.get('version', '')} {settings.get('version_comment', '')}"
    if "mariadb" in told.casefold() or "aria_block_size" in settings:
        return EngineName.MARIADB.value
    is_mysql = "version" in settings or any(n.startswith("innodb_") for n in settings)
    return EngineName.MYSQL.value if is_mysql else None
