"""The question for a class, as it stands on any page."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.catalogue.needs.need import ANY_REGIME, seen_versions
from benchruns.engines import ENGINE_CHOICES, ENGINES, version_slug
from benchruns.models import Provider
from benchruns.vocabulary import Regime
from benchruns.workloads import MAIN
from portal.forms.styled import style

LEAST, MOST = 0.01, 1e9
THOUSANDS = re.compile(r"[0-9]{1,3}(,[0-9]{3})+(\.[0-9]+)?")
REGIMES = (*Regime.choices, (ANY_REGIME, gettext_lazy("in any regime")))
DEFAULTS = {"workload": MAIN}
ANY = gettext_lazy("any")


class PrintedFloatField(forms.FloatField):
    """Also takes a number as pages print it: ``3,000``, never ``3,0`` or ``30,00``."""

    def to_python(self, value: Any) -> Any:  # as Django's own has it
        if isinstance(value, str) and THOUSANDS.fullmatch(value.strip()):
            value = value.replace(",", "")
        return super().to_python(value)


def number_field(label: Any, **attrs: Any) -> forms.FloatField:  # lazy texts
    """From 0.01: what is less would be told back as 0.00."""
    return PrintedFloatField(
        label=label,
        required=False,
        min_value=LEAST,
        max_value=MOST,
        widget=forms.NumberInput({"min": 0, "step": "any", "inputmode": "decimal"}),
        error_messages={
            "invalid": gettext_lazy("Write a number such as 2000 or 12.5."),
            "min_value": gettext_lazy("Write a number of at least 0.01."),
            "max_value": gettext_lazy("Write a smaller number."),
        },
        **attrs,
    )


class QuestionForm(forms.Form):
    """What is asked first, on whatever page the question stands."""

    tps = number_field(gettext_lazy("TPS at least"))
    regime = forms.ChoiceField(
        label=gettext_lazy("Data read from"), choices=REGIMES, required=False
    )
    p95 = number_field(gettext_lazy("p95 latency at most, ms"))
    engine = forms.ChoiceField(
        label=gettext_lazy("Engine"),
        choices=(("", ANY), *ENGINE_CHOICES),
        required=False,
    )
    version = forms.CharField(
        label=gettext_lazy("Version"), required=False, widget=forms.Select
    )
    provider = forms.ChoiceField(label=gettext_lazy("Provider"), required=False)

    def __init__(
        self,
        given: Mapping[str, str] | None = None,
        *,
        user: AbstractBaseUser | AnonymousUser,
    ) -> None:
        super().__init__(
            None if given is None else {**DEFAULTS, **given},
            auto_id="need-%s",
            initial={"regime": Regime.DISK_IO, **DEFAULTS},
        )
        style(self)
        self.user = user
        self.fields["provider"].choices = [  # type: ignore[attr-defined]  # of a choice field
            ("", ANY),
            *Provider.objects.values_list("slug", "name"),
        ]
        self._offer_versions((given or {}).get("engine", ""))

    @cached_property
    def known(self) -> dict[str, list[str]]:
        """The versions with results of each engine."""
        found: dict[str, list[str]] = {}
        for engine, version in seen_versions(self.user):
            found.setdefault(engine, []).append(version)
        return found

    def _offer_versions(self, chosen: str) -> None:
        """Slug and name of each, by engine, the newest first; the chosen engine's first:
        of versions that are called alike the first is marked as chosen."""
        engines = sorted(self.known, key=lambda engine: engine != chosen)
        groups = [
            (
                ENGINES[engine].label,
                [
                    (version_slug(version), version or _("not stated"))
                    for version in self.known[engine]
                ],
            )
            for engine in engines
        ]
        widget: Any = self.fields["version"].widget  # a select
        widget.choices = [("", _("any")), *groups]
        # static/js/need.js shows those of the chosen engine alone
        widget.attrs["data-engines"] = " ".join(engines)
