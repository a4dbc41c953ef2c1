"""Submissions as they are shown: in lists in short, at their address whole."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.permissions import SAFE_METHODS

from benchruns.errors import NotAllowed
from benchruns.models import Reward, Submission
from benchruns.models.submissions import is_inside
from benchruns.sentences import rating as rating_sentences
from benchruns.sentences.checks.table import as_answered
from benchruns.submissions.checks.outcome import Outcome
from benchruns.submissions.recognised.statement import public_statement
from benchruns.submissions.report_parts import SubmissionReport
from benchruns.submissions.review.history import Side
from benchruns.submissions.rewards import issue
from benchruns.vocabulary import Grade, SubmissionState, SubmissionStep
from portal.api.fields import KnownText
from portal.api.serializers.submissions.files import (
    ConditionsField,
    SubmittedFileSerializer,
)
from portal.api.submissions import answers

Json = dict[str, Any]
IDS = {"type": "array", "items": {"type": "string", "format": "uuid"}}


class SubmissionCheckSerializer(
    serializers.Serializer[Any]
):  # of benchruns.submissions
    """One check by program; `failed` forbids submitting."""

    code = serializers.CharField()
    outcome = serializers.ChoiceField(choices=Outcome.choices)
    message = serializers.CharField()
    results = serializers.ListField(child=serializers.UUIDField())
    values = serializers.DictField()
    remedy = serializers.CharField(allow_blank=True)


class PointsSerializer(serializers.Serializer[Any]):  # of benchruns.submissions
    code = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # the name of our field
    points = serializers.IntegerField()
    of = serializers.IntegerField()
    sentence = serializers.CharField()


class RatingSerializer(serializers.Serializer[Any]):  # of benchruns.submissions
    total = serializers.IntegerField()
    of = serializers.IntegerField()
    grade = serializers.ChoiceField(
        choices=Grade.choices,
        allow_null=True,
        help_text="As proposed; null for asking for changes. A reviewer decides.",
    )
    lines = PointsSerializer(many=True)


class RewardSerializer(serializers.ModelSerializer[Reward]):
    code = serializers.SerializerMethodField()

    class Meta:
        model = Reward
        fields = [
            "grade",
            "discount_percent",
            "gift",
            "terms",
            "code",
            "issued_at",
            "expires_at",
            "redeemed_at",
            "revoked_at",
        ]
        read_only_fields = fields

    @extend_schema_field({"type": ["string", "null"]})
    def get_code(self, reward: Reward) -> str | None:
        """In answers that read alone: others may be kept for a repeat."""
        request = self.context["request"]
        if request.method not in SAFE_METHODS:
            return None
        try:
            return issue.code_of(reward, viewer=request.user)
        except NotAllowed:
            return None


class SubmissionRowSerializer(serializers.ModelSerializer[Submission]):
    """A submission in short."""

    state = serializers.ChoiceField(choices=SubmissionState.choices)
    grade = KnownText(help_text="accepted or excellent, once it was accepted.")
    owner = serializers.SerializerMethodField()
    reviewer = serializers.SerializerMethodField()
    credit = KnownText(help_text="The name that the public page gives.")
    statement = serializers.SerializerMethodField()
    replaces = serializers.UUIDField(source="replaces_id", allow_null=True)
    results = serializers.SerializerMethodField()

    class Meta:
        model = Submission
        fields = [
            "id",
            "state",
            "version",
            "grade",
            "owner",
            "reviewer",
            "credit",
            "statement",
            "replaces",
            "results",
            "created_at",
            "changed_at",
            "submitted_at",
            "decided_at",
            "accepted_at",
        ]
        read_only_fields = fields

    @extend_schema_field({"type": ["string", "null"]})
    def get_owner(self, submission: Submission) -> str | None:
        """For owner, reviewers and staff, else null."""
        return submission.owner.get_username() if self._is_inside(submission) else None

    @extend_schema_field({"type": ["string", "null"]})
    def get_reviewer(self, submission: Submission) -> str | None:
        """Who decided last; for owner, reviewers and staff, else null."""
        if submission.reviewer is None or not self._is_inside(submission):
            return None
        return submission.reviewer.get_username()

    @extend_schema_field({"type": "object", "additionalProperties": {}})
    def get_statement(self, submission: Submission) -> Json:
        """By field; of the command all but its owner, reviewers and staff read what is
        recognised."""
        if self._is_inside(submission):
            return dict(submission.statement)
        return public_statement(submission.statement)

    @extend_schema_field(IDS)
    def get_results(self, submission: Submission) -> list[str]:
        """The ids of its results."""
        return [str(result.pk) for result in submission.results.all()]

    def _is_inside(self, submission: Submission) -> bool:
        return is_inside(submission, self.context["request"].user)


class SubmissionSerializer(SubmissionRowSerializer):
    """A submission whole: what was understood of its files, and where it stands.

    The context has its ``report``.
    """

    settings = serializers.SerializerMethodField()
    conditions = serializers.SerializerMethodField()
    missing = serializers.SerializerMethodField()
    checks = serializers.SerializerMethodField()
    rating = serializers.SerializerMethodField()
    can_be_submitted = serializers.SerializerMethodField()
    reward = serializers.SerializerMethodField()
    files = serializers.SerializerMethodField()

    class Meta(SubmissionRowSerializer.Meta):
        fields = [
            *SubmissionRowSerializer.Meta.fields,
            "settings",
            "conditions",
            "missing",
            "checks",
            "rating",
            "can_be_submitted",
            "reward",
            "files",
        ]
        read_only_fields = fields

    @extend_schema_field({"type": "object", "additionalProperties": {"type": "string"}})
    def get_settings(self, submission: Submission) -> dict[str, str]:
        """Of the server; all but its owner, reviewers and staff read those that are
        recognised."""
        return dict(self._report.settings)

    @property
    def _report(self) -> SubmissionReport:
        report: SubmissionReport = self.context["report"]
        return report

    @extend_schema_field(IDS)
    def get_results(self, submission: Submission) -> list[str]:
        """The ids of its results, in the order of its files."""
        return [str(each.result.pk) for each in self._report.results]

    @extend_schema_field(ConditionsField())
    def get_conditions(self, submission: Submission) -> Json:
        """Those that all its runs have in common, by name."""
        return answers.shared_conditions(self._report)

    @extend_schema_field({"type": "array", "items": {"type": "string"}})
    def get_missing(self, submission: Submission) -> list[str]:
        """What has to be stated before it can be submitted."""
        return self._report.missing

    @extend_schema_field(SubmissionCheckSerializer(many=True))
    def get_checks(self, submission: Submission) -> list[Json]:
        """For owner, reviewers and staff; others read an empty list."""
        return [as_answered(check) for check in self._report.checks]

    @extend_schema_field(RatingSerializer(allow_null=True))
    def get_rating(self, submission: Submission) -> Json | None:
        """For owner, reviewers and staff, else null."""
        rating = self._report.rating
        return rating_sentences.as_answered(rating) if rating else None

    def get_can_be_submitted(self, submission: Submission) -> bool:
        return self._report.is_editable and self._report.can_be_submitted

    @extend_schema_field(RewardSerializer(allow_null=True))
    def get_reward(self, submission: Submission) -> Json | None:
        """For its owner alone, once there is one."""
        if not self._report.is_owner:
            return None
        reward = Reward.objects.filter(submission=submission).first()
        if reward is None:
            return None
        return dict(RewardSerializer(reward, context=self.context).data)

    @extend_schema_field(SubmittedFileSerializer(many=True))
    def get_files(self, submission: Submission) -> list[Json]:
        return answers.files(self._report)


class SubmissionEventSerializer(serializers.Serializer[Json]):
    """One step of the history, as the caller may see it."""

    number = serializers.IntegerField(help_text="Its place, from 1.")
    step = serializers.ChoiceField(choices=SubmissionStep.choices)
    message = serializers.CharField()
    at = serializers.DateTimeField()
    version = serializers.IntegerField()
    side = serializers.ChoiceField(choices=[(side.value, side.value) for side in Side])
    who = serializers.CharField(
        allow_null=True, help_text="A user name; null for the public."
    )
    text = serializers.CharField(
        allow_blank=True, help_text="A comment, a reason or a file's name."
    )
    grade = serializers.CharField(allow_null=True)
    superseded_by = serializers.UUIDField(allow_null=True)
