"""What is to be said of one condition of a fair comparison."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise

from benchruns.comparison.fairness.context import Context

# The value of a context in a sentence, among those that differ.
Tell = Callable[[Context, Sequence[Context]], str]
Words = str | Promise


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """``message`` is filled with ``values``, of which ``tell`` gives each.

    A message, a reason and a remedy may depend on the contexts that differ.
    """

    label: Words = ""
    message: Words | Callable[[Sequence[Context]], str]
    tell: Tell
    why: Words | Callable[[Sequence[Context]], str]
    remedy: Words | Callable[[Sequence[Context]], str]

    def message_for(self, contexts: Sequence[Context]) -> str:
        return self.message(contexts) if callable(self.message) else str(self.message)

    def why_for(self, contexts: Sequence[Context]) -> str:
        return self.why(contexts) if callable(self.why) else str(self.why)

    def remedy_for(self, contexts: Sequence[Context]) -> str:
        return self.remedy(contexts) if callable(self.remedy) else str(self.remedy)


def telling(text: Callable[[Context], str]) -> Tell:
    """For a text that does not depend on the others."""
    return lambda context, _among: text(context)
