"""The load whose classes are ranked, as an address or a form says it."""

from collections.abc import Mapping

from django import forms
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils.translation import gettext_lazy

from benchruns.catalogue.ranks.figures import Per
from benchruns.vocabulary import Regime
from portal.forms.needs.need import NeedForm

PER = (
    (Per.CLASS, gettext_lazy("TPS")),
    (Per.VCPU, gettext_lazy("TPS per vCPU")),
    (Per.GB, gettext_lazy("TPS per GB of memory")),
    (Per.PRICE, gettext_lazy("TPS per price an hour")),
)
NO_MATTER = ("tps", "p95", "budget", "provenance")


class RankForm(NeedForm):
    """All of it may be left out: the main load then, cached, by TPS."""

    per = forms.ChoiceField(
        label=gettext_lazy("Rank by"),
        choices=PER,
    )

    def __init__(
        self, given: Mapping[str, str], *, user: AbstractBaseUser | AnonymousUser
    ) -> None:
        usual = {"regime": Regime.CACHED, "per": Per.CLASS}
        super().__init__({**usual, **given}, user=user)
        for name in NO_MATTER:
            del self.fields[name]
