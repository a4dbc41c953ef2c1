"""The moves of a submission: its owner's, and those of reviewers."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from benchruns.submissions.review import moves
from portal.api.authentication import caller
from portal.api.fields import StrictSerializer
from portal.api.idempotency import idempotent
from portal.api.schema import IDEMPOTENCY_KEY
from portal.api.serializers.submissions.request import (
    AcceptanceSerializer,
    CommentSerializer,
    DecisionSerializer,
    ReasonSerializer,
)
from portal.api.serializers.submissions.rows import SubmissionSerializer
from portal.api.submissions.refusals import as_problems

if TYPE_CHECKING:
    from benchruns.models import Submission
    from portal.api.views.base import Rows

    class Base(Rows[Submission]):
        def whole(self, submission_id: UUID) -> dict[str, Any]: ...

else:
    Base = object

Move = Callable[..., object]
Handler = TypeVar("Handler", bound=Callable[..., Response])


def described(body: type[StrictSerializer] | None) -> Callable[[Handler], Handler]:
    """The OpenAPI description of a move that takes ``body``."""
    describe: Callable[[Handler], Handler] = extend_schema(
        request=body, responses=SubmissionSerializer, parameters=[IDEMPOTENCY_KEY]
    )
    return describe


class SubmissionMoves(Base):
    """Each answers with the submission, or 409 with the reason why it was not moved.

    Words or a grade that it lacks are faults of the body: 400.
    """

    @described(None)
    @action(detail=True, methods=["post"])
    @idempotent
    def submit(self, request: Request, pk: UUID) -> Response:
        """Hands it in for review; 409 tells what the checks found, if it cannot be."""
        self.refuse_body(request)
        return self._moved(moves.submit, pk)

    @described(None)
    @action(detail=True, methods=["post"], url_path="take-back")
    @idempotent
    def take_back(self, request: Request, pk: UUID) -> Response:
        """Makes it a draft again, before a reviewer has decided."""
        self.refuse_body(request)
        return self._moved(moves.take_back, pk)

    @described(ReasonSerializer)
    @action(detail=True, methods=["post"])
    @idempotent
    def withdraw(self, request: Request, pk: UUID) -> Response:
        """Ends it; accepted results keep their address, and say so."""
        return self._moved(moves.withdraw, pk, ReasonSerializer)

    @described(CommentSerializer)
    @action(detail=True, methods=["post"])
    @idempotent
    def comment(self, request: Request, pk: UUID) -> Response:
        """Says something to the reviewers, or to its owner; `events/` has it."""
        return self._moved(moves.comment, pk, CommentSerializer)

    @described(DecisionSerializer)
    @action(detail=True, methods=["post"], url_path="request-changes")
    @idempotent
    def request_changes(self, request: Request, pk: UUID) -> Response:
        """Gives it back to its owner; for reviewers."""
        return self._moved(moves.request_changes, pk, DecisionSerializer)

    @described(AcceptanceSerializer)
    @action(detail=True, methods=["post"])
    @idempotent
    def accept(self, request: Request, pk: UUID) -> Response:
        """Publishes its results with a grade; for reviewers."""
        return self._moved(_accepted, pk, AcceptanceSerializer)

    @described(DecisionSerializer)
    @action(detail=True, methods=["post"])
    @idempotent
    def reject(self, request: Request, pk: UUID) -> Response:
        """Ends it without a publication; for reviewers."""
        return self._moved(moves.reject, pk, DecisionSerializer)

    def _moved(
        self, move: Move, pk: UUID, body: type[StrictSerializer] | None = None
    ) -> Response:
        """After a move with what its body holds."""
        given: dict[str, Any] = {}
        if body is not None:
            asked = body(data=self.request.data)
            asked.is_valid(raise_exception=True)
            given = asked.validated_data
        with as_problems(words="reason" if "reason" in given else "text"):
            move(pk, by=caller(self.request), **given)
        return Response(self.whole(pk))


def _accepted(submission_id: UUID, *, is_sure: bool, **given: Any) -> "Submission":
    asks = moves.Asks.NOTHING if is_sure else moves.Asks.FAR_ABOVE
    return moves.accept(submission_id, asks=asks, **given)
