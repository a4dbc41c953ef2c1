"""Texts whose places hold values, and codes of which several sentences are known."""

from collections.abc import Callable
from contextlib import suppress

from django.utils.functional import Promise

from benchruns.sentences.sentence import Text, Values, rendered


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
