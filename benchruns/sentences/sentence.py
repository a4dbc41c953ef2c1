"""What is to be said of one code: texts, or functions of a finding's values."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _

Values = Mapping[str, Any]
Text = str | Promise | Callable[[Values], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentences:
    """``message`` says what was found, ``why`` what of it, ``remedy`` what to do.

    A function raises KeyError for values that lack what it states.
    """

    message: Text
    why: Text = ""
    remedy: Text = ""


def rendered(text: Text, values: Values) -> str:
    """In the language of the thread; KeyError for values that do not tell it."""
    if not callable(text):
        return str(text)
    try:
        return text(values)
    except (ArithmeticError, AttributeError, TypeError, ValueError) as error:
        message = f"damaged values: {error}"
        raise KeyError(message) from error


def unknown_code(code: str) -> str:
    """A row of another release is shown, and says what it can."""
    words = code.replace("_", " ")
    return _("“%(code)s”: this release has no sentence for it.") % {"code": words}
