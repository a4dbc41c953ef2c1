"""An endpoint as it is registered or changed."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from benchruns.endpoints import changes as endpoint_changes
from benchruns.endpoints.certificates import clean_authority
from benchruns.endpoints.fields import (
    clean_host,
    clean_metrics_url,
    clean_name,
    clean_password,
)
from benchruns.engines import ENGINE_CHOICES
from benchruns.errors import FieldError, NotAllowed
from benchruns.limits.door import LimitReached
from benchruns.models import Endpoint, Provider
from benchruns.vocabulary import Tls
from portal.api.fields import (
    Choice,
    CleanText,
    Flag,
    Integer,
    Line,
    Number,
    StrictSerializer,
)
from portal.api.generators.labels import AskedLabels
from portal.web.problems import Conflict


class Remark(Line):
    """An optional short text; null is the same as empty."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, allow_blank=True, allow_null=True, **kwargs)


class MetricsUrl(CleanText):
    """An optional address; null is the same as empty."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            clean_metrics_url,
            required=False,
            allow_blank=True,
            allow_null=True,
            **kwargs,
        )


class EndpointRequestSerializer(StrictSerializer):
    name = Line(max_length=120)
    engine = Choice(choices=ENGINE_CHOICES)
    host = CleanText(clean_host, max_length=255)
    port = Integer(min_value=1, max_value=65_535)
    username = CleanText(clean_name, max_length=128)
    password = CleanText(
        clean_password, max_length=256, allow_blank=True, write_only=True
    )
    database = CleanText(clean_name, max_length=64)
    tls = Choice(choices=Tls.choices, required=False)
    tls_ca = CleanText(
        clean_authority,
        required=False,
        allow_blank=True,
        help_text="The authority of the server's certificate, in PEM; 64 kB at most.",
    )
    allow_tls_1_0 = Flag(
        required=False,
        help_text="For a server that speaks nothing newer. It can be broken.",
    )
    allow_cleartext_password = Flag(
        required=False,
        help_text="Sends the password itself to a server that asks for it, "
        "without verified TLS too.",
    )
    instance_class = Line(
        max_length=120,
        required=False,
        allow_null=True,
        help_text="Its code; with provider where several sell it.",
    )
    provider = Line(max_length=50, required=False, allow_null=True)
    vcpus = Integer(min_value=1, max_value=100_000, required=False, allow_null=True)
    memory_gb = Number(
        min_value=0.01, max_value=1_000_000, required=False, allow_null=True
    )
    region = Remark(max_length=80)
    zone = Remark(max_length=80)
    network = Remark(max_length=80)
    storage = Remark(max_length=80)
    edition = Remark(max_length=120)
    metrics_url = MetricsUrl(
        max_length=500,
        help_text="Of an exporter for Prometheus on the server's machine.",
    )
    generator_labels = AskedLabels(
        required=False,
        help_text="Labels that the load generators of its runs have to have:",
    )

    consent = Flag(
        required=False,
        help_text="To what runs do there, see what_runs_do; false withdraws it.",
    )

    def validate_provider(self, slug: str | None) -> Provider | None:
        if slug is None:
            return None
        provider = Provider.objects.filter(pk=slug).first()
        if provider is None:
            known = ", ".join(Provider.objects.values_list("slug", flat=True))
            raise ValidationError(
                _("There is no such provider: staff can enter it. Known: %(known)s.")
                % {"known": known}
            )
        return provider

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:  # values by key
        for name, field in self.fields.items():
            if isinstance(field, Remark | MetricsUrl) and attrs.get(name, "") is None:
                attrs[name] = ""
        code = attrs.get("instance_class")
        if code is not None:
            engine = str(attrs.get("engine") or getattr(self.instance, "engine", ""))
            if not engine:  # a fault of its own, without which no class is found
                return attrs
            with _told_by_field():
                attrs["instance_class"] = endpoint_changes.find_class(
                    code, engine=engine, provider=attrs.get("provider")
                )
        return attrs

    def create(self, validated_data: dict[str, Any]) -> Endpoint:
        with _told_by_field():
            return endpoint_changes.register(
                self.context["request"].user, validated_data
            )

    def update(self, instance: Endpoint, validated_data: dict[str, Any]) -> Endpoint:
        with _told_by_field():
            endpoint_changes.change(
                instance.pk, validated_data, leave_data=self.context["leave_data"]
            )
        return instance


@contextmanager
def _told_by_field() -> Iterator[None]:
    try:
        yield
    except FieldError as refusal:
        raise ValidationError({refusal.field: [refusal.message]}) from refusal
    except endpoint_changes.EndpointGone as gone:
        raise Http404 from gone
    except LimitReached:  # tells by itself how it is answered
        raise
    except NotAllowed as refusal:
        raise Conflict(str(refusal)) from refusal
