"""What the connections of a load are called: threads, clients or virtual users."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

WARMUP, ROWS = _("Warm-up"), _("rows")


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadWords:
    """``heading`` stands over a column of numbers, ``noun`` in a sentence; ``lead`` is
    what the load before measuring is called, ``unit`` that of its data."""

    heading: str | Promise
    noun: str | Promise
    form: Callable[[int], str]
    lead: str | Promise = WARMUP
    unit: str | Promise = ROWS

    def counted(self, number: int) -> str:
        """``16 threads``."""
        return self.form(number) % {"number": f"{number:,}"}

    def listed(self, numbers: Sequence[int]) -> str:
        """``1, 2, 4 threads``, and ``1 thread`` of one alone."""
        form = self.form(numbers[0] if len(numbers) == 1 else len(numbers))
        return form % {"number": ", ".join(f"{number:,}" for number in numbers)}


# By the parameter that counts them (``Workload.load``).
WORDS: Mapping[str, LoadWords] = {
    "threads": LoadWords(
        heading=_("Threads"),
        noun=_("threads"),
        form=lambda n: ngettext("%(number)s thread", "%(number)s threads", n),
    ),
    "clients": LoadWords(
        heading=_("Clients"),
        noun=_("clients"),
        form=lambda n: ngettext("%(number)s client", "%(number)s clients", n),
    ),
    "virtual_users": LoadWords(
        heading=_("Virtual users"),
        noun=_("virtual users"),
        form=lambda n: ngettext(
            "%(number)s virtual user", "%(number)s virtual users", n
        ),
        lead=_("Ramp-up"),
        unit=_("warehouses"),
    ),
}
