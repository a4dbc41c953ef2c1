"""Prepared data that is kept on servers: to look at, and to drop."""

from http import HTTPStatus
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from benchruns.errors import NotAllowed
from benchruns.models import DataSet
from portal.actions import data_sets as actions
from portal.api.authentication import caller
from portal.api.filters import DataSetFilters
from portal.api.serializers.data_sets import DataSetSerializer
from portal.api.views.base import ReadOnlyRows
from portal.queries import rows as queries
from portal.web.problems import Conflict


class DataSetViewSet(ReadOnlyRows[DataSet]):
    """Data sets on one's own endpoints, for staff on all; newest first."""

    queryset = DataSet.objects.none()
    serializer_class = DataSetSerializer
    filterset_class = DataSetFilters
    conflicting_actions = frozenset({"destroy"})

    def get_queryset(self) -> QuerySet[DataSet]:
        return queries.data_sets(self.request.user)

    @extend_schema(responses={202: DataSetSerializer})
    def destroy(self, request: Request, pk: UUID) -> Response:
        """A worker drops it soon: it is `dropping`, and gone from here afterwards."""
        data_set = self.get_object()
        try:
            actions.drop(data_set, by=caller(request))
        except NotAllowed as refusal:
            raise Conflict(str(refusal)) from refusal
        data_set.refresh_from_db(fields=["drop_requested_at"])
        shown = self.get_serializer(data_set).data
        return Response(shown, status=HTTPStatus.ACCEPTED)
