"""All variables of a run's server, as a viewer may see them."""

from collections.abc import Mapping
from dataclasses import dataclass

from benchruns.models import ServerVariables
from benchruns.parsers.settings.recognised import public_settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Variables:
    """``changed`` are those that are not as the server was built; None: not told."""

    values: Mapping[str, str]
    changed: Mapping[str, str] | None


def shown(stored: ServerVariables | None, *, sees_all: bool) -> Variables | None:
    """Its owner sees all; everybody else recognised names with values of known shapes."""
    if stored is None:
        return None
    values = stored.values if sees_all else public_settings(stored.values)
    if stored.changed is None:
        return Variables(values=values, changed=None)
    changed = {name: values[name] for name in stored.changed if name in values}
    return Variables(values=values, changed=changed)
