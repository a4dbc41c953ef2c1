"""Series over time, and the rules that watch them."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import PermissionDenied, ValidationError
from rest_framework.mixins import DestroyModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from benchruns.models import RegressionRule, Series
from benchruns.trends import rules as regression_rules
from benchruns.trends.figures import figures_of
from benchruns.trends.trend import trend_of
from portal.api.authentication import caller
from portal.api.faults import Faults
from portal.api.filters import RegressionRuleFilters, SeriesFilters
from portal.api.idempotency import idempotent
from portal.api.schema import IDEMPOTENCY_KEY
from portal.api.serializers.series import (
    RegressionRuleChangeSerializer,
    RegressionRuleRequestSerializer,
    RegressionRuleSerializer,
    RegressionSerializer,
    SeriesSerializer,
    TrendSerializer,
    described,
)
from portal.api.views.base import ReadOnlyRows
from portal.queries import trends as trend_queries
from portal.web.problems import Conflict

MOST_REGRESSIONS = 50
NO_SERIES = UUID(int=0)  # a body without one, which has this fault already
FIGURE = OpenApiParameter(
    "figure",
    description=(
        "Of the points: tps, qps or latency_p95_ms; of tpcc nopm, tpm, tps or "
        "latency_p95_ms. Without it tps; of tpcc nopm, on SQL Server tpm."
    ),
)


class SeriesViewSet(ReadOnlyRows[Series]):
    """One's own series, and those with public results; newest first."""

    is_public = True
    queryset = Series.objects.none()
    serializer_class = SeriesSerializer
    filterset_class = SeriesFilters

    def get_queryset(self) -> QuerySet[Series]:
        return trend_queries.visible(self.request.user)

    def known_query_names(self) -> frozenset[str]:
        names = super().known_query_names()
        return names | {"figure"} if self.action == "retrieve" else names

    @extend_schema(parameters=[FIGURE], responses=TrendSerializer)
    def retrieve(self, request: Request, pk: UUID) -> Response:
        """With its points, where their level changes, and what rules found."""
        series = self.get_object()
        figure = self._figure(series)
        user = request.user
        rules = series.rules.filter(owner_id=user.pk) if user.is_authenticated else ()
        found = trend_queries.seen_regressions(user).filter(rule__series=series)
        trend = trend_of(series, user=user, figure=figure)
        shown = {
            **self.get_serializer(series).data,
            **described(trend),
            "rules": RegressionRuleSerializer(rules, many=True).data,
            "regressions": RegressionSerializer(
                found[:MOST_REGRESSIONS], many=True
            ).data,
        }
        return Response(shown)

    def look_at_query(self, faults: Faults) -> None:
        super().look_at_query(faults)
        if self.action == "retrieve":
            with faults.gathered():
                self._figure(self.get_object())

    def _figure(self, series: Series) -> str:
        figures = figures_of(series)
        figure = self.request.query_params.get("figure", next(iter(figures)))
        if figure not in figures:
            message = _("Give one of: %(known)s.")
            known = ", ".join(figures)
            raise ValidationError({"figure": [message % {"known": known}]})
        return figure


class RegressionRuleViewSet(DestroyModelMixin, ReadOnlyRows[RegressionRule]):
    """One's own rules: when a series counts as worse; newest first."""

    queryset = RegressionRule.objects.none()
    serializer_class = RegressionRuleSerializer
    filterset_class = RegressionRuleFilters

    def get_queryset(self) -> QuerySet[RegressionRule]:
        own = RegressionRule.objects.filter(owner_id=caller(self.request).pk)
        return own.select_related("series")

    @extend_schema(
        request=RegressionRuleRequestSerializer,
        responses={201: RegressionRuleSerializer},
        parameters=[IDEMPOTENCY_KEY],
    )
    @idempotent
    def create(self, request: Request) -> Response:
        """Watches one figure of a series of one's own endpoint."""
        asked = RegressionRuleRequestSerializer(data=request.data)
        faults = Faults()
        with faults.gathered():
            asked.is_valid(raise_exception=True)
        columns = dict(asked.validated_data or asked.sound)
        with faults.gathered():
            series = self._watchable(columns.pop("series", NO_SERIES))
        faults.refuse()
        try:
            rule = regression_rules.add(series, owner=caller(request), **columns)
        except regression_rules.AlreadyWatched as refusal:
            raise Conflict(str(refusal)) from refusal
        except regression_rules.NotMeasured as refusal:
            raise ValidationError({"figure": [str(refusal)]}) from refusal
        return self.created(
            rule, self.get_serializer(rule).data, basename="regression-rule"
        )

    @extend_schema(
        request=RegressionRuleChangeSerializer, responses=RegressionRuleSerializer
    )
    def partial_update(self, request: Request, pk: UUID) -> Response:
        """The series is looked at anew, by the new limits."""
        rule = self.get_object()
        asked = RegressionRuleChangeSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        regression_rules.change(rule, **asked.validated_data)
        return Response(self.get_serializer(rule).data)

    def _watchable(self, series_id: UUID) -> Series:
        found: Any = trend_queries.visible(self.request.user).filter(pk=series_id)
        series: Series | None = found.first()
        if series is None:
            text = _("There is no such series, or you may not see it.")
            raise ValidationError({"series": [text]})
        if not regression_rules.may_watch(self.request.user, series):
            raise PermissionDenied(_("This series belongs to another user."))
        return series
