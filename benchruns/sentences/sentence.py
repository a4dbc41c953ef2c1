"""What is to be said of one code: texts, or functions of a finding's values."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _

Values = Mapping[str, Any]
Text = str | Promise | Callable[[Values], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentences:
    """``message`` says what was found, ``why`` what of it, ``remedy`` what to do.

    ``together`` is the message of several rows of a campaign. A function raises KeyError for values that lack what it states.
    """

    message: Text
    why: Text = ""
    remedy: Text = ""
    together: Callable[[Sequence[Values]], str] | None = None


def rendered(text: Text, values: Values) -> str:
    """In the language of the thread; KeyError for values that do not tell it."""
    if not callable(text):
        return str(text)
    try:
        return text(values)
    except (ArithmeticError, AttributeError, TypeError, ValueError) as error:
        message = f"damaged values: {error}"
        raise KeyError(message) from error


def rounded(value: float, *, digits: int = 2) -> str:
    """To so many digits that count, and never with an exponent: 43,000 and 0.0012."""
    return f"{Decimal(f'{value:.{digits}g}'):,f}"


def filled(text: Promise) -> Callable[[Values], str]:
    """A text with places (``%(host)s``) for values that are shown as they are."""
    return lambda values: str(text) % values


def first_of(*texts: Text) -> Callable[[Values], str]:
    """The first text whose values are there: the narrower stand first."""

    def say(values: Values) -> str:
        for text in texts:
            with suppress(KeyError):
                return rendered(text, values)
        raise KeyError(", ".join(values))

    return say


def unknown_code(code: str) -> str:
    """A row of another release is shown, and says what it can."""
    words = code.replace("_", " ")
    return _("“%(code)s”: this release has no sentence for it.") % {"code": words}
