"""Campaigns that wait for a second look, for staff."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from benchruns.models import CampaignDraft
from benchruns.submissions.campaigns import decisions, drafts
from benchruns.submissions.campaigns.rows import Paper
from benchruns.submissions.campaigns.withdrawal import withdraw
from portal.api.catalogue.campaign_request import (
    FILE_NAME,
    CampaignDecisionSerializer,
    CampaignRequestSerializer,
    WithdrawalSerializer,
    as_table,
    refused,
)
from portal.api.catalogue.entry import staff_of
from portal.api.fields import KnownText
from portal.api.filters import CampaignDraftFilters
from portal.api.idempotency import idempotent
from portal.api.pagination import LastEntered
from portal.api.schema import IDEMPOTENCY_KEY
from portal.api.serializers.figures import FiguresSerializer
from portal.api.views.base import ReadOnlyRows

STATED = ("instance_class", "workload", "regime", "threads")


class PaperRowSerializer(serializers.Serializer[Any]):  # described, never filled
    place = serializers.CharField()
    instance_class = serializers.CharField(allow_null=True)
    workload = serializers.CharField(allow_null=True)
    regime = serializers.CharField(allow_null=True)
    threads = serializers.IntegerField(allow_null=True)
    figures = FiguresSerializer()


class CampaignDraftLineSerializer(serializers.ModelSerializer[CampaignDraft]):
    """As lists have it, without what only reading all its rows tells."""

    slug = serializers.CharField()  # such as aws-mysql-8.0, with a dot
    source_slug = serializers.CharField()
    notes = KnownText()
    review = KnownText(help_text="The words of who reviewed it.")
    entered_by = serializers.CharField(source="entered_by.username")
    reviewed_by = KnownText(source="reviewed_by.username", default=None)
    withdrawn_by = KnownText(source="withdrawn_by.username", default=None)
    reason = KnownText(help_text="Why it was withdrawn.")
    campaign = KnownText(source="campaign.slug", default=None)

    class Meta:
        model = CampaignDraft
        fields = [
            "id",
            "state",
            "version",
            "slug",
            "title",
            "source_slug",
            "source_title",
            "source_text",
            "source_section",
            "language",
            "published_on",
            "stated_on",
            "notes",
            "file_name",
            "entered_by",
            "entered_at",
            "reviewed_by",
            "reviewed_at",
            "review",
            "withdrawn_by",
            "withdrawn_at",
            "reason",
            "campaign",
        ]
        read_only_fields = fields


class CampaignDraftSerializer(CampaignDraftLineSerializer):
    """With its rows, which are read once; ``paper`` of the context has them already."""

    rows = serializers.SerializerMethodField()
    faults = serializers.SerializerMethodField(
        help_text="What keeps it from being published now, by row."
    )

    class Meta(CampaignDraftLineSerializer.Meta):
        fields = [*CampaignDraftLineSerializer.Meta.fields, "rows", "faults"]
        read_only_fields = fields

    def to_representation(self, draft: CampaignDraft) -> dict[str, Any]:
        self.paper: Paper = self.context.get("paper") or Paper(draft)
        return super().to_representation(draft)

    @extend_schema_field(PaperRowSerializer(many=True))
    def get_rows(self, draft: CampaignDraft) -> list[dict[str, Any]]:
        return [
            {
                "place": run.place,
                **{name: run.value(name) for name in STATED},
                "figures": FiguresSerializer(run.figures).data,
            }
            for run in self.paper.runs
        ]

    def get_faults(self, draft: CampaignDraft) -> list[str]:
        return [f"{place}: {reason}" for place, reason in self.paper.faults]


class CampaignDraftViewSet(ReadOnlyRows[CampaignDraft]):
    """Campaigns of other papers on their way: entered by one, reviewed by another.

    For staff. They are entered at `/campaigns/`. One alone comes with its rows.
    """

    queryset = CampaignDraft.objects.none()
    filterset_class = CampaignDraftFilters
    pagination_class = LastEntered
    conflicting_actions = frozenset({"partial_update"})

    def get_queryset(self) -> QuerySet[CampaignDraft]:
        staff_of(self.request)
        found = CampaignDraft.objects.select_related(
            "entered_by", "reviewed_by", "withdrawn_by", "campaign"
        )
        return found.defer("report") if self.action == "list" else found

    def get_serializer_class(self) -> type[BaseSerializer[CampaignDraft]]:
        if self.action == "list":
            return CampaignDraftLineSerializer
        return CampaignDraftSerializer

    @extend_schema(request=CampaignRequestSerializer, responses=CampaignDraftSerializer)
    def partial_update(self, request: Request, pk: UUID) -> Response:
        """What is given, anew; by who entered it, while it waits or was given back."""
        staff = staff_of(request)
        asked = CampaignRequestSerializer(data=request.data, partial=True)
        asked.is_valid(raise_exception=True)
        values = dict(asked.validated_data)
        rows = values.pop("rows", None)
        table = as_table(rows) if rows else b""
        with refused():
            paper = drafts.change(self._id(), values, FILE_NAME, table, user=staff)
        return self._answer(paper)

    @extend_schema(
        request=CampaignDecisionSerializer,
        responses=CampaignDraftSerializer,
        parameters=[IDEMPOTENCY_KEY],
    )
    @action(detail=True, methods=["post"])
    @idempotent
    def accept(self, request: Request, pk: UUID) -> Response:
        """Publishes it; by another than who entered it."""
        staff, asked = staff_of(request), _decision(request)
        paper = Paper(self.get_object())
        with refused():
            decisions.accept(
                paper.draft.pk,
                version=asked["version"],
                user=staff,
                text=asked["text"],
                paper=paper,
            )
        return self._answer(paper)

    @extend_schema(
        request=CampaignDecisionSerializer,
        responses=CampaignDraftSerializer,
        parameters=[IDEMPOTENCY_KEY],
    )
    @action(detail=True, methods=["post"], url_path="give-back")
    @idempotent
    def give_back(self, request: Request, pk: UUID) -> Response:
        """Asks for changes; by another than who entered it."""
        staff, asked = staff_of(request), _decision(request)
        if not asked["text"].strip():
            raise ValidationError({"text": [_("Say what is to be changed.")]})
        with refused():
            decisions.give_back(
                self._id(), version=asked["version"], user=staff, text=asked["text"]
            )
        return self._answer()

    @extend_schema(
        request=WithdrawalSerializer,
        responses=CampaignDraftSerializer,
        parameters=[IDEMPOTENCY_KEY],
    )
    @action(detail=True, methods=["post"])
    @idempotent
    def withdraw(self, request: Request, pk: UUID) -> Response:
        """Takes it back: a draft by who entered it, a published one with a reason.

        Published results keep their address, and say so.
        """
        staff = staff_of(request)
        asked = WithdrawalSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        reason = asked.validated_data.get("reason", "")
        with refused():
            withdraw(self._id(), user=staff, reason=reason)
        return self._answer()

    def _id(self) -> UUID:
        return self.get_object().pk

    def _answer(self, paper: Paper | None = None) -> Response:
        context = {**self.get_serializer_context(), "paper": paper}
        return Response(
            CampaignDraftSerializer(self.get_object(), context=context).data
        )


def _decision(request: Request) -> dict[str, Any]:  # JSON values
    asked = CampaignDecisionSerializer(data=request.data)
    asked.is_valid(raise_exception=True)
    return {"text": "", **asked.validated_data}
