"""How much data a reproduction loads: as published, a part of it, or in proportion."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from portal.forms.styled import at_most, style

PUBLISHED, SCALE_DOWN, MATCH_RATIO = "published", "scale_down", "match_ratio"
SCALE_DOWN_BY = 100  # what the field holds before anything was typed
MOST_SCALE_DOWN = 10**9  # above the rows of any table; the domain knows the row's own
# What the domain calls a field, where this form has another name for it.
NAMES = {"match_ratio": "size"}


class SizingForm(forms.Form):
    """``given`` may name some fields; a divisor alone means to scale down by it."""

    size = forms.ChoiceField(
        label=gettext_lazy("Size of the data"),
        choices=(
            (PUBLISHED, gettext_lazy("As in the paper")),
            (SCALE_DOWN, gettext_lazy("Scaled down")),
            (MATCH_RATIO, gettext_lazy("Same ratio of data to buffer")),
        ),
    )
    scale_down = forms.IntegerField(
        label=gettext_lazy("Scaled down by"),
        required=False,
        max_value=MOST_SCALE_DOWN,
        error_messages={
            "invalid": gettext_lazy("Give an integer from 1 on."),
            "max_value": at_most(MOST_SCALE_DOWN),
        },
        widget=forms.NumberInput(
            {
                "min": 1,
                "inputmode": "numeric",
                "aria-label": gettext_lazy("Scaled down by"),
            }
        ),
    )

    def __init__(self, given: QueryDict) -> None:
        implied = SCALE_DOWN if given.get("scale_down") else PUBLISHED
        super().__init__({"size": implied, "scale_down": SCALE_DOWN_BY, **given.dict()})
        style(self)

    def clean(self) -> dict[str, Any]:  # values by field
        values: dict[str, Any] = super().clean() or {}
        if values.get("size") != SCALE_DOWN:
            self.errors.pop(
                "scale_down", None
            )  # not asked for: not to be complained of
        elif values.get("scale_down") is None and "scale_down" not in self.errors:
            self.add_error("scale_down", _("Give an integer from 1 on."))
        return values

    @property
    def chosen(self) -> str:
        return str(self["size"].value())

    def asked(self) -> dict[str, Any]:
        """The size's fields of a ``RunRequest``; none while they are wrong."""
        if not self.is_valid():
            return {}
        if self.cleaned_data["size"] == SCALE_DOWN:
            return {"scale_down": self.cleaned_data["scale_down"]}
        return {"match_ratio": self.cleaned_data["size"] == MATCH_RATIO}
