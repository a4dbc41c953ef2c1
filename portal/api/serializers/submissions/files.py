"""The files of a submission as they are shown, with what was understood of each."""

from typing import Any

from rest_framework import serializers

from benchruns.figures.percentiles import FIGURES as PERCENTILES
from benchruns.submissions.statement.conditions import Origin
from portal.api.serializers.figures import FiguresSerializer
from portal.api.serializers.results import FindingSerializer
from portal.api.submissions import answers

Json = dict[str, Any]


class SubmissionSampleSerializer(serializers.Serializer[Json]):
    """One interval; rates per second, latency in ms.

    The latency stands under its figure's name as well, where it is one:
    `latency_p95_ms`.
    """

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        numbers = (n for n in answers.SAMPLE_COLUMNS if n not in ("second", "threads"))
        return {
            "second": serializers.IntegerField(),
            "threads": serializers.IntegerField(allow_null=True),
            **{name: serializers.FloatField(allow_null=True) for name in numbers},
            **{
                name: serializers.FloatField(required=False)
                for name in PERCENTILES.values()
            },
        }


class KnownSerializer(serializers.Serializer[Json]):
    value = serializers.JSONField()
    origin = serializers.ChoiceField(choices=Origin.choices)


class SubmissionConditionSerializer(KnownSerializer):
    """What counts, where it is known from, and what others say."""

    others = KnownSerializer(many=True)


class ConditionsField(serializers.DictField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(child=SubmissionConditionSerializer(), **kwargs)


class SubmittedRunSerializer(serializers.Serializer[Json]):
    """One run: the file itself, or a row of a report template."""

    row = serializers.IntegerField(
        allow_null=True, help_text="The line of a report template; else null."
    )
    place = serializers.CharField(allow_null=True)
    variant = serializers.CharField(allow_null=True)
    figures = FiguresSerializer()
    conditions = ConditionsField()
    findings = FindingSerializer(many=True)
    missing = serializers.ListField(
        child=serializers.CharField(), help_text="What it lacks to become a result."
    )
    result = serializers.UUIDField(allow_null=True)


class SubmittedFileSerializer(serializers.Serializer[Json]):
    id = serializers.UUIDField()
    name = serializers.CharField(
        help_text="For owner, reviewers and staff; others read a number."
    )
    archive = serializers.CharField(
        allow_null=True, help_text="The zip or gzip file that it came in."
    )
    kind = serializers.CharField(
        help_text="report, companion (adds to a report), settings, or template."
    )
    format = serializers.CharField()
    tool = serializers.CharField(allow_null=True)
    tool_version = serializers.CharField(allow_null=True)
    parser_version = serializers.CharField()
    size_bytes = serializers.IntegerField(help_text="Of the file as it is kept.")
    sha256 = serializers.CharField(
        allow_null=True,
        help_text="Of the file as it is kept; null for who may not read the file.",
    )
    secrets = serializers.IntegerField(
        help_text="How many passwords and tokens were blanked before it was kept."
    )
    workload = serializers.CharField(allow_null=True)
    figures = FiguresSerializer()
    derived = serializers.DictField(child=serializers.CharField())
    printed = serializers.DictField(
        child=serializers.JSONField(),
        help_text="Each number as the tool printed it, by name and unit; its texts for "
        "owner, reviewers and staff alone.",
    )
    samples = SubmissionSampleSerializer(
        many=True, help_text="The first of them; `samples/` of the file has all."
    )
    samples_count = serializers.IntegerField(help_text="How many there are.")
    findings = FindingSerializer(many=True)
    missing = serializers.ListField(child=serializers.CharField())
    statement = serializers.DictField(help_text="What differs for this file.")
    runs = SubmittedRunSerializer(many=True)
    belongs_to = serializers.UUIDField(
        allow_null=True, help_text="The report that a companion adds to."
    )
    added_at = serializers.DateTimeField()
