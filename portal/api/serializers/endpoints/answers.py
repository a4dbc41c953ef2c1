"""Endpoints as their owner sees them; a password goes in and never out."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from benchruns.emergency import stop
from benchruns.endpoints import bounds
from benchruns.engines import ENGINES
from benchruns.models import Check, Endpoint
from benchruns.sentences import emergency
from benchruns.sentences.endpoints import check_message, what_runs_do
from portal.api.fields import KnownText
from portal.queries.endpoints import last_check


class CheckSerializer(serializers.ModelSerializer[Check]):
    """What a check found; all is null while no worker has answered."""

    ok = serializers.BooleanField(allow_null=True)
    code = KnownText(help_text="The reason of a failure, for programs.")
    message = serializers.SerializerMethodField()
    detail = KnownText(help_text="The server's own words, where it said any.")
    checked_at = serializers.DateTimeField(source="finished_at", allow_null=True)
    server = serializers.SerializerMethodField()
    missing_privileges = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = Check
        fields = [
            "ok",
            "code",
            "message",
            "detail",
            "checked_at",
            "server",
            "missing_privileges",
        ]
        read_only_fields = fields

    def get_message(self, check: Check) -> str:
        if check.finished_at is None:
            if (standing := stop.standing()) is not None:
                return emergency.check_waits(standing)
            return _(
                "No worker has finished the check yet. Look at the endpoint's "
                "last_check in a while."
            )
        return check_message(check.code, check.values)

    @extend_schema_field({"type": ["object", "null"]})
    def get_server(self, check: Check) -> dict[str, Any] | None:
        """Engine, version, buffer, durability settings; null where none answered."""
        return check.server or None


class EndpointSerializer(serializers.ModelSerializer[Endpoint]):
    owner = serializers.CharField(source="owner.username")
    tls_ca = KnownText(help_text="The authority's certificate, in PEM.")
    instance_class = KnownText(source="instance_class.code", default=None)
    provider = KnownText(source="provider_id")
    vcpus = serializers.SerializerMethodField()
    memory_gb = serializers.SerializerMethodField()
    region = KnownText()
    zone = KnownText()
    network = KnownText()
    storage = KnownText()
    edition = KnownText()
    metrics_url = KnownText()
    generator_labels = serializers.DictField(child=serializers.CharField())
    what_runs_do = serializers.SerializerMethodField()
    consent = serializers.BooleanField(source="has_consent")
    consent_at = serializers.DateTimeField(allow_null=True)
    consent_by = KnownText(source="consent_by.username", default=None)
    last_check = serializers.SerializerMethodField()

    class Meta:
        model = Endpoint
        fields = [
            "id",
            "name",
            "owner",
            "engine",
            "host",
            "port",
            "username",
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
            "generator_labels",
            "what_runs_do",
            "consent",
            "consent_at",
            "consent_by",
            "last_check",
            "created_at",
        ]
        read_only_fields = fields

    def get_vcpus(self, endpoint: Endpoint) -> int | None:
        sold = endpoint.instance_class
        return sold.vcpus if sold else endpoint.vcpus

    def get_memory_gb(self, endpoint: Endpoint) -> float | None:
        sold = endpoint.instance_class
        return sold.memory_gb if sold else endpoint.memory_gb

    def get_what_runs_do(self, endpoint: Endpoint) -> str:
        """What consent is given to, by what the last check found."""
        last = last_check(endpoint)
        family = ENGINES[endpoint.engine].family
        return what_runs_do(bounds.of_server(family, last.server if last else {}))

    @extend_schema_field(CheckSerializer(allow_null=True))
    def get_last_check(self, endpoint: Endpoint) -> dict[str, Any] | None:
        """Null before the first check and after a change of the connection."""
        last = last_check(endpoint)
        return CheckSerializer(last).data if last else None
