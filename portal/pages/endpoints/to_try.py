"""Servers that the site's staff offer to users who have none of their own to test."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Warning
from django.http import QueryDict
from django.utils.translation import gettext as _

from benchruns.endpoints import address
from benchruns.engines import ENGINES

FIELD = "to_try"


@dataclass(frozen=True, slots=True)
class ToTry:
    """``place`` among SAMPLE_ENDPOINTS is what the form sends; the address stays here."""

    place: int
    label: str


def offered() -> list[ToTry]:
    """Those whose address can be read."""
    return [
        ToTry(place, ENGINES[engine].label)
        for place, engine in enumerate(map(_engine_of, settings.SAMPLE_ENDPOINTS))
        if engine
    ]


def check(**_options: Any) -> list[CheckMessage]:
    """A warning for each that is not offered; without its text, which holds a password."""
    return [
        Warning(
            f"Entry {place + 1} of SAMPLE_ENDPOINTS is no address of a server.",
            hint="Give each as engine://account:password@host:port/database.",
            id="portal.W001",
        )
        for place, engine in enumerate(map(_engine_of, settings.SAMPLE_ENDPOINTS))
        if not engine
    ]


def _engine_of(text: str) -> str:
    """Empty for what cannot be read."""
    try:
        return str(address.read(text).engine)
    except ValueError:
        return ""


def filled_in(given: QueryDict) -> QueryDict:
    """What was sent, with the address, a name and TLS as far as the server has it."""
    chosen = given.get(FIELD, "")
    for each in offered():
        if str(each.place) == chosen:
            filled = given.copy()
            filled["url"] = settings.SAMPLE_ENDPOINTS[each.place]
            filled["name"] = _("%(engine)s to try") % {"engine": each.label}
            filled.setdefault("tls", "prefer")
            return filled
    return given
