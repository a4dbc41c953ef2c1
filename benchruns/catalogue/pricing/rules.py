"""What may stand in a price: one rule for the page's form and the CSV file.

Each rule takes a text and returns the value, or raises ValueError with a sentence that
says what to write instead.
"""

import re
from datetime import date, datetime, timedelta
from decimal import Decimal
from urllib.parse import urlsplit

from django.utils import timezone
from django.utils.translation import gettext as _

from benchruns.catalogue.pricing.prices import SEPARATOR
from benchruns.endpoints.fields import clean_line
from benchruns.parsers.text.safe_text import TURNING
from benchruns.vocabulary import PriceUnit

CURRENCY = re.compile(r"[A-Z]{3}")
AMOUNT = re.compile(r"[0-9]{1,8}(\.[0-9]{1,6})?")
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
LONGEST = {"region": 80, "term": 60, "source": 300}  # as the model's columns
_TURNING = frozenset(TURNING)
_WEB = ("http", "https")
# What a browser would run or open in place of a page.
_NO_PAGE = re.compile(r"(?:javascript|vbscript|data|file|blob|about):", re.IGNORECASE)
LEAST_WORDS, LEAST_LETTERS = 2, 4  # some scripts have no blanks between words
# Spreadsheets take text that begins so for a formula, and exports would have to change it.
FORMULA_STARTS = ("=", "+", "-", "@")
# How far ahead of UTC the day begins where it begins first.
FIRST_TO_SEE_A_DAY = timedelta(hours=14)


def clean_region(text: str) -> str:
    region = _line(text, "region")
    if SEPARATOR in region:
        raise ValueError(_("A region may not hold “/”; write it without."))
    return region


def clean_term(text: str) -> str:
    return _line(text, "term")


def clean_source(text: str) -> str:
    """The address of a page, or words by which others find it."""
    source = _line(text, "source")
    if _is_address(source) or _is_named(source):
        return source
    raise ValueError(
        _(
            "Give the address of a page, with http:// or https://, or name the source "
            "in a few words."
        )
    )


def clean_line_to_see(text: str) -> str:
    """One line without what is not seen, or turns round what stands behind it."""
    if not _TURNING.isdisjoint(text):
        raise ValueError(_("Remove the characters that cannot be seen: type it anew."))
    return clean_line(text)


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    is_one_word = len(text.split()) == 1
    return is_one_word and parts.scheme in _WEB and bool(parts.hostname)


def _is_named(text: str) -> bool:
    if _NO_PAGE.match(text) or (len(text.split()) == 1 and "://" in text):
        return False
    if text.isascii():
        return sum(any(map(str.isalnum, word)) for word in text.split()) >= LEAST_WORDS
    return sum(map(str.isalpha, text)) >= LEAST_LETTERS


def clean_currency(text: str) -> str:
    if not CURRENCY.fullmatch(text):
        raise ValueError(
            _("“%s” is no currency; write its code of three capitals, such as USD.")
            % text[:20]
        )
    return text


def clean_amount(text: str) -> Decimal:
    if not text:
        raise ValueError(_("Write an amount, such as 0.52."))
    if "," in text:
        raise ValueError(
            _("“%s” has a comma; write a dot before decimals and nothing else: 1234.5.")
            % text[:20]
        )
    if not AMOUNT.fullmatch(text):
        raise ValueError(
            _(
                "“%s” is no amount; write up to 8 digits, with a dot and up to 6 "
                "decimals: 0.52."
            )
            % text[:20]
        )
    amount = Decimal(text)
    if not amount:
        raise ValueError(_("An amount is more than 0; leave out what is not known."))
    return amount


def clean_unit(text: str) -> str:
    if text not in PriceUnit.values:
        raise ValueError(_("“%s” is no unit; write hour or month.") % text[:20])
    return text


def clean_day(text: str, *, now: datetime | None = None) -> date:
    """A day that has begun somewhere on earth."""
    try:
        day = date.fromisoformat(text) if DAY.fullmatch(text) else None
    except ValueError:
        day = None
    if day is None:
        raise ValueError(
            _("“%s” is no date; write year, month and day: 2026-01-31.") % text[:20]
        )
    if day > ((now or timezone.now()) + FIRST_TO_SEE_A_DAY).date():
        raise ValueError(
            _("%s is in the future; write the day on which the source stated it.") % day
        )
    return day


def _line(text: str, name: str) -> str:
    if not text:
        raise ValueError(_("This may not be empty."))
    longest = LONGEST[name]
    if len(text) > longest:
        raise ValueError(
            _("This has %(number)d characters; write %(longest)d at most.")
            % {"number": len(text), "longest": longest}
        )
    if text.startswith(FORMULA_STARTS):
        raise ValueError(
            _("This may not begin with “%s”: spreadsheets take it for a formula.")
            % text[0]
        )
    return clean_line_to_see(text)
