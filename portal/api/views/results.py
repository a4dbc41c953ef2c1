"""Results: published, measured and submitted rows; outliers can be left out."""

import logging
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from benchruns.errors import NotAllowed
from benchruns.models import Result
from benchruns.results.histograms import latencies_of
from benchruns.results.readable import (
    Unreadable,
    left_out_text,
    only_readable,
    require_readable,
)
from benchruns.results.repeats import repeats_of
from benchruns.trends import exclusions
from portal.api.filters import ResultFilters
from portal.api.idempotency import idempotent
from portal.api.schema import IDEMPOTENCY_KEY
from portal.api.serializers.figures import HistogramSerializer, histogram_body
from portal.api.serializers.results import ExclusionRequestSerializer, ResultSerializer
from portal.api.views.base import ReadOnlyRows
from portal.queries import rows as queries
from portal.web import permissions
from portal.web.problems import Conflict

logger = logging.getLogger(__name__)


class ResultViewSet(ReadOnlyRows[Result]):
    """Public results, and one's own; newest first.

    A list has the current ones alone unless it is asked for another ``status``.
    """

    is_public = True
    queryset = Result.objects.none()
    serializer_class = ResultSerializer
    filterset_class = ResultFilters

    def get_queryset(self) -> QuerySet[Result]:
        is_list = self.action == "list"
        if is_list and "status" not in self.request.query_params:
            return queries.results(self.request.user)
        return queries.results_at_address(self.request.user)

    def get_object(self) -> Result:
        result = super().get_object()
        try:
            require_readable(result)
        except Unreadable as error:
            logger.exception("result %s cannot be shown", result.pk)
            raise NotFound(left_out_text(1)) from error
        return result

    def paginate_queryset(self, queryset: Any) -> Any:  # as REST framework has it
        return self.dressed(super().paginate_queryset(queryset) or ())

    def dressed(self, rows: Sequence[Result]) -> Sequence[Result]:
        self.found = only_readable(rows)
        return self.found.rows

    def get_paginated_response(self, data: Any) -> Response:
        """``left_out`` counts the results of the page that cannot be shown, if any."""
        response = super().get_paginated_response(data)
        if self.found.left_out:
            response.data["left_out"] = self.found.left_out
        return response

    @extend_schema(
        request=ExclusionRequestSerializer,
        responses=ResultSerializer,
        parameters=[IDEMPOTENCY_KEY],
    )
    @action(detail=True, methods=["post"])
    @idempotent
    def exclude(self, request: Request, pk: UUID) -> Response:
        """Leaves an outlier out of medians and best figures; it stays to be seen."""
        result = self._own()
        body = ExclusionRequestSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        try:
            exclusions.exclude(
                result.pk, by=request.user, reason=body.validated_data["reason"]
            )
        except NotAllowed as refusal:
            raise Conflict(str(refusal)) from refusal
        return Response(self._show(result.pk))

    @extend_schema(
        request=None, responses=ResultSerializer, parameters=[IDEMPOTENCY_KEY]
    )
    @action(detail=True, methods=["post"])
    @idempotent
    def include(self, request: Request, pk: UUID) -> Response:
        """Counts an excluded result again."""
        self.refuse_body(request)
        result = self._own()
        try:
            exclusions.include(result.pk, by=request.user)
        except NotAllowed as refusal:
            raise Conflict(str(refusal)) from refusal
        return Response(self._show(result.pk))

    @extend_schema(responses=HistogramSerializer)
    @action(detail=True, filter_backends=[], filterset_class=None)
    def histogram(self, request: Request, pk: UUID) -> Response:
        """The latencies of its transactions, bucket by bucket, as its tool counted them.

        With percentiles, and those of all its repeats counted together: a percentile of
        several runs is that of all their transactions.
        """
        result = self.get_object()
        repeats = repeats_of([result], user=request.user)
        found = latencies_of([result], repeats)[result.pk]
        if found.own is None:
            raise NotFound(_("No histogram of latencies is kept of this result."))
        return Response(HistogramSerializer(histogram_body(result, found)).data)

    def _own(self) -> Result:
        result = self.get_object()
        is_own = permissions.is_owner_or_staff(self.request.user, result.owner_id)
        if not is_own and result.owner_id is not None:
            raise PermissionDenied(_("This result belongs to another user."))
        return result

    def _show(self, result_id: UUID) -> dict[str, Any]:  # JSON values
        result = self.get_queryset().get(pk=result_id)
        return dict(self.get_serializer(result).data)
