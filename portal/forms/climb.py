"""How a new run is carried out: from where, how often, at which loads, on which data."""

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from benchruns.figures.statistics import FEWEST_REPEATS
from benchruns.runs.parts.shares import MOST_GENERATORS
from benchruns.runs.sweeps import MOST_RUNS, MOST_SETTLE_SECONDS, SETTLE_SECONDS
from benchruns.workloads import Workload
from portal.forms.generators.labels import LabelsField
from portal.forms.styled import at_most, style

DEFAULTS = {"repetitions": 1, "generators": 1, "settle_seconds": SETTLE_SECONDS}
AN_INTEGER = {
    "required": _("Give an integer."),
    "invalid": _("Give an integer."),
}
SEPARATORS = re.compile(r"[\s,;]+")
HELP = {
    "threads": _("Numbers of threads to measure in turn. Empty: the one above."),
    "clients": _("Numbers of clients to measure in turn. Empty: the one above."),
    "virtual_users": _(
        "Numbers of virtual users to measure in turn. Empty: the one above."
    ),
}
# What the domain calls a field, where this form has another name for it.
NAMES = {"threads": "ladder"}


class ClimbForm(forms.Form):
    """``given`` may name some fields: defaults fill the rest, ``ladder`` the ladder.

    The limits of a sweep are ``benchruns.runs.sweeps``'s; its errors come by ``NAMES``.
    """

    ladder = forms.CharField(
        label=_("Thread counts"),
        required=False,
        max_length=1000,
        widget=forms.TextInput({"inputmode": "numeric", "placeholder": "1 2 4 8"}),
    )
    repetitions = forms.IntegerField(
        label=_("Repetitions"),
        max_value=MOST_RUNS,
        error_messages=AN_INTEGER | {"max_value": at_most(MOST_RUNS)},
        widget=forms.NumberInput({"min": 1, "inputmode": "numeric"}),
        help_text=format_lazy(
            _(
                "Three or more show how much a figure varies by itself; a comparison "
                "needs {least} to say whether a difference is real."
            ),
            least=FEWEST_REPEATS,
        ),
    )
    settle_seconds = forms.IntegerField(
        label=_("Pause before each run, s"),
        max_value=MOST_SETTLE_SECONDS,
        error_messages=AN_INTEGER | {"max_value": at_most(MOST_SETTLE_SECONDS)},
        widget=forms.NumberInput({"min": 0, "inputmode": "numeric"}),
        help_text=_("The server writes what the run before has left."),
    )
    keep_data = forms.BooleanField(label=_("Keep the data set"), required=False)
    generator_labels = LabelsField(
        label=_("Labels"),
        help_text=_(
            "Labels that it has to have, with commas between. Empty: any, or as the "
            "endpoint asks."
        ),
    )
    generators = forms.IntegerField(
        label=_("How many"),
        max_value=MOST_GENERATORS,
        error_messages=AN_INTEGER | {"max_value": at_most(MOST_GENERATORS)},
        widget=forms.NumberInput({"min": 1, "inputmode": "numeric"}),
        help_text=_("They load the server at once and share the threads."),
    )
    go_on_without_lost = forms.BooleanField(
        label=_("Go on without a lost one"),
        required=False,
        help_text=_("The figure is marked then; else the run fails."),
    )

    def __init__(
        self, given: QueryDict, workload: Workload, *, ladder: Sequence[int] = ()
    ) -> None:
        first = {"ladder": " ".join(map(str, ladder))}
        super().__init__({**DEFAULTS, **first, **given.dict()})
        self.workload = workload
        self.fields["ladder"].help_text = HELP[workload.load]
        style(self)

    def clean_ladder(self) -> list[int] | None:
        """The loads in their order; None for the single one of the parameters."""
        words = SEPARATORS.split(self.cleaned_data["ladder"].strip())
        if words == [""]:
            return None
        load = next(p for p in self.workload.parameters if p.name == self.workload.load)
        try:
            return [int(str(load.clean(_number(word)))) for word in words]
        except ValueError as error:
            raise ValidationError(str(error)) from error

    @property
    def declined(self) -> str:
        """The kept data set that was offered to be used, and unticked; else empty."""
        given = self.data
        return "" if given.get("use_kept") else str(given.get("kept_offered", ""))

    def asked(self) -> dict[str, Any]:
        """The fields of a ``RunRequest`` that are asked for; clean it first.

        Kept data is used where it fits, unless it is ``declined``.
        """
        values = self.cleaned_data
        return {
            "threads": values["ladder"],
            "repetitions": values["repetitions"],
            "settle_seconds": values["settle_seconds"],
            "keeps_data_set": values["keep_data"] or None,
            "generator_labels": values["generator_labels"],
            "generators": values["generators"],
            "goes_on_without_lost": values["go_on_without_lost"],
        }


def _number(word: str) -> int | str:
    """As an integer if it reads as one, or else as it is, to be complained of."""
    try:
        return int(word)
    except ValueError:
        return word
