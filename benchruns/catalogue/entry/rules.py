"""What may stand in a cell of a class, beside names, sources and days.

Each rule takes a text and returns the value, or raises ValueError with a sentence that
says what to write instead.
"""

import re
from collections.abc import Callable
from datetime import date

from django.utils.translation import gettext as _

from benchruns.catalogue.pricing import rules as price_rules
from benchruns.engines import ENGINES

MOST_REGIONS = 200
_LANGUAGE = re.compile(r"[a-z]{2}(-[A-Z]{2})?", re.ASCII)
_WHOLE = re.compile(r"[0-9]{1,15}", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,15}(\.[0-9]{1,6})?", re.ASCII)
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


def clean_engine(text: str) -> str:
    if text not in ENGINES:
        raise ValueError(
            _("“%(word)s” is no engine. Known: %(known)s.")
            % {"word": text[:60], "known": ", ".join(ENGINES)}
        )
    return text


def whole(least: int, most: int) -> Callable[[str], int]:
    def clean(text: str) -> int:
        if not _WHOLE.fullmatch(text) or not least <= int(text) <= most:
            raise ValueError(
                _("Give a whole number from %(least)s to %(most)s.")
                % {"least": f"{least:,}", "most": f"{most:,}"}
            )
        return int(text)

    return clean


def number(least: float, most: float) -> Callable[[str], float]:
    def clean(text: str) -> float:
        if not _NUMBER.fullmatch(text) or not least <= float(text) <= most:
            raise ValueError(
                _("Give a number from %(least)s to %(most)s, with a dot: 1234.5.")
                % {"least": f"{least:,.10g}", "most": f"{most:,.10g}"}
            )
        return float(text)

    return clean


def line(longest: int) -> Callable[[str], str]:
    def clean(text: str) -> str:
        if len(text) > longest:
            raise ValueError(
                _("This has %(number)d characters; write %(longest)d at most.")
                % {"number": len(text), "longest": longest}
            )
        if text.startswith(price_rules.FORMULA_STARTS):
            raise ValueError(
                _("This may not begin with “%s”: spreadsheets take it for a formula.")
                % text[0]
            )
        return price_rules.clean_line_to_see(text)

    return clean


def regions(text: str) -> list[str]:
    """Each once, as prices name them."""
    found = [price_rules.clean_region(part.strip()) for part in text.split(";")]
    if len(found) > MOST_REGIONS:
        raise ValueError(_("Give %d regions at most.") % MOST_REGIONS)
    return list(dict.fromkeys(found))


def clean_end(text: str) -> date:
    """A day, be it past or to come."""
    try:
        if _DAY.fullmatch(text):
            return date.fromisoformat(text)
    except ValueError:
        pass
    raise ValueError(
        _("“%s” is no date; write year, month and day: 2026-01-31.") % text[:20]
    )


def clean_language(text: str) -> str:
    if not _LANGUAGE.fullmatch(text):
        raise ValueError(_("Write the code of a language, as en or zh-CN."))
    return text
