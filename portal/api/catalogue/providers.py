"""Who sells or runs databases: open to everybody, entered by staff."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from benchruns.catalogue.entry.entries import change_provider, enter_provider
from benchruns.models import Provider
from portal.api.catalogue.entry import refused_by_field, staff_of
from portal.api.catalogue.requests import ProviderRequestSerializer
from portal.api.fields import KnownText
from portal.api.filters import ProviderFilters
from portal.api.idempotency import idempotent
from portal.api.pagination import ByName
from portal.api.schema import IDEMPOTENCY_KEY
from portal.api.views.base import ReadOnlyRows


class ProviderSerializer(serializers.ModelSerializer[Provider]):
    slug = serializers.CharField()  # may hold a dot
    source_text = KnownText(help_text="Where staff read it; null for papers' own.")

    class Meta:
        model = Provider
        fields = ["slug", "name", "source_text", "stated_on", "entered_at"]
        read_only_fields = fields


class ProviderViewSet(ReadOnlyRows[Provider]):
    """Who sells or runs databases. An endpoint names one by its ``slug``."""

    is_public = True
    queryset = Provider.objects.all()
    serializer_class = ProviderSerializer
    filterset_class = ProviderFilters
    pagination_class = ByName
    lookup_field = "slug"
    lookup_value_converter = "name"

    @extend_schema(
        request=ProviderRequestSerializer,
        responses={201: ProviderSerializer},
        parameters=[IDEMPOTENCY_KEY],
    )
    @idempotent
    def create(self, request: Request) -> Response:
        """Enters a provider; for staff."""
        staff = staff_of(request)
        asked = ProviderRequestSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        with refused_by_field():
            provider = enter_provider(asked.validated_data, user=staff)
        return self.created(provider, self._show(provider), basename="provider")

    @extend_schema(request=ProviderRequestSerializer, responses=ProviderSerializer)
    def partial_update(self, request: Request, slug: str) -> Response:
        """Name and source of one that no paper brought; for staff."""
        staff = staff_of(request)
        asked = ProviderRequestSerializer(data=request.data, partial=True)
        asked.is_valid(raise_exception=True)
        try:
            with refused_by_field():
                provider = change_provider(slug, asked.validated_data, user=staff)
        except Provider.DoesNotExist as error:
            raise Http404 from error
        return Response(self._show(provider))

    def _show(self, provider: Provider) -> dict[str, Any]:  # JSON values
        return dict(self.get_serializer(provider).data)
