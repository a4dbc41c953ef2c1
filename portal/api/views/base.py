"""What all views of the API share: strict reading, one representation, problems."""

from collections.abc import Sequence
from contextlib import suppress
from http import HTTPStatus
from typing import Any, NoReturn, TypeVar

from django.db.models import Model
from django.http import Http404
from django.utils.translation import gettext as _
from django_filters import FilterSet
from django_filters.rest_framework import DjangoFilterBackend
from django_filters.utils import translate_validation
from rest_framework.exceptions import (
    APIException,
    NotFound,
    Throttled,
    ValidationError,
)
from rest_framework.mixins import ListModelMixin, RetrieveModelMixin
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.routers import APIRootView
from rest_framework.views import APIView
from rest_framework.viewsets import GenericViewSet

from portal.api.faults import Faults
from portal.api.fields import StrictSerializer
from portal.api.filters import query_faults
from portal.api.json_parser import AlwaysJson, StrictJSONParser
from portal.api.pagination import Cursor, NewestFirst
from portal.api.schema import ProblemSchema
from portal.web import throttle

Row = TypeVar("Row", bound=Model)
NO_NAMES: frozenset[str] = frozenset()


class StrictView(APIView):
    """``is_public`` opens reading to everybody; ``query_names`` are what GET takes.

    ``repeatable_names`` are those of them that it takes several times.
    ``conflicting_actions`` may be refused with 409, as every POST may that changes
    something; ``reading_actions`` change nothing, though they are POSTs.
    """

    parser_classes = [StrictJSONParser]
    renderer_classes = [JSONRenderer]
    throttle_classes = [throttle.CallsAMinute]
    content_negotiation_class = AlwaysJson
    metadata_class = None
    is_public = False
    query_names = NO_NAMES
    repeatable_names = NO_NAMES
    conflicting_actions = NO_NAMES
    reading_actions = NO_NAMES
    schema = ProblemSchema()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        # A method that is not there is told before parameters that it would not take.
        if hasattr(self, str(request.method).lower()):
            Faults(self._query_faults()).refuse()

    def handle_exception(self, exc: Exception) -> Response:
        """What refuses one parameter of a GET names the others that are wrong, too."""
        if type(exc) is ValidationError and self.request.method in SAFE_METHODS:
            faults = Faults(self._query_faults())
            faults.add(exc.detail)
            with suppress(Http404, APIException):  # the row that it is asked of
                self.look_at_query(faults)
            exc = faults.refusal
        return super().handle_exception(exc)

    def _query_faults(self) -> dict[str, list[str]]:
        return query_faults(
            self.request.query_params,
            self.known_query_names(),
            repeatable=self.repeatable_names,
        )

    def throttled(self, request: Request, wait: float) -> NoReturn:
        raise Throttled(wait, detail=str(throttle.TOO_MANY))

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        final = super().finalize_response(request, response, *args, **kwargs)
        throttle.tell(request, final)
        return final

    def look_at_query(self, faults: Faults) -> None:
        """Gathers what the view's own reading of each parameter refuses."""

    def known_query_names(self) -> frozenset[str]:
        return self.query_names

    @staticmethod
    def refuse_body(request: Request) -> None:
        """For what takes no parameters: ValidationError that names each one given."""
        StrictSerializer(data=request.data).is_valid(raise_exception=True)


class Rows(StrictView, GenericViewSet[Row]):
    """A kind of row; a list takes the filters of ``filterset_class`` and a cursor."""

    filter_backends = [DjangoFilterBackend]
    filterset_class: type[FilterSet] | None = None
    pagination_class: type[Cursor] | None = NewestFirst
    lookup_value_converter = "uuid"

    def known_query_names(self) -> frozenset[str]:
        if self.action != "list":
            return self.query_names
        filters = self.filterset_class.base_filters if self.filterset_class else ()
        pages = self.pagination_class.query_names if self.pagination_class else ()
        return self.query_names.union(filters, pages)

    def look_at_query(self, faults: Faults) -> None:
        rows: Any = self.get_queryset()
        if self.action == "list" and self.filterset_class is not None:
            asked = self.filterset_class(
                self.request.query_params, rows, request=self.request
            )
            with faults.gathered():
                if not asked.is_valid():
                    raise translate_validation(asked.errors)
        pages = self.pagination_class
        if pages is not None and pages.query_names <= self.known_query_names():
            pages().look_at_query(self.request, rows, faults)

    def dressed(self, rows: Sequence[Row]) -> Sequence[Row]:
        """Some rows of a list with what their answers need beside the queryset's own."""
        return rows

    def created(self, row: Model, data: Any, *, basename: str) -> Response:
        """201 with the address of the new row."""
        name = self.lookup_field
        location = reverse(
            f"{basename}-detail",
            kwargs={name: getattr(row, name)},
            request=self.request,
        )
        return Response(data, status=HTTPStatus.CREATED, headers={"Location": location})


class ReadOnlyRows(ListModelMixin, RetrieveModelMixin, Rows[Row]):
    """Rows to list and to look at."""


class Index(StrictView, APIRootView):
    """The lists of the API and their addresses."""

    is_public = True
    schema = None  # type: ignore[assignment]  # not in the description


class UnknownAddress(StrictView):
    """404 for any method at any address that is not in the API."""

    authentication_classes = []
    permission_classes = []
    schema = None  # type: ignore[assignment]  # not in the description

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise NotFound(_("There is nothing at this address."))
