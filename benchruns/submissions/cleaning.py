"""Reading one stated value: what may stand in it, and what is said otherwise."""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext as _

LONGEST = 120
LONGEST_COMMAND = 4000
MOST = 2**53 - 1  # the largest integer that every JSON reader holds exactly


class FieldError(ValueError):
    """A value cannot be used; the text says what to give instead."""


_BLANKS = re.compile(r"\s+")
_GROUPED = re.compile(r"[0-9]{1,3}(,[0-9]{3})+", re.ASCII)
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


def _text_of(value: object) -> str:
    if isinstance(value, bool | list | dict):
        raise FieldError(_("Give a text."))
    text = str(value)
    if _CONTROLS.search(text):
        raise FieldError(_("Remove the control characters."))
    return text.strip()


def text(longest: int = LONGEST) -> Callable[[object], str]:
    def clean(value: object) -> str:
        found = _BLANKS.sub(" ", _text_of(value))
        if len(found) > longest:
            raise FieldError(
                _("Give %(most)d characters at most; these are %(count)d.")
                % {"most": longest, "count": len(found)}
            )
        return found

    return clean


def command(value: object) -> str:
    found = _text_of(value)
    if len(found) > LONGEST_COMMAND:
        raise FieldError(
            _("Give %(most)d characters at most; these are %(count)d.")
            % {"most": LONGEST_COMMAND, "count": len(found)}
        )
    return found


def whole(least: int = 1, most: int = MOST) -> Callable[[object], int]:
    def clean(value: object) -> int:
        wrong = FieldError(
            _("Give a whole number from %(least)s to %(most)s.")
            % {"least": f"{least:,}", "most": f"{most:,}"}
        )
        found = _text_of(value).removesuffix(".0")  # a spreadsheet's whole number
        if _GROUPED.fullmatch(found):
            found = found.replace(",", "")
        if not re.fullmatch(r"-?[0-9]{1,16}", found, re.ASCII):
            raise wrong
        if not least <= int(found) <= most:
            raise wrong
        return int(found)

    return clean


def number(least: float, most: float) -> Callable[[object], float]:
    def clean(value: object) -> float:
        wrong = FieldError(
            _("Give a number from %(least)s to %(most)s.")
            % {"least": f"{least:,.10g}", "most": f"{most:,.10g}"}
        )
        found = _text_of(value)
        if "," in found:  # 1,234 is one number here and another one there
            raise FieldError(_("Write a dot before decimals, and no other sign."))
        if not re.fullmatch(
            r"[0-9]{1,16}(\.[0-9]{1,17})?(e[+-]?[0-9]{1,2})?",
            found,
            re.ASCII | re.IGNORECASE,
        ):
            raise wrong
        if not least <= float(found) <= most:
            raise wrong
        return float(found)

    return clean


def choice(choices: Mapping[str, str | Promise]) -> Callable[[object], str]:
    """One of these words, or its label."""

    def clean(value: object) -> str:
        found = _text_of(value).casefold()
        for word, label in choices.items():
            if found in (word.casefold(), str(label).casefold()):
                return word
        raise FieldError(_("Give one of: %(words)s.") % {"words": ", ".join(choices)})

    return clean


def day(value: object) -> date:
    """A day that has been, as YYYY-MM-DD."""
    wrong = FieldError(_("Give a day that has been, as 2026-01-31."))
    if isinstance(value, date):
        found = date(value.year, value.month, value.day)
    else:
        try:
            found = date.fromisoformat(_text_of(value)[:10])
        except ValueError as error:
            raise wrong from error
    if not date(1995, 1, 1) <= found <= today():
        raise wrong
    return found


def today() -> date:
    """Of the time zone that is furthest ahead: a test of today is nowhere refused."""
    return (datetime.now(UTC) + timedelta(hours=14)).date()
