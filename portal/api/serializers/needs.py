"""Which classes reached what is needed: found, not proven, just missed."""

from typing import Any

from rest_framework import serializers

from benchruns.catalogue.needs.medians import Middle
from benchruns.catalogue.needs.need import MISSED, UNPROVEN, Need
from benchruns.catalogue.needs.report import Candidate, NeedReport
from benchruns.catalogue.needs.versions import OfVersion
from benchruns.catalogue.pricing.prices import is_stale
from benchruns.results.row import Row
from portal.api.fields import KnownText
from portal.wording.needs import answer_of, reason_text

JsonObject = dict[str, Any]  # JSON values


class NeedSerializer(serializers.Serializer[Need]):
    """As it was understood; null asks for nothing."""

    tps = serializers.FloatField()
    regime = serializers.CharField()
    p95_ms = serializers.FloatField(allow_null=True)
    engine = KnownText()
    engine_version = serializers.CharField(
        allow_null=True, help_text="Empty: those whose source names none."
    )
    workload = serializers.CharField()
    provider = KnownText()
    provenance = KnownText()
    budget = serializers.FloatField(allow_null=True)
    currency = KnownText(source="choice.currency", default=None)
    region = KnownText(source="choice.region", default=None)
    term = KnownText(source="choice.term", default=None)


class UndoubtedSerializer(serializers.Serializer[Row]):
    result = serializers.UUIDField(source="id")
    engine_version = KnownText()
    tps = serializers.FloatField(source="figures.tps")
    threads = serializers.IntegerField(allow_null=True)
    duration_s = serializers.FloatField(source="seconds", allow_null=True)


class RepeatsSerializer(serializers.Serializer[Middle]):
    """Of measurements under the same conditions, on one occasion."""

    count = serializers.IntegerField()
    median_tps = serializers.FloatField(source="tps")
    lowest_tps = serializers.FloatField(source="lowest")
    highest_tps = serializers.FloatField(source="highest")
    median_p95_ms = serializers.FloatField(source="p95_ms", allow_null=True)


class EvidenceSerializer(serializers.Serializer[Candidate]):
    """The one result that tells, and how many of its class did or did not."""

    result = serializers.UUIDField(source="result.pk")
    provenance = serializers.CharField(
        source="result.provenance",
        help_text="The regime of what is submitted is as its submitter claims.",
    )
    engine = serializers.CharField(source="result.engine")
    engine_version = KnownText(source="result.engine_version")
    regime = serializers.CharField(source="result.regime", allow_null=True)
    tps = serializers.FloatField(
        help_text="Where the class was repeated and reached it, if not by that median: "
        "the median of its `repeats`."
    )
    times_needed = serializers.FloatField(
        source="share", help_text="TPS over what is needed."
    )
    latency_p95_ms = serializers.FloatField(
        source="p95_ms", allow_null=True, help_text="A median where `tps` is one."
    )
    repeats = RepeatsSerializer(
        source="middle",
        allow_null=True,
        help_text="Those of the result, itself among them; null where it stands alone.",
    )
    threads = serializers.IntegerField(source="result.threads", allow_null=True)
    duration_s = serializers.FloatField(
        source="row.seconds", allow_null=True, help_text="How long it was measured."
    )
    data_bytes = serializers.IntegerField(source="row.data_bytes", allow_null=True)
    data_bytes_is_estimate = serializers.BooleanField(
        source="row.data_is_estimate", allow_null=True
    )
    findings = serializers.IntegerField(source="finding_count")
    doubt = KnownText(source="result.doubt", help_text="As of a result.")
    undoubted = UndoubtedSerializer(
        allow_null=True,
        help_text="Where it is in doubt: the fastest of the class that is not, if any.",
    )
    results_reached = serializers.IntegerField(source="reached")
    results_doubted = serializers.IntegerField(
        source="doubted", help_text="Would have reached it, were they not doubted."
    )
    results_not_reached = serializers.IntegerField(source="not_reached")


class NeededClassSerializer(serializers.Serializer[Candidate]):
    instance_class = serializers.CharField(source="instance_class.code")
    provider = serializers.CharField(source="instance_class.provider_id")
    engine = serializers.CharField(source="instance_class.engine")
    vcpus = serializers.IntegerField(source="instance_class.vcpus")
    memory_gb = serializers.FloatField(source="instance_class.memory_gb")
    is_smallest = serializers.BooleanField(
        help_text="No other found class has as few vCPUs and as little memory."
    )
    price = serializers.FloatField(
        source="standing.price", allow_null=True, help_text="An hour."
    )
    price_per_month = serializers.FloatField(
        source="standing.price_per_month", allow_null=True, help_text="Of 730 hours."
    )
    priced_on = serializers.DateField(
        source="standing.priced_on",
        allow_null=True,
        help_text="When the source stated the price.",
    )
    is_price_stale = serializers.SerializerMethodField()
    evidence = EvidenceSerializer(source="*")

    def get_is_price_stale(self, candidate: Candidate) -> bool | None:
        day = candidate.standing.priced_on
        return None if day is None else is_stale(day)


class OtherClassSerializer(NeededClassSerializer):
    """``message`` says why it is not among the classes found."""

    is_smallest = None  # type: ignore[assignment]  # of those that were found alone
    reason = serializers.ChoiceField(
        source="standing.outcome", choices=[word.value for word in (*UNPROVEN, *MISSED)]
    )
    message = serializers.SerializerMethodField()

    def get_message(self, candidate: Candidate) -> str:
        return reason_text(candidate, self.context["need"])


class OfVersionSerializer(serializers.Serializer[OfVersion]):
    """The answer of one version; ``instance_class`` is the smallest that reached it."""

    engine = serializers.CharField()
    engine_version = serializers.CharField(
        help_text="Empty: those whose source names none."
    )
    count = serializers.IntegerField(source="reached")
    doubted = serializers.IntegerField(help_text="Would be, were they not doubted.")
    missed_by_median = serializers.IntegerField(
        help_text="Reached it by their best repeat, and do not by the median."
    )
    instance_class = serializers.CharField(source="code", allow_null=True)
    vcpus = serializers.IntegerField(allow_null=True)
    memory_gb = serializers.FloatField(allow_null=True)
    tps = serializers.FloatField(
        allow_null=True,
        help_text="Its highest, or the median of its repeats where it was repeated.",
    )


class NeededSerializer(serializers.Serializer[JsonObject]):
    """``next`` and ``previous`` lead over the pages of ``classes``."""

    need = NeedSerializer()
    answer = serializers.CharField(help_text="In words, as the page has it.")
    versions = OfVersionSerializer(
        many=True,
        help_text="Where the engine is named and no version: each by itself.",
    )
    shortest_s = serializers.FloatField(
        allow_null=True,
        help_text="The shortest time for which a figure of the answer was measured.",
    )
    longest_s = serializers.FloatField(
        allow_null=True,
        help_text="The longest; above 4 times the shortest these are different tests.",
    )
    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    classes = NeededClassSerializer(many=True)
    unproven = OtherClassSerializer(many=True, help_text="The smallest 10.")
    unproven_count = serializers.IntegerField()
    nearest = OtherClassSerializer(many=True, help_text="The nearest 5 of each reason.")
    results_without_class = serializers.IntegerField(
        help_text="Reached it on servers that are no class of the catalogue."
    )
    left_out = serializers.IntegerField(
        help_text="Classes whose evidence is damaged and cannot be shown."
    )


def describe(report: NeedReport, *, next: str | None, previous: str | None) -> Any:
    told = NeededSerializer(
        {
            "need": report.need,
            "answer": answer_of(report).text,
            "versions": report.versions,
            "shortest_s": report.seconds[0],
            "longest_s": report.seconds[1],
            "count": report.count,
            "next": next,
            "previous": previous,
            "classes": report.found,
            "unproven": report.unproven,
            "unproven_count": report.unproven_count,
            "nearest": report.missed,
            "results_without_class": report.without_class,
            "left_out": report.left_out,
        },
        context={"need": report.need},
    )
    return told.data
