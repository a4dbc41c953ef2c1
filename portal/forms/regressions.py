"""Rules that watch a series."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from benchruns.trends.rules import (
    LEAST_PERCENT,
    MOST_PERCENT,
    MOST_REPEATS,
    PERCENT,
    REPEATS,
)
from portal.forms.styled import at_most, style


class RuleForm(forms.Form):
    """A rule on one of the ``figures``, labels by name."""

    figure = forms.ChoiceField(label=_("Figure"))
    threshold_percent = forms.FloatField(
        label=_("Worse by at least (%)"),
        min_value=LEAST_PERCENT,
        max_value=MOST_PERCENT,
        initial=PERCENT,
        error_messages={
            "max_value": at_most(int(MOST_PERCENT)),
            "invalid": _("Give a number, such as 10."),
        },
        help_text=_(
            "Than the median of the last ten counted results before it. Rates are "
            "worse when they fall, latency when it rises."
        ),
    )
    repeats = forms.IntegerField(
        label=_("Confirmed by (results in a row)"),
        min_value=1,
        max_value=MOST_REPEATS,
        initial=REPEATS,
        error_messages={"max_value": at_most(MOST_REPEATS)},
        help_text=_("One result that is as good as before refutes it."),
    )
    sends_mail = forms.BooleanField(label=_("Send me a mail"), required=False)

    def __init__(
        self, *args: Any, figures: Mapping[str, str], **kwargs: Any
    ) -> None:  # as Django's own
        super().__init__(*args, **kwargs)
        self.fields["figure"].choices = list(figures.items())  # type: ignore[attr-defined]
        style(self)
