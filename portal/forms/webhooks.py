"""An address and what it is to be told of, as it is typed."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext_lazy as _

from benchruns.vocabulary import WebhookEvent
from benchruns.webhooks import addresses
from portal.forms.styled import style

KINDS = {
    "run": _("Runs"),
    "sweep": _("Sweeps"),
    "submission": _("Test reports"),
    "regression": _("Regressions"),
}


class WebhookForm(forms.Form):
    address = forms.CharField(
        label=_("Address"),
        max_length=addresses.LONGEST,
        help_text=_(
            "Where your receiver waits for a POST: https://host/path or http://host:port/path. "
            "A query and long parts of the path are shown as *** afterwards; left like that "
            "they stay."
        ),
        widget=forms.URLInput({"spellcheck": "false", "autocapitalize": "off"}),
    )
    events = forms.MultipleChoiceField(
        label=_("Events"),
        choices=WebhookEvent.choices,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose one event at least.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        style(self)

    def kinds(self) -> Iterator[tuple[str, list[BoundWidget]]]:
        """The boxes by what they are of."""
        boxes = self["events"].subwidgets
        for kind, found in groupby(boxes, lambda box: _kind_of(box.data["value"])):
            yield str(KINDS[kind]), list(found)


def _kind_of(event: object) -> str:
    return str(event).partition(".")[0]
