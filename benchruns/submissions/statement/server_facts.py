"""What the server's settings tell of the server itself."""

import re
from collections.abc import Mapping
from typing import Any

from benchruns.engines import ENGINES, FAMILIES, Engine, engine_of
from benchruns.engines.setting_values import comparable
from benchruns.parsers.secrets.guard import blank_secrets
from benchruns.parsers.settings.server_settings import read_settings
from benchruns.parsers.tool_report import ToolReport

# Under the server's own names, beside its settings: they tell which server it is.
VERSIONS = frozenset(each.settings.version for each in FAMILIES.values()) - {""}
_WHOLE = re.compile(r"[0-9]{1,9}", re.ASCII)
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
    name, version = report.stated.get("engine"), report.stated.get("engine_version")
    if name and version:
        engine, text = ENGINES[str(name)], str(version)
        is_told = engine.suffix.lower() in text.lower()
        found[engine.family.settings.version] = (
            text if is_told else text + engine.suffix
        )
    return found


def without_version(settings: Mapping[str, str]) -> dict[str, str]:
    """As a measured result has them: its version is a column of its own."""
    return {n: v for n, v in settings.items() if n not in VERSIONS}


def facts(settings: Mapping[str, str]) -> dict[str, Any]:
    """Engine, version and connections by the names of the statement."""
    engine = _engine(settings)
    if engine is None:
        return {}
    version = settings.get(engine.family.settings.version, "")
    connections = settings.get("max_connections", "")
    found: dict[str, Any] = {"engine": engine.name}
    if version:
        found["engine_version"] = version
    if _WHOLE.fullmatch(connections) and int(connections):
        found["max_connections"] = int(connections)
    return found


def buffer_bytes(settings: Mapping[str, str]) -> int | None:
    """What the buffer of an engine holds, be it written in bytes or in pages."""
    for family in FAMILIES.values():
        text = settings.get(family.settings.buffer, "").strip()
        amount = comparable(text)
        page_bytes = family.settings.page_bytes or 1
        if isinstance(amount, float) and 0 < amount < _MOST / page_bytes:
            return int(amount * page_bytes if text.isdecimal() else amount)
    return None


def _engine(settings: Mapping[str, str]) -> Engine | None:
    for family in FAMILIES.values():
        own = family.settings.own
        if own is not None and any(own.match(name) for name in settings):
            return engine_of(family, settings)
    return None
