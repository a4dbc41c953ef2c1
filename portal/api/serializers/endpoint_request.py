"""An endpoint as it is registered or changed."""

from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from benchruns import registration
from benchruns.endpoint_fields import clean_host, clean_name, clean_password
from benchruns.engines import ENGINES, EngineName
from benchruns.models import Endpoint, InstanceClass, Provider
from benchruns.vocabulary import Tls
from portal.api.fields import (
    Choice,
    CleanText,
    Integer,
    Number,
    StrictSerializer,
    Text,
)


class Remark(Text):
    """An optional short text; null is the same as empty."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, allow_blank=True, allow_null=True, **kwargs)


class EndpointRequestSerializer(StrictSerializer):
    name = Text(max_length=120)
    engine = Choice(choices=EngineName.choices)
    host = CleanText(clean_host, max_length=255)
    port = Integer(min_value=1, max_value=65_535)
    username = CleanText(clean_name, max_length=128)
    password = CleanText(
        clean_password, max_length=256, allow_blank=True, write_only=True
    )
    database = CleanText(clean_name, max_length=64)
    tls = Choice(choices=Tls.choices, required=False)
    instance_class = Text(
        max_length=120,
        required=False,
        allow_null=True,
        help_text="Its code; with provider where several sell it.",
    )
    provider = Text(max_length=50, required=False, allow_null=True)
    vcpus = Integer(min_value=1, max_value=100_000, required=False, allow_null=True)
    memory_gb = Number(
        min_value=0.01, max_value=1_000_000, required=False, allow_null=True
    )
    region = Remark(max_length=80)
    zone = Remark(max_length=80)
    network = Remark(max_length=80)
    storage = Remark(max_length=80)
    edition = Remark(max_length=120)

    def validate_engine(self, engine: str) -> str:
        if engine == EngineName.SQLSERVER:
            raise ValidationError(_("SQL Server endpoints come later."))
        return engine

    def validate_name(self, name: str) -> str:
        others = Endpoint.objects.kept().filter(owner=self._owner, name=name)
        if self.instance is not None:
            others = others.exclude(pk=self.instance.pk)
        if others.exists():
            raise ValidationError(_name_is_taken())
        return name

    @property
    def _owner(self) -> Any:  # the user model of the settings
        return self.context["request"].user

    def validate_provider(self, slug: str | None) -> Provider | None:
        if slug is None:
            return None
        provider = Provider.objects.filter(pk=slug).first()
        if provider is None:
            known = ", ".join(Provider.objects.values_list("slug", flat=True))
            raise ValidationError(
                _("There is no such provider. Known: %(known)s.") % {"known": known}
            )
        return provider

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:  # values by key
        for name, field in self.fields.items():
            if isinstance(field, Remark) and attrs.get(name, "") is None:
                attrs[name] = ""
        code = attrs.get("instance_class")
        if code is not None:
            sold = self._find_class(code, attrs)
            attrs.update(instance_class=sold, provider=sold.provider)
        else:
            self._check_provider_of_class(attrs)
        self._check_size(attrs)
        return attrs

    def _find_class(self, code: str, attrs: dict[str, Any]) -> InstanceClass:
        """The one class of this code, of the endpoint's engine or its family."""
        engine = str(attrs.get("engine") or getattr(self.instance, "engine", ""))
        sold = InstanceClass.objects.filter(code=code).select_related("provider")
        if provider := attrs.get("provider"):
            sold = sold.filter(provider=provider)
        found = [one for one in sold if one.engine == engine] or [
            one for one in sold if ENGINES[one.engine].family == ENGINES[engine].family
        ]
        if not found:
            raise _refused(
                "instance_class", _("There is no class of this code for this engine.")
            )
        if len(found) > 1:
            sellers = ", ".join(sorted({one.provider_id for one in found}))
            raise _refused(
                "instance_class",
                _("Several providers sell it: give provider as well, one of %(known)s.")
                % {"known": sellers},
            )
        return found[0]

    def _check_provider_of_class(self, attrs: dict[str, Any]) -> None:
        """A new provider does not fit the class that stays."""
        if self.instance is None or "instance_class" in attrs:
            return
        sold = self.instance.instance_class
        if sold and "provider" in attrs and attrs["provider"] != sold.provider:
            raise _refused(
                "provider",
                _("The instance class is of another provider: change it as well."),
            )

    def _check_size(self, attrs: dict[str, Any]) -> None:
        sold = attrs.get(
            "instance_class", getattr(self.instance, "instance_class", None)
        )
        for name in ("vcpus", "memory_gb") if sold else ():
            given = attrs.get(name)
            if given is not None and given != getattr(sold, name):
                raise _refused(
                    name,
                    _("The instance class has %(value)g. Leave this out.")
                    % {"value": getattr(sold, name)},
                )

    def create(self, validated_data: dict[str, Any]) -> Endpoint:
        endpoint = Endpoint(owner=self._owner)
        _assign(endpoint, validated_data)
        _save(endpoint)
        return endpoint

    def update(self, instance: Endpoint, validated_data: dict[str, Any]) -> Endpoint:
        changed = {
            name
            for name, value in validated_data.items()
            if getattr(instance, name) != value
        }
        _assign(instance, validated_data)
        with transaction.atomic():
            _save(instance)
            if changed & registration.CONNECTION_FIELDS:
                registration.forget_checks(instance)
        return instance


def _assign(endpoint: Endpoint, values: dict[str, Any]) -> None:
    for name, value in values.items():
        setattr(endpoint, name, value)


def _save(endpoint: Endpoint) -> None:
    try:
        with transaction.atomic():
            endpoint.save()
    except IntegrityError as error:
        raise _refused("name", _name_is_taken()) from error


def _name_is_taken() -> str:
    return _("You have an endpoint of this name already.")


def _refused(field: str, message: str) -> ValidationError:
    return ValidationError({field: [message]})
