"""Instance classes with their best figures; staff enter them."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from benchruns.catalogue.entry.entries import change_class, enter_class
from benchruns.models import InstanceClass
from portal.api.catalogue.entry import refused_by_field, staff_of
from portal.api.catalogue.requests import InstanceClassRequestSerializer
from portal.api.filters import InstanceClassFilters
from portal.api.idempotency import idempotent
from portal.api.pagination import SmallestFirst
from portal.api.schema import IDEMPOTENCY_KEY
from portal.api.serializers.catalog import (
    InstanceClassDetailSerializer,
    InstanceClassSerializer,
)
from portal.api.views.base import ReadOnlyRows
from portal.queries import rows as queries


class InstanceClassViewSet(ReadOnlyRows[InstanceClass]):
    """Sizes that providers sell, smallest first, each with its best figures.

    Staff enter them; of one that a paper states they add what papers do not state.
    """

    is_public = True
    queryset = queries.instance_classes()
    serializer_class = InstanceClassSerializer
    filterset_class = InstanceClassFilters
    pagination_class = SmallestFirst

    def get_serializer_class(self) -> type[BaseSerializer[InstanceClass]]:
        if self.action == "list":
            return InstanceClassSerializer
        return InstanceClassDetailSerializer

    def paginate_queryset(self, queryset: Any) -> Any:  # Any: as REST framework has it
        return self.dressed(super().paginate_queryset(queryset) or [])

    def dressed(self, rows: Sequence[InstanceClass]) -> Sequence[InstanceClass]:
        return queries.with_best_figures(rows, self.request.user)

    def get_object(self) -> InstanceClass:
        return self._with_figures(super().get_object())

    @extend_schema(
        request=InstanceClassRequestSerializer,
        responses={201: InstanceClassDetailSerializer},
        parameters=[IDEMPOTENCY_KEY],
    )
    @idempotent
    def create(self, request: Request) -> Response:
        """Enters a class; for staff."""
        staff = staff_of(request)
        asked = InstanceClassRequestSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        with refused_by_field():
            sold = enter_class(asked.validated_data, user=staff)
        return self.created(sold, self._show(sold), basename="instance-class")

    @extend_schema(
        request=InstanceClassRequestSerializer, responses=InstanceClassDetailSerializer
    )
    def partial_update(self, request: Request, pk: UUID) -> Response:
        """Some values; for staff."""
        staff = staff_of(request)
        asked = InstanceClassRequestSerializer(data=request.data, partial=True)
        asked.is_valid(raise_exception=True)
        try:
            with refused_by_field():
                sold = change_class(pk, asked.validated_data, user=staff)
        except InstanceClass.DoesNotExist as error:
            raise Http404 from error
        return Response(self._show(sold))

    def _show(self, sold: InstanceClass) -> dict[str, Any]:  # JSON values
        found = self._with_figures(self.get_queryset().get(pk=sold.pk))
        return dict(self.get_serializer(found).data)

    def _with_figures(self, sold: InstanceClass) -> InstanceClass:
        viewer = self.request.user
        return queries.with_best_figures([sold], viewer, repeated=True)[0]
