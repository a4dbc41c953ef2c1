"""What drf-spectacular cannot read from the code: security, pages, headers, problems."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import serializers
from rest_framework.permissions import SAFE_METHODS

from benchruns.engines import ENGINES
from portal.api.description.summaries import SUMMARIES
from portal.web.problems import MEDIA_TYPE

IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description=(
        "A repeat within a day, with the same key and body, gets the first answer and "
        "does nothing again. The same key with another body is refused with 422."
    ),
)

ENGINE = OpenApiParameter("engine", enum=list(ENGINES))
PAGE = [
    OpenApiParameter("cursor", description="Follow next and previous."),
    OpenApiParameter("page_size", int, description="50 without it, 200 at most."),
    OpenApiParameter(
        "fields",
        description=(
            "The keys to answer, with commas between. Rows have these alone, and none of "
            "the others that are required."
        ),
    ),
]
WITH_BODY = frozenset({"POST", "PUT", "PATCH"})


class ProblemErrorSerializer(serializers.Serializer[dict[str, Any]]):  # JSON values
    field = serializers.CharField(
        allow_null=True, help_text="A dotted path; null where it is about the whole."
    )
    message = serializers.CharField()


class ProblemSerializer(serializers.Serializer[dict[str, Any]]):  # JSON values
    """What went wrong, by RFC 9457."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    errors = ProblemErrorSerializer(many=True)  # type: ignore[assignment]  # the name of our field


class ProblemSchema(AutoSchema):
    """Adds how an address refuses to what it answers, and what it is for in a line."""

    def get_summary(self) -> str | None:
        summary = SUMMARIES.get(self.get_operation_id())
        return None if summary is None else str(summary)

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        for status in self._refusals():
            bodies[str(status.value)] = self._refused(status)
        if self.method == "GET":
            bodies["304"] = {"description": "As it was when If-None-Match had its ETag"}
            bodies["412"] = self._refused(HTTPStatus.PRECONDITION_FAILED)
        # By the web server, before there is anybody who could write a problem.
        bodies["414"] = {"description": "The address is longer than 4,094 characters"}
        return bodies

    def get_auth(self) -> list[dict[str, Any]]:
        """Reading is open to everybody where the view is public: then a key is optional."""
        ways: list[dict[str, Any]] = super().get_auth()
        is_open = self.method in SAFE_METHODS and getattr(self.view, "is_public", False)
        return [*ways, {}] if is_open and {} not in ways else ways

    def _refused(self, status: HTTPStatus) -> dict[str, Any]:
        return {
            "description": status.phrase,
            "content": {MEDIA_TYPE: {"schema": self._problem()}},
        }

    def _refusals(self) -> Iterator[HTTPStatus]:
        # Any query is read strictly, and a token that is none is told on any address.
        yield HTTPStatus.BAD_REQUEST
        yield HTTPStatus.UNAUTHORIZED
        # Of reading, too: what is staff's, and staff who lack a second factor.
        yield HTTPStatus.FORBIDDEN
        if "{" in self.path:
            yield HTTPStatus.NOT_FOUND
        # A POST takes an Idempotency-Key, unless it changes nothing.
        view: Any = self.view
        action = getattr(view, "action", None)  # a plain view has none
        is_keyed = self.method == "POST" and action not in view.reading_actions
        if is_keyed or action in view.conflicting_actions:
            yield HTTPStatus.CONFLICT
        yield HTTPStatus.TOO_MANY_REQUESTS  # of any kind, see portal.web.throttle
        if self.method in WITH_BODY:
            yield HTTPStatus.REQUEST_ENTITY_TOO_LARGE
            yield HTTPStatus.UNSUPPORTED_MEDIA_TYPE
        if self.method == "POST":
            yield HTTPStatus.UNPROCESSABLE_ENTITY

    def _problem(self) -> dict[str, Any]:
        reference: dict[str, Any] = self.resolve_serializer(
            ProblemSerializer, "response"
        ).ref
        return reference


def one_page(serializer: type[serializers.BaseSerializer[Any]]) -> Any:
    """The shape of a list that is never longer than a page."""
    name = serializer.__name__.removesuffix("Serializer")
    return inline_serializer(
        f"{name}List",
        {
            "next": serializers.URLField(allow_null=True),
            "previous": serializers.URLField(allow_null=True),
            "results": serializer(many=True),
        },
    )


class ApiTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # its __init_subclass__
    target_class = "portal.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "`Authorization: Bearer <key>` or `Token <key>`.",
        }
