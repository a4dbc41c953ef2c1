"""Registering and changing an endpoint."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django import forms
from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.endpoints import address
from benchruns.endpoints import changes as endpoint_changes
from benchruns.endpoints.address import MOST_CHARACTERS
from benchruns.endpoints.certificates import MOST_BYTES, clean_authority
from benchruns.endpoints.fields import (
    clean_host,
    clean_line,
    clean_metrics_url,
    clean_name,
    clean_password,
)
from benchruns.endpoints.registration import DataStays
from benchruns.engines import ENGINE_CHOICES, ENGINES, FAMILIES
from benchruns.errors import FieldError, NotAllowed
from benchruns.models import Endpoint, InstanceClass
from benchruns.names.generator_labels import typed
from portal.forms.generators.labels import LabelsField
from portal.forms.styled import style

if TYPE_CHECKING:  # generic for the type checker alone
    ClassChoice = forms.ModelChoiceField[InstanceClass]
    EndpointModelForm = forms.ModelForm[Endpoint]
else:
    ClassChoice = forms.ModelChoiceField
    EndpointModelForm = forms.ModelForm


class ClassSelect(forms.Select):
    """Options carry the family of their engine, so that a script can narrow them."""

    def create_option(
        self, *args: Any, **kwargs: Any
    ) -> dict[str, Any]:  # Django's own
        option = super().create_option(*args, **kwargs)
        sold = getattr(option["value"], "instance", None)
        if sold is not None:
            option["attrs"]["data-family"] = ENGINES[sold.engine].family.name
        return option


class ClassField(ClassChoice):
    widget = ClassSelect

    def label_from_instance(self, obj: InstanceClass) -> str:
        return _("%(provider)s / %(engine)s / %(code)s (%(vcpus)d vCPU, %(gb)g GB)") % {
            "provider": obj.provider.name,
            "engine": ENGINES[obj.engine].label,
            "code": obj.code,
            "vcpus": obj.vcpus,
            "gb": obj.memory_gb,
        }


class PemField(forms.CharField):
    """Certificates as servers write them: MySQL's files end in NUL."""

    def to_python(self, value: Any) -> str:
        text = str(super().to_python(value) or "")
        return text.rstrip("\0")


class UnshownInput(forms.TextInput):
    """What is typed is read and never shown again: it holds a password."""

    def format_value(self, value: Any) -> None:
        return None


class EndpointForm(EndpointModelForm):
    """The password goes in and never out: empty on a change, it stays as it was.

    ``kept_password`` is that of an address pasted before, which was not sent back.

    ``is_reconnected`` says of a stored change whether it was one of the connection.
    """

    is_reconnected = False

    url = forms.CharField(
        label=gettext_lazy("Connection URL"),
        required=False,
        strip=False,
        max_length=MOST_CHARACTERS,
        widget=UnshownInput(
            attrs={
                "autocomplete": "off",
                "spellcheck": "false",
                "autocapitalize": "off",
                "placeholder": "engine://account:password@host:port/database",
            }
        ),
        help_text=gettext_lazy(
            "As an application has it, also as JDBC writes it. It fills in the fields "
            "below and is not stored; its password is not shown."
        ),
    )
    password = forms.CharField(
        label=gettext_lazy("Password"),
        required=False,
        strip=False,
        max_length=256,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    tls_ca = PemField(
        label=gettext_lazy("Certificate of the authority"),
        required=False,
        max_length=MOST_BYTES,
        widget=forms.Textarea(
            attrs={"rows": 4, "spellcheck": "false", "autocomplete": "off"}
        ),
        help_text=gettext_lazy(
            "In PEM, for a server whose certificate public authorities did not sign."
        ),
    )
    generator_labels = LabelsField(
        label=gettext_lazy("Load generators"),
        help_text=gettext_lazy(
            "Labels that the load generators of its runs have to have, with commas "
            "between. Empty: any."
        ),
    )
    instance_class = ClassField(
        label=gettext_lazy("Instance class"),
        queryset=InstanceClass.objects.select_related("provider").order_by(
            "provider", "engine", "vcpus", "memory_gb", "code"
        ),
        required=False,
        empty_label=gettext_lazy("none of these"),
    )
    port = forms.IntegerField(label=gettext_lazy("Port"), min_value=1, max_value=65_535)
    vcpus = forms.IntegerField(
        label=gettext_lazy("vCPUs"), min_value=1, max_value=100_000, required=False
    )
    memory_gb = forms.FloatField(
        label=gettext_lazy("Memory, GB"),
        min_value=0.01,
        max_value=1_000_000,
        required=False,
    )

    class Meta:
        model = Endpoint
        fields = [
            "name",
            "engine",
            "host",
            "port",
            "username",
            "password",
            "database",
            "tls",
            "tls_ca",
            "allow_tls_1_0",
            "allow_cleartext_password",
            "instance_class",
            "provider",
            "vcpus",
            "memory_gb",
            "region",
            "zone",
            "network",
            "storage",
            "edition",
            "metrics_url",
        ]
        labels = {
            "name": gettext_lazy("Name"),
            "engine": gettext_lazy("Engine"),
            "host": gettext_lazy("Host"),
            "username": gettext_lazy("Account"),
            "database": gettext_lazy("Database"),
            "tls": gettext_lazy("TLS"),
            "allow_tls_1_0": gettext_lazy("Allow TLS 1.0"),
            "allow_cleartext_password": gettext_lazy("Allow clear-text password"),
            "provider": gettext_lazy("Provider"),
            "region": gettext_lazy("Region"),
            "zone": gettext_lazy("Zone"),
            "network": gettext_lazy("Network"),
            "storage": gettext_lazy("Storage"),
            "edition": gettext_lazy("Edition"),
            "metrics_url": gettext_lazy("Metrics address"),
        }
        help_texts = {
            "name": gettext_lazy("For yourself; only you and staff see it."),
            "engine": gettext_lazy("A check corrects it if the server says otherwise."),
            "host": gettext_lazy("A name or an address, as the workers reach it."),
            "metrics_url": gettext_lazy(
                "Of a Prometheus exporter on the server's machine: "
                "http://db.internal:9100/metrics of node_exporter. CPU, memory and disks "
                "then stand beside each run."
            ),
            "allow_cleartext_password": gettext_lazy(
                "For a server that asks for the password itself, where TLS does not "
                "verify who it is: whoever sits on the way, or answers in its place, can "
                "read it. A check says if the server asks."
            ),
            "database": gettext_lazy(
                "To connect to. Runs work in a database or schema of their own, if the "
                "account may create one."
            ),
        }

    def __init__(
        self,
        *args: Any,
        owner: AbstractBaseUser,
        kept_password: str = "",
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self._owner = owner
        self.kept_password = kept_password
        self.asks_to_leave_data = False
        self.initial["generator_labels"] = typed(self.instance.generator_labels)
        engine = self.fields["engine"]
        engine.choices = ENGINE_CHOICES  # type: ignore[attr-defined]  # no empty one
        provider = self.fields["provider"]
        provider.empty_label = _("not stated")  # type: ignore[attr-defined]  # a choice of models
        self.fields["password"].help_text = (
            _("Kept encrypted and never shown.")
            if self.instance._state.adding
            else _(
                "Leave it empty to keep the one that is stored. A change of engine, "
                "host, port or TLS asks for it again."
            )
        )
        self.fields["allow_tls_1_0"].help_text = _(
            "For %(releases)s, which speak nothing newer. TLS 1.0 can be broken: whoever "
            "sits on the way may read or change what is sent, the password included."
        ) % {"releases": ", ".join(_limited_to_tls_1_0())}
        style(self)

    def clean_url(self) -> str:
        """Its fields were filled in before; here is what is wrong with it."""
        _checked(
            lambda text: text and str(address.read(text)), self.cleaned_data["url"]
        )
        return ""

    def clean_name(self) -> str:
        return _checked(clean_line, self.cleaned_data["name"])

    def clean_host(self) -> str:
        return _checked(clean_host, self.cleaned_data["host"])

    def clean_username(self) -> str:
        return _checked(clean_name, self.cleaned_data["username"])

    def clean_database(self) -> str:
        return _checked(clean_name, self.cleaned_data["database"])

    def clean_password(self) -> str:
        return _checked(clean_password, self.cleaned_data["password"])

    def clean_metrics_url(self) -> str:
        return _checked(clean_metrics_url, self.cleaned_data["metrics_url"])

    def clean_tls_ca(self) -> str:
        return _checked(clean_authority, self.cleaned_data["tls_ca"])

    def clean(self) -> dict[str, Any]:  # values by field
        """A class brings its own size; an empty password is not a new one."""
        values: dict[str, Any] = super().clean() or {}
        left_out = {"url"}
        if values.get("instance_class"):
            left_out |= {"vcpus", "memory_gb"}
        if self.kept_password and not values.get("password"):
            values["password"] = self.kept_password
        if not self.instance._state.adding and not values.get("password"):
            left_out.add("password")
        return {name: value for name, value in values.items() if name not in left_out}

    def saved(self) -> UUID | None:
        """The id of the stored endpoint, or None with the reasons as errors of fields.

        Raises EndpointGone when it was deleted meanwhile.
        """
        if not self.is_valid():
            return None
        try:
            return self._store()
        except FieldError as refusal:
            self.add_error(refusal.field, refusal.message)
        except NotAllowed as refusal:
            self.asks_to_leave_data = isinstance(refusal, DataStays)
            self.add_error(None, str(refusal))
        return None

    def _store(self) -> UUID:
        if self.instance._state.adding:
            return endpoint_changes.register(self._owner, self.cleaned_data).pk
        self.is_reconnected = endpoint_changes.change(
            self.instance.pk,
            self.cleaned_data,
            leave_data="leave_data" in self.data,
        )
        return self.instance.pk


def _limited_to_tls_1_0() -> list[str]:
    found = (family.limited_to_tls_1_0 for family in FAMILIES.values())
    return [str(releases) for releases in found if releases]


def _checked(clean: Callable[[str], str], text: str) -> str:
    try:
        return clean(text)
    except ValueError as error:
        raise ValidationError(str(error)) from error
