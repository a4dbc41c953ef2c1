"""A new run: where, what and when. The registry of workloads says which parameters."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, TypeVar
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django import forms
from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.engines import ENGINES
from benchruns.errors import FieldError
from benchruns.models import Endpoint
from benchruns.names import labels
from benchruns.names.unfit import Unfit
from benchruns.runs import schedule
from benchruns.vocabulary import Regime
from benchruns.workloads import WORKLOADS, Parameter, Workload
from benchruns.workloads.base import Value
from portal.forms.styled import style

Label = TypeVar("Label", str, list[str])
NOW, LATER = "now", "later"
EXPECTED = (("", gettext_lazy("none")), *Regime.choices)


class ParameterField(forms.Field):
    """One parameter of a workload; its own limits speak for themselves.

    ``most`` is the most that who asks may have of it, where that is known; more is
    refused by the domain, which says whom to ask for it.
    """

    def __init__(self, parameter: Parameter, *, most: int | None = None) -> None:
        self.parameter = parameter
        super().__init__(
            required=False,
            label=_label(parameter),
            help_text=_help(parameter, most),
            initial=parameter.default,
            widget=_widget(parameter),
        )

    def clean(self, value: object) -> Value:
        try:
            return self.parameter.clean(self._typed(value))
        except ValueError as error:
            raise ValidationError(str(error)) from error

    def _typed(self, value: object) -> object:
        """What was typed, as the parameter's type if it reads as one."""
        if not isinstance(value, str):
            return value
        text = value.strip()
        try:
            return self.parameter.type(text) if text else None
        except ValueError:
            return text


def _label(parameter: Parameter) -> str:
    label = str(parameter.label)
    says_unit = parameter.unit.lower() in label.lower()
    return label if says_unit else f"{label}, {parameter.unit}"


def _help(parameter: Parameter, most: int | None) -> str:
    if parameter.minimum is None or parameter.maximum is None:
        return str(parameter.help)
    is_own = most is not None and most < parameter.maximum
    text = (
        _("%(minimum)s to %(maximum)s, the most that a run of yours may have.")
        if is_own
        else _("%(minimum)s to %(maximum)s.")
    )
    limits = text % {
        "minimum": f"{parameter.minimum:,}",
        "maximum": f"{most if is_own else parameter.maximum:,}",
    }
    return f"{parameter.help} {limits}"


def _widget(parameter: Parameter) -> forms.Widget:
    if parameter.type is bool:
        return forms.CheckboxInput()
    if parameter.choices:
        return forms.Select(choices=list(parameter.choices.items()))
    if parameter.pattern:
        return forms.TextInput({"pattern": parameter.pattern, "autocomplete": "off"})
    attrs = {"min": parameter.minimum, "max": parameter.maximum, "inputmode": "numeric"}
    return forms.NumberInput(
        {name: value for name, value in attrs.items() if value is not None}
    )


class ParameterForm(forms.Form):
    """The parameters of one workload. ``given`` may name some: defaults fill the rest.

    ``most_load`` is how many threads a run of who asks may have.
    """

    def __init__(
        self,
        workload: Workload,
        given: Mapping[str, Any],
        *,
        most_load: int | None = None,
    ) -> None:
        super().__init__(
            {p.name: given.get(p.name, p.default) for p in workload.parameters}
        )
        self.workload = workload
        for parameter in workload.parameters:
            most = most_load if parameter.name == workload.load else None
            self.fields[parameter.name] = ParameterField(parameter, most=most)
        style(self)

    def clean(self) -> dict[str, Any]:  # values by parameter
        values: dict[str, Any] = super().clean() or {}
        if self.workload.check is not None and not self.errors:
            for name, message in self.workload.check(values).items():
                self.add_error(name, message)
        return values


class LabelsForm(forms.Form):
    """What its owner calls a run; others never see it."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        required=False,
        max_length=labels.LONGEST_NAME,
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    note = forms.CharField(
        label=gettext_lazy("Note"),
        required=False,
        widget=forms.Textarea({"rows": 3}),
    )
    tags = forms.CharField(
        label=gettext_lazy("Tags"),
        required=False,
        help_text=gettext_lazy("Single words with blanks between, as: tuned buffer-8g"),
        widget=forms.TextInput({"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        style(self)

    def clean_name(self) -> str:
        return _fit(labels.run_name, self.cleaned_data["name"])

    def clean_note(self) -> str:
        return _fit(labels.run_note, self.cleaned_data["note"])

    def clean_tags(self) -> list[str]:
        return _fit(labels.typed_tags, self.cleaned_data["tags"])

    @property
    def labels(self) -> dict[str, Any]:  # a list of tags, texts else
        """What was given, once it is valid."""
        return {name: self.cleaned_data[name] for name in LabelsForm.base_fields}


def _fit(clean: Callable[[str], Label], text: str) -> Label:
    try:
        return clean(text)
    except Unfit as unfit:
        raise ValidationError(str(unfit)) from unfit


class WhenForm(forms.Form):
    """At once, or not before a time; ``not_before`` is in UTC, once the form is valid."""

    when = forms.ChoiceField(
        label=gettext_lazy("Start"),
        choices=(
            (NOW, gettext_lazy("now, as soon as the server is free")),
            (LATER, gettext_lazy("at a time")),
        ),
        initial=NOW,
        widget=forms.RadioSelect,
    )
    not_before = forms.DateTimeField(
        label=gettext_lazy("Time"),
        required=False,
        widget=forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    timezone = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        style(self)

    def clean_timezone(self) -> ZoneInfo:
        """That of the browser's script; its label says UTC where there is none."""
        try:
            return ZoneInfo(self.cleaned_data["timezone"] or "UTC")
        # OSError: a folder of zones such as Europe, or more than a file name holds.
        except (ZoneInfoNotFoundError, ValueError, OSError):
            return ZoneInfo("UTC")

    def clean(self) -> dict[str, Any]:  # values by field
        values: dict[str, Any] = super().clean() or {}
        given = values.get("not_before")
        if values.get("when") != LATER:
            values["not_before"] = None
        elif given is not None:
            values["not_before"] = self._in_utc(given, values["timezone"])
        elif "not_before" not in self.errors:
            self.add_error("not_before", _("Give a time, or start now."))
        return values

    def _in_utc(self, given: datetime, zone: ZoneInfo) -> datetime | None:
        try:
            moment = given.replace(tzinfo=zone).astimezone(UTC)
            schedule.check_time(moment)
        except OverflowError:  # the first and the last day of the calendar
            self.add_error("not_before", _("Give a time within a year from now."))
        except FieldError as error:
            self.add_error("not_before", error.message)
        else:
            return moment
        return None


class RunForm(WhenForm, LabelsForm):
    """``form_key`` tells a page's form from those of all others, sent once or again."""

    form_key = forms.CharField(required=False, widget=forms.HiddenInput, initial=uuid4)
    endpoint = forms.ModelChoiceField(
        label=gettext_lazy("Endpoint"),
        queryset=Endpoint.objects.none(),
        empty_label=None,
    )
    workload = forms.ChoiceField(
        label=gettext_lazy("Workload"), choices=(), widget=forms.RadioSelect
    )
    expected_regime = forms.ChoiceField(
        label=gettext_lazy("Expected regime"),
        choices=EXPECTED,
        required=False,
        help_text=gettext_lazy(
            "What you expect the data to be read from; the run colours its chart by it."
        ),
    )

    def __init__(self, *args: Any, owner: AbstractBaseUser, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        endpoints = Endpoint.objects.registered().filter(owner_id=owner.pk)
        self.fields["endpoint"].queryset = endpoints  # type: ignore[attr-defined]  # a choice of models
        self.fields["workload"].choices = [  # type: ignore[attr-defined]  # a choice
            (workload.name, workload.label) for workload in WORKLOADS.values()
        ]

    def clean_form_key(self) -> UUID | None:
        """None of what is no key: nobody typed it."""
        try:
            return UUID(self.cleaned_data["form_key"])
        except ValueError:
            return None


def workloads_for(endpoint: Endpoint | None) -> list[Workload]:
    """What runs on an endpoint's engine; everything while none is chosen."""
    known = list(WORKLOADS.values())
    if endpoint is None:
        return known
    family = ENGINES[endpoint.engine].family
    return [workload for workload in known if family in workload.families]
