"""The load whose classes are ranked, as an address or a form says it."""

import re
from collections.abc import Mapping

from django import forms
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.catalogue.ranks.figures import Per
from benchruns.figures.durations import NOT_KNOWN, band_of
from benchruns.vocabulary import Regime
from portal.forms.needs.need import NeedForm

PER = (
    (Per.CLASS, gettext_lazy("TPS")),
    (Per.VCPU, gettext_lazy("TPS per vCPU")),
    (Per.GB, gettext_lazy("TPS per GB of memory")),
    (Per.PRICE, gettext_lazy("TPS per price an hour")),
)
UNKNOWN = "unknown"
SECONDS = re.compile(r"[0-9]{1,8}")
NO_MATTER = ("tps", "p95", "budget", "provenance")


class RankForm(NeedForm):
    """All of it may be left out: the main load then, cached, by TPS, of usual durations.

    The duration is chosen by a link: of another load there may be others.
    """

    per = forms.ChoiceField(
        label=gettext_lazy("Rank by"),
        choices=PER,
    )
    duration = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self, given: Mapping[str, str], *, user: AbstractBaseUser | AnonymousUser
    ) -> None:
        usual = {"regime": Regime.CACHED, "per": Per.CLASS}
        super().__init__({**usual, **given}, user=user)
        for name in NO_MATTER:
            del self.fields[name]

    def clean_duration(self) -> int | None:
        """The band of durations; None for that with most figures."""
        word: str = self.cleaned_data["duration"]
        if not word:
            return None
        if word == UNKNOWN:
            return NOT_KNOWN
        if not SECONDS.fullmatch(word):
            raise ValidationError(_("Write whole seconds, or unknown."))
        return band_of(float(word))
