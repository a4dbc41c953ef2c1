"""Submissions: to upload, to state, to look at; their files and moves beside it."""

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from benchruns.models import Submission
from benchruns.submissions.drafts import changes as drafts
from benchruns.submissions.report import submission_report
from benchruns.submissions.review import history
from portal.api.authentication import caller
from portal.api.filters import SubmissionFilters
from portal.api.idempotency import idempotent
from portal.api.json_parser import StrictJSONParser
from portal.api.multipart import StrictMultiPartParser
from portal.api.pagination import StepByStep
from portal.api.schema import IDEMPOTENCY_KEY
from portal.api.serializers.submissions.request import (
    SubmissionChangeSerializer,
    UploadSerializer,
)
from portal.api.serializers.submissions.rows import (
    SubmissionEventSerializer,
    SubmissionRowSerializer,
    SubmissionSerializer,
)
from portal.api.submissions import parts as submission_parts
from portal.api.submissions.parts import Parts
from portal.api.submissions.refusals import as_problems
from portal.api.views.base import ReadOnlyRows
from portal.api.views.submissions.files import SubmissionFiles
from portal.api.views.submissions.moves import SubmissionMoves
from portal.queries import rows as queries

UPLOADS = frozenset({"create", "files"})


class SubmissionViewSet(SubmissionMoves, SubmissionFiles, ReadOnlyRows[Submission]):
    """Test reports that were accepted, and one's own; reviewers see what waits, too."""

    is_public = True
    queryset = Submission.objects.none()
    serializer_class = SubmissionRowSerializer
    filterset_class = SubmissionFilters
    conflicting_actions = frozenset(
        {"partial_update", "destroy", "file", "remove_file"}
    )

    def get_queryset(self) -> QuerySet[Submission]:
        return queries.submissions(self.request.user)

    def get_parsers(self) -> list[BaseParser]:
        """Files come in parts, all else as JSON: another media type is 415."""
        # There is no request yet where the API is described.
        method = str(getattr(self.request, "method", "")).lower()
        is_upload = self.action_map.get(method) in UPLOADS
        return [StrictMultiPartParser() if is_upload else StrictJSONParser()]

    @extend_schema(responses=SubmissionSerializer)
    def retrieve(self, request: Request, pk: UUID) -> Response:
        """Whole, as the caller may see it."""
        return Response(self.whole(pk))

    @extend_schema(
        request={"multipart/form-data": UploadSerializer},
        responses={201: SubmissionSerializer},
        parameters=[IDEMPOTENCY_KEY],
    )
    def create(self, request: Request) -> Response:
        """A draft of the files, or nothing: one that cannot be read refuses all.

        Formats are told from the texts. Files that were uploaded before are taken and
        have a finding.
        """
        texts = submission_parts.TEXTS
        with submission_parts.reading(request, texts=texts) as parts:
            return self._begin(request, parts)

    @idempotent
    def _begin(self, request: Request, parts: Parts) -> Response:
        owner = caller(request)
        with as_problems(), transaction.atomic():
            draft = drafts.begin(owner, parts.files, replaces=parts.replaces)
            if parts.states_anything:
                drafts.state(
                    draft.pk,
                    by=owner,
                    statement=parts.statement,
                    settings_text=parts.settings,
                    credit=parts.credit,
                )
        parts.files.clear()
        return self.created(draft, self.whole(draft.pk), basename="submission")

    @extend_schema(request=SubmissionChangeSerializer, responses=SubmissionSerializer)
    def partial_update(self, request: Request, pk: UUID) -> Response:
        """States what is given, while it is a draft or changes are requested."""
        asked = SubmissionChangeSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        given = asked.validated_data
        with as_problems():
            drafts.state(
                pk,
                by=caller(request),
                statement=given.get("statement"),
                settings_text=given.get("settings"),
                credit=given.get("credit"),
            )
        return Response(self.whole(pk))

    def destroy(self, request: Request, pk: UUID) -> Response:
        """Deletes a draft that was never submitted."""
        with as_problems():
            drafts.delete(pk, by=caller(request))
        return Response(status=HTTPStatus.NO_CONTENT)

    @extend_schema(responses=SubmissionEventSerializer(many=True))
    @action(
        detail=True,
        query_names=StepByStep.query_names,
        pagination_class=StepByStep,
        serializer_class=SubmissionEventSerializer,
        filter_backends=[],
        filterset_class=None,
    )
    def events(self, request: Request, pk: UUID) -> Response:
        """Its history, oldest first: of the conversation only for who takes part."""
        submission = self.get_object()
        entries = history.timeline(submission, viewer=request.user)
        steps = [
            {
                "number": number,
                "step": entry.step.value,
                "message": entry.label,
                "at": entry.at,
                "version": entry.version,
                "side": entry.side.value,
                "who": entry.who or None,
                "text": entry.text,
                "grade": entry.grade or None,
                "superseded_by": entry.superseded_by or None,
            }
            for number, entry in enumerate(entries, start=1)
        ]
        page: Any = self.paginate_queryset(steps)
        return self.get_paginated_response(
            SubmissionEventSerializer(page, many=True).data
        )

    def whole(self, submission_id: UUID) -> dict[str, Any]:  # JSON values
        with as_problems():
            report = submission_report(submission_id, user=self.request.user)
        context = {**self.get_serializer_context(), "report": report}
        return dict(SubmissionSerializer(report.submission, context=context).data)
