"""Series of results, what changes in them, and the rules that watch them."""

from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from benchruns.findings import gravest
from benchruns.models import Regression, RegressionRule, Series
from benchruns.trends.notice import percent_of
from benchruns.trends.rules import (
    LEAST_PERCENT,
    MOST_PERCENT,
    MOST_REPEATS,
    PERCENT,
    REPEATS,
)
from benchruns.trends.trend import OfVersion, Point, Shift, Trend
from benchruns.vocabulary import RegressionState, Visibility, WatchedFigure
from portal.api.fields import (
    Choice,
    Flag,
    Identifier,
    Integer,
    KnownText,
    Number,
    StrictSerializer,
)
from portal.web import permissions

Json = dict[str, Any]  # JSON values


class SeriesSerializer(serializers.ModelSerializer[Series]):
    """Results of the same endpoint, workload and parameters."""

    engine = serializers.CharField(source="endpoint.engine")
    endpoint = serializers.SerializerMethodField()
    parameters = serializers.DictField()

    class Meta:
        model = Series
        fields = ["id", "engine", "workload", "parameters", "endpoint", "created_at"]
        read_only_fields = fields

    @extend_schema_field({"type": ["string", "null"], "format": "uuid"})
    def get_endpoint(self, series: Series) -> str | None:
        """For its owner and staff, else null."""
        user = self.context["request"].user
        is_own = permissions.is_owner_or_staff(user, series.endpoint.owner_id)
        return str(series.endpoint_id) if is_own else None


class ChangeSerializer(serializers.Serializer[Json]):
    """A condition that is not what it was."""

    kind = serializers.ChoiceField(
        choices=["server", "setting", "tool", "client", "data"]
    )
    name = serializers.CharField()
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)


class TrendPointSerializer(serializers.Serializer[Json]):
    result = serializers.UUIDField()
    run = serializers.UUIDField(allow_null=True)
    measured_at = serializers.DateTimeField()
    value = serializers.FloatField()
    engine_version_full = serializers.CharField()
    regime = serializers.CharField(allow_null=True)
    visibility = serializers.ChoiceField(choices=Visibility.choices)
    excluded = serializers.BooleanField()
    doubt = serializers.CharField(
        allow_null=True, help_text="As its result has it; null where nothing is."
    )
    changes = ChangeSerializer(many=True, help_text="Since the point before.")


class ChangePointSerializer(serializers.Serializer[Json]):
    """The level changes from ``result`` on; levels are medians of counted points."""

    result = serializers.UUIDField()
    measured_at = serializers.DateTimeField()
    before = serializers.FloatField()
    after = serializers.FloatField()
    percent = serializers.FloatField(allow_null=True, help_text="Signed.")
    is_worse = serializers.BooleanField()
    doubt = serializers.CharField(
        allow_null=True,
        help_text="The gravest of the points of both levels; null where nothing is.",
    )
    changes = ChangeSerializer(many=True, help_text="Since the counted point before.")


class VersionSerializer(serializers.Serializer[Json]):
    """Counted figures of one server version."""

    engine_version_full = serializers.CharField()
    count = serializers.IntegerField()
    median = serializers.FloatField()
    q1 = serializers.FloatField(allow_null=True)
    q3 = serializers.FloatField(allow_null=True)
    lowest = serializers.FloatField()
    highest = serializers.FloatField()
    doubt = serializers.CharField(
        allow_null=True, help_text="The gravest of its figures; null where nothing is."
    )


class RegressionRuleSerializer(serializers.ModelSerializer[RegressionRule]):
    series = serializers.UUIDField(source="series_id")
    evaluated_at = serializers.DateTimeField(
        allow_null=True, help_text="Null: it is looked at within a minute."
    )

    class Meta:
        model = RegressionRule
        fields = [
            "id",
            "series",
            "figure",
            "threshold_percent",
            "repeats",
            "is_active",
            "sends_mail",
            "created_at",
            "evaluated_at",
        ]
        read_only_fields = fields


class RegressionRuleChangeSerializer(StrictSerializer):
    """What of a rule can change; keys that are left out stay."""

    threshold_percent = Number(
        min_value=LEAST_PERCENT,
        max_value=MOST_PERCENT,
        required=False,
        help_text="Worse by at least so much than the median of the last ten.",
    )
    repeats = Integer(
        min_value=1,
        max_value=MOST_REPEATS,
        required=False,
        help_text="Results in a row that confirm it.",
    )
    is_active = Flag(required=False)
    sends_mail = Flag(required=False)


class RegressionRuleRequestSerializer(StrictSerializer):
    series = Identifier()
    figure = Choice(choices=WatchedFigure.choices)
    threshold_percent = Number(
        min_value=LEAST_PERCENT, max_value=MOST_PERCENT, default=float(PERCENT)
    )
    repeats = Integer(min_value=1, max_value=MOST_REPEATS, default=REPEATS)
    is_active = Flag(default=True)
    sends_mail = Flag(default=False)


class RegressionSerializer(serializers.ModelSerializer[Regression]):
    rule = serializers.UUIDField(source="rule_id")
    figure = serializers.ChoiceField(
        source="rule.figure", choices=WatchedFigure.choices
    )
    state = serializers.ChoiceField(choices=RegressionState.choices)
    result = serializers.UUIDField(
        source="first_result_id", help_text="The first that is worse."
    )
    percent = serializers.SerializerMethodField()
    doubt = KnownText(
        help_text="The gravest of the results that it rests on; null where nothing is."
    )

    class Meta:
        model = Regression
        fields = [
            "id",
            "rule",
            "figure",
            "state",
            "result",
            "before",
            "after",
            "percent",
            "doubt",
            "seen",
            "found_at",
            "confirmed_at",
            "ended_at",
        ]
        read_only_fields = fields

    def get_percent(self, regression: Regression) -> float:
        return percent_of(regression)


class TrendSerializer(SeriesSerializer):
    """A series with the points of one figure, oldest first; the newest 200."""

    figure = serializers.CharField(help_text="That of the points.")
    unit = serializers.CharField()
    is_cut = serializers.BooleanField(help_text="There are older points.")
    points = TrendPointSerializer(many=True)
    change_points = ChangePointSerializer(many=True)
    versions = VersionSerializer(many=True)
    rules = RegressionRuleSerializer(many=True, help_text="One's own.")
    regressions = RegressionSerializer(many=True)

    class Meta(SeriesSerializer.Meta):
        fields = [
            *SeriesSerializer.Meta.fields,
            "figure",
            "unit",
            "is_cut",
            "points",
            "change_points",
            "versions",
            "rules",
            "regressions",
        ]
        read_only_fields = fields


def described(trend: Trend) -> Json:
    """The keys of ``TrendSerializer`` that come from the points."""
    return {
        "figure": trend.metric.name,
        "unit": trend.metric.unit,
        "is_cut": trend.is_cut,
        "points": [_point(point) for point in trend.points],
        "change_points": [_shift(shift) for shift in trend.shifts()],
        "versions": [_version(each) for each in trend.versions()],
    }


def _point(point: Point) -> Json:
    result = point.result
    return {
        "result": result.pk,
        "run": result.run_id,
        "measured_at": result.measured_at,
        "value": point.value,
        "engine_version_full": result.engine_version_full,
        "regime": result.regime,
        "visibility": result.visibility,
        "excluded": point.is_excluded,
        "doubt": result.doubt or None,
        "changes": [asdict(change) for change in point.changes],
    }


def _shift(shift: Shift) -> Json:
    return {
        "result": shift.point.result.pk,
        "measured_at": shift.point.result.measured_at,
        "before": shift.before,
        "after": shift.after,
        "percent": shift.percent,
        "is_worse": shift.is_worse,
        "doubt": gravest(shift.doubts) or None,
        "changes": [asdict(change) for change in shift.changes],
    }


def _version(each: OfVersion) -> Json:
    return {
        "engine_version_full": each.version,
        "count": each.summary.count,
        "median": each.summary.median,
        **each.summary.quartiles,
        "lowest": each.summary.lowest,
        "highest": each.summary.highest,
        "doubt": each.doubt or None,
    }
