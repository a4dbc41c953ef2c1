"""Servers that the site's staff offer to users who have none of their own to test."""

from dataclasses import dataclass

from django.conf import settings
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
    found = []
    for place, text in enumerate(settings.SAMPLE_ENDPOINTS):
        try:
            engine = address.read(text).engine
        except ValueError:
            continue
        found.append(ToTry(place, ENGINES[engine].label))
    return found


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
