"""The one ``figures`` object: all keys always, null where a figure is not known.

And the histogram that stands behind its latencies.
"""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from benchruns.figures.histograms import Histogram
from benchruns.figures.metrics import COUNTS, FIGURE_NAMES, Figures, as_written
from benchruns.models import Result
from benchruns.results.histograms import Latencies

UNKNOWN = Figures().as_dict()
Json = dict[str, Any]  # JSON values


class Figure(serializers.FloatField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(read_only=True, allow_null=True, **kwargs)


class Count(Figure):
    """Whole where it is whole: 5661264 rather than 5661264.0."""

    def to_representation(self, value: Any) -> Any:
        return as_written(str(self.field_name), value)


class FiguresSerializer(serializers.Serializer[Any]):  # any row with the columns
    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {name: Count() if name in COUNTS else Figure() for name in FIGURE_NAMES}


class PercentileSerializer(serializers.Serializer[Json]):
    percentile = serializers.FloatField(
        help_text=_("How many percent of the transactions took no longer.")
    )
    latency_ms = serializers.FloatField(help_text=_("Their longest time, in ms."))


class BucketSerializer(serializers.Serializer[Json]):
    latency_ms = serializers.FloatField(
        help_text=_("The time that stands for the bucket, in ms.")
    )
    count = serializers.IntegerField(help_text=_("How many transactions took it."))


class TogetherSerializer(serializers.Serializer[Json]):
    """All transactions of repeats, added bucket by bucket."""

    results = serializers.IntegerField(help_text=_("How many repeats are in it."))
    without_histogram = serializers.IntegerField(
        help_text=_("How many that count have no histogram, and are not in it.")
    )
    transactions = serializers.IntegerField()
    percentiles = PercentileSerializer(many=True)


class HistogramSerializer(serializers.Serializer[Json]):
    result = serializers.UUIDField()
    counted_by = serializers.CharField(
        help_text=_(
            "`sysbench` (its histogram: buckets 1.8 % apart), `pgbench_log` (its log "
            "of transactions: within 0.1 %) or `hdr` (of benchbook-tpcc: within 0.1 %)."
        )
    )
    share = serializers.FloatField(
        help_text=_("Which share of the transactions was counted: 1 is all.")
    )
    transactions = serializers.IntegerField(
        help_text=_("How many transactions were counted.")
    )
    percentiles = PercentileSerializer(many=True)
    buckets = BucketSerializer(many=True)
    repeats = TogetherSerializer(
        allow_null=True,
        help_text=_("Null where fewer than two repeats can be counted together."),
    )


def histogram_body(result: Result, found: Latencies) -> Json:
    """``found`` has a histogram of its own."""
    own = found.own
    assert own is not None  # noqa: S101 - said above
    return {
        "result": result.pk,
        "counted_by": own.source,
        "share": own.share,
        "transactions": own.events,
        "percentiles": _percentiles(own),
        "buckets": [
            {"latency_ms": ms, "count": count} for ms, count in own.milliseconds
        ],
        "repeats": _together(found),
    }


def _together(found: Latencies) -> Json | None:
    if found.together is None:
        return None
    return {
        "results": found.counted,
        "without_histogram": found.lacking,
        "transactions": found.together.events,
        "percentiles": _percentiles(found.together),
    }


def _percentiles(histogram: Histogram) -> list[Json]:
    return [
        {"percentile": each, "latency_ms": ms} for each, ms in histogram.curve().items()
    ]
