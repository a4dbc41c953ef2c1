"""The files of a submission: to add, to state, to take out, to read."""

import zlib
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from benchruns.models import Submission, SubmittedFile
from benchruns.parsers.stored import report as stored_report
from benchruns.parsers.tool_report import Format
from benchruns.submissions.drafts import changes as drafts
from benchruns.submissions.files.raw_files import raw_file
from benchruns.submissions.intake import charset_of
from portal.api.authentication import caller
from portal.api.faults import Faults
from portal.api.idempotency import idempotent
from portal.api.query_numbers import integer
from portal.api.schema import IDEMPOTENCY_KEY, one_page
from portal.api.serializers.submissions.files import SubmissionSampleSerializer
from portal.api.serializers.submissions.request import (
    FileChangeSerializer,
    FilesSerializer,
)
from portal.api.serializers.submissions.rows import SubmissionSerializer
from portal.api.submissions import answers as submission_answers
from portal.api.submissions import parts as submission_parts
from portal.api.submissions.answers import MOST_SAMPLES
from portal.api.submissions.parts import Parts
from portal.api.submissions.refusals import as_problems
from portal.web.saved_files import name_file

if TYPE_CHECKING:
    from portal.api.views.base import Rows

    class Base(Rows[Submission]):
        def whole(self, submission_id: UUID) -> dict[str, Any]: ...

else:
    Base = object

ADDRESS = "files/<uuid:file>"


class SubmissionFiles(Base):
    """The addresses of files below a submission's own."""

    @extend_schema(
        request={"multipart/form-data": FilesSerializer},
        responses={201: SubmissionSerializer},
        parameters=[IDEMPOTENCY_KEY],
    )
    @action(detail=True, methods=["post"])
    def files(self, request: Request, pk: UUID) -> Response:
        """Adds all these files to a draft, or none of them."""
        self.get_object()
        with submission_parts.reading(request) as parts:
            return self._add(request, pk, parts)

    @idempotent
    def _add(self, request: Request, pk: UUID, parts: Parts) -> Response:
        with as_problems():
            drafts.add_files(pk, by=caller(request), files=parts.files)
            parts.files.clear()
        return Response(self.whole(pk), status=HTTPStatus.CREATED)

    @extend_schema(request=FileChangeSerializer, responses=SubmissionSerializer)
    @action(detail=True, methods=["patch"], url_path=ADDRESS)
    def file(self, request: Request, pk: UUID, file: UUID) -> Response:
        """States what differs for one file of a draft."""
        asked = FileChangeSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        self._file(pk, file)
        with as_problems():
            drafts.state_file(
                pk,
                by=caller(request),
                file_id=file,
                statement=asked.validated_data["statement"],
            )
        return Response(self.whole(pk))

    @extend_schema(responses={204: None})
    @file.mapping.delete
    def remove_file(self, request: Request, pk: UUID, file: UUID) -> Response:
        """Takes one file out of a draft."""
        self._file(pk, file)
        with as_problems():
            drafts.remove_file(pk, by=caller(request), file_id=file)
        return Response(status=HTTPStatus.NO_CONTENT)

    @extend_schema(
        responses={
            (200, "text/plain"): OpenApiTypes.BINARY,  # in the charset that it has
            (200, "application/octet-stream"): OpenApiTypes.BINARY,
        }
    )
    @action(detail=True, url_path=f"{ADDRESS}/raw")
    def raw(self, request: Request, pk: UUID, file: UUID) -> HttpResponse:
        """The file as it is kept: passwords and tokens blanked."""
        try:
            found = raw_file(pk, file, user=request.user)
        except SubmittedFile.DoesNotExist as error:
            raise Http404 from error
        is_text = found.format != Format.TEMPLATE_XLSX
        content = zlib.decompress(found.content)
        answer = HttpResponse(
            content,
            content_type=f"text/plain; charset={charset_of(content)}"
            if is_text
            else "application/octet-stream",
        )
        name_file(answer, found.name)
        answer["X-Content-Type-Options"] = "nosniff"
        return answer

    @extend_schema(
        parameters=[
            OpenApiParameter("offset", int, description="How many to leave out."),
            OpenApiParameter("page_size", int, description=f"{MOST_SAMPLES} at most."),
        ],
        responses=one_page(SubmissionSampleSerializer),
    )
    @action(
        detail=True,
        url_path=f"{ADDRESS}/samples",
        query_names=frozenset({"offset", "page_size"}),
    )
    def samples(self, request: Request, pk: UUID, file: UUID) -> Response:
        """All samples of a file, oldest first."""
        offset, size = _offset(request), _page_size(request)
        intervals = stored_report.from_json(self._file(pk, file).report).samples
        end = offset + min(size, MOST_SAMPLES)
        here = request.build_absolute_uri()
        return Response(
            {
                "next": replace_query_param(here, "offset", end)
                if end < len(intervals)
                else None,
                "previous": None,
                "results": submission_answers.samples(intervals[offset:end]),
            }
        )

    def look_at_query(self, faults: Faults) -> None:
        super().look_at_query(faults)
        if self.action == "samples":
            for look in (_offset, _page_size):
                with faults.gathered():
                    look(self.request)

    def _file(self, submission_id: UUID, file_id: UUID) -> SubmittedFile:
        """A standing file of a submission that the caller may see."""
        visible = Submission.objects.visible_to(self.request.user)
        standing = SubmittedFile.objects.filter(
            submission__in=visible.filter(pk=submission_id), removed_at__isnull=True
        )
        found = standing.filter(pk=file_id).first()
        if found is None:
            raise Http404
        return found


def _offset(request: Request) -> int:
    return integer(request, "offset", default=0)


def _page_size(request: Request) -> int:
    return integer(request, "page_size", default=MOST_SAMPLES, minimum=1)
