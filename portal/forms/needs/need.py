"""What a reader needs of a class, as an address or a form says it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.core.exceptions import ValidationError
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.catalogue.needs.need import NEED_WORKLOADS, Need
from benchruns.catalogue.pricing import prices
from benchruns.catalogue.pricing.prices import Choice
from benchruns.engines import ENGINES, version_slug
from benchruns.vocabulary import Provenance
from benchruns.workloads.labels import workload_label
from portal.forms.needs.question import (
    ANY,
    DEFAULTS,
    REGIMES,
    QuestionForm,
    number_field,
)

NO_REGIME = "no_regime"


class NeedForm(QuestionForm):
    """``given`` has the words of an address; the workload may be left out of it.

    ``need`` is what it asks for, once it is valid.
    """

    workload = forms.ChoiceField(
        label=gettext_lazy("Workload"),
        help_text=gettext_lazy(
            "TPC-C-derived is not among them: its transactions are of five kinds and its "
            "figures are NOPM and TPM, not TPS."
        ),
    )
    provenance = forms.ChoiceField(
        label=gettext_lazy("Results"),
        choices=(("", ANY), *Provenance.choices),
        required=False,
    )
    budget = number_field(gettext_lazy("Budget an hour"))
    price_in = forms.CharField(
        label=gettext_lazy("Prices in"), required=False, widget=forms.Select
    )

    def __init__(
        self,
        given: Mapping[str, str] | None = None,
        *,
        user: AbstractBaseUser | AnonymousUser,
    ) -> None:
        super().__init__(given, user=user)
        self.fields["workload"].choices = [  # type: ignore[attr-defined]  # of a choice field
            (name, workload_label(name)) for name in NEED_WORKLOADS
        ]
        widget: Any = self.fields["price_in"].widget  # a select
        widget.choices = [
            ("", _("those of most classes")),
            *((each.key, each.label) for each in self.prices),
        ]

    @cached_property
    def prices(self) -> list[Choice]:
        return list(prices.choices())

    @property
    def is_more_asked(self) -> bool:
        """Whether one of the fields that are folded away is used, or wrong."""
        more = set(self.fields) - set(QuestionForm.base_fields)
        return any(
            name in self.errors or (self.data.get(name) or "") != DEFAULTS.get(name, "")
            for name in more
        )

    def clean_tps(self) -> float:
        value: float | None = self.cleaned_data["tps"]
        if value is None:
            raise ValidationError(_("Write how many transactions a second you need."))
        return value

    def clean_regime(self) -> str:
        value: str = self.cleaned_data["regime"]
        if not value:
            raise ValidationError(
                _("Choose where the data is read from: %(known)s."),
                code=NO_REGIME,
                params={"known": ", ".join(str(label) for _word, label in REGIMES)},
            )
        return value

    def say_usual_regime(self) -> None:
        """Instead of a fault: for a page where something else is wrong.

        Its control always says a regime, so that whoever mends the rest there sends one.
        """
        if "regime" in self.errors and not self.data.get("regime"):
            del self.errors["regime"]
            self.data = {**self.data, "regime": self.initial["regime"]}

    def clean_price_in(self) -> Choice | None:
        key: str = self.cleaned_data["price_in"]
        if not key:
            return None
        try:
            choice = Choice.read(key)
        except ValueError as error:
            raise ValidationError(str(error)) from error
        if choice not in self.prices:
            raise ValidationError(
                _("No class has a price in %s. Choose one of those offered.")
                % choice.label
            )
        return choice

    def clean(self) -> dict[str, Any]:  # values by field
        values: dict[str, Any] = super().clean() or {}
        has_price = values.get("price_in") is not None or "price_in" in self.errors
        if values.get("budget") is not None and not has_price:
            message = _("Choose the currency, region and term of your budget.")
            self.add_error("price_in", message)
        if values.get("version") and "engine" not in self.errors:
            self._check_version(values["engine"], values["version"])
        return values

    def _check_version(self, engine: str, version: str) -> None:
        if self._version_named(engine, version) is not None:
            return
        versions = [
            version_slug(known)
            for name, of_engine in self.known.items()
            if engine in ("", name)
            for known in of_engine
        ]
        name = f"{ENGINES[engine].label} {version}" if engine else version
        message = _("There is no result of %(name)s. Versions with results: %(known)s.")
        known = ", ".join(dict.fromkeys(versions)) or "–"
        self.add_error("version", message % {"name": name[:60], "known": known})

    def _version_named(self, engine: str, version: str) -> str | None:
        """As results have it: addresses write it in lower case, with hyphens."""
        for name, versions in self.known.items():
            for known in versions:
                if engine in ("", name) and version_slug(known) == version_slug(
                    version
                ):
                    return known
        return None

    @property
    def priced_need(self) -> Need:
        """With the prices of most of its classes where it names none."""
        need = self.need
        if need.choice or not self.prices:
            return need
        usual = prices.choices(engine=need.engine, provider=need.provider)
        return replace(need, choice=next(iter(usual), None))

    @property
    def need(self) -> Need:
        values = self.cleaned_data
        version = values["version"]
        return Need(
            tps=values.get("tps") or 0,
            regime=values["regime"],
            p95_ms=values.get("p95"),
            engine=values["engine"],
            engine_version=self._version_named(values["engine"], version)
            if version
            else None,
            workload=values["workload"],
            provider=values["provider"],
            provenance=values.get("provenance", ""),
            choice=values["price_in"],
            budget=values.get("budget"),
        )


def program_words(error: ValidationError) -> list[str]:
    """As a program reads a fault: it knows a choice by its word, not by its label."""
    if error.code != NO_REGIME:
        return list(error.messages)
    return [error.message % {"known": ", ".join(word for word, _label in REGIMES)}]
