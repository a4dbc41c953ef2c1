"""Lists as ``{next, previous, results}``, by cursor.

A cursor holds the position of a row in the list's whole ordering, which ends in a
unique column. REST framework's own keeps the first column alone and loses its way
among rows of one moment.
"""

import base64
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.core.exceptions import ValidationError as ModelValidationError
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param
from rest_framework.views import APIView

from portal.api.faults import Faults
from portal.api.json_parser import check_text


@dataclass(frozen=True, slots=True)
class Position:
    """The place of a row by the texts of its ordering columns."""

    values: tuple[str, ...]
    is_backward: bool = False

    def encode(self) -> str:
        content = json.dumps([self.is_backward, *self.values]).encode()
        return base64.urlsafe_b64encode(content).decode()

    @classmethod
    def decode(cls, text: str) -> "Position":
        """ValueError when the text is none of ours."""
        content = json.loads(base64.b64decode(text, altchars=b"-_", validate=True))
        if not isinstance(content, list) or not all(
            isinstance(value, str) for value in content[1:]
        ):
            raise ValueError("no position")
        for value in content[1:]:
            check_text(value)
        return cls(tuple(content[1:]), is_backward=content[:1] == [True])


class Cursor(BasePagination):
    """A page of rows in the order of ``ordering``."""

    ordering: tuple[str, ...]
    page_size = 50
    max_page_size = 200
    query_names = frozenset({"cursor", "page_size", "fields"})

    def paginate_queryset(
        self, queryset: Any, request: Request, view: APIView | None = None
    ) -> list[Any]:
        self.url = request.build_absolute_uri()
        self.wanted, self.view = request.query_params.get("fields"), view
        size = self._page_size(request)
        self.position = self._position(request)
        is_backward = self.position is not None and self.position.is_backward
        rows = queryset.order_by(*_directed(self.ordering, is_backward=is_backward))
        if self.position is not None:
            rows = rows.filter(self._beyond(queryset, self.position))
        found = list(rows[: size + 1])
        self.page = found[:size]
        self.has_more = len(found) > size
        if is_backward:
            self.page.reverse()
        return self.page

    def batches(self, queryset: QuerySet[Any]) -> Iterator[list[Any]]:
        """All rows in the order of the list, a page at a time."""
        rows = queryset.order_by(*self.ordering)
        found = list(rows[: self.page_size])
        while found:
            yield found
            last = Position(self._place(found[-1]))
            found = list(rows.filter(self._beyond(queryset, last))[: self.page_size])

    def look_at_query(
        self, request: Request, queryset: QuerySet[Any] | None, faults: Faults
    ) -> None:
        with faults.gathered():
            self._page_size(request)
        with faults.gathered():
            position = self._position(request)
            if position is not None and queryset is not None:
                self._beyond(queryset, position)

    def _page_size(self, request: Request) -> int:
        given = request.query_params.get("page_size")
        if given is None:
            return self.page_size
        # isdecimal alone takes digits of other scripts as well
        if given.isascii() and given.isdecimal() and len(given) <= len("200"):
            size = int(given)
            if 1 <= size <= self.max_page_size:
                return size
        message = _("Give an integer from 1 to %(maximum)d.")
        raise ValidationError(
            {"page_size": [message % {"maximum": self.max_page_size}]}
        )

    def _position(self, request: Request) -> Position | None:
        given = request.query_params.get("cursor")
        if given is None:
            return None
        try:
            return Position.decode(given)
        except (ValueError, RecursionError) as error:
            raise _no_cursor() from error

    def _beyond(self, queryset: QuerySet[Any], position: Position) -> Q:
        """The rows after a position, in the direction that is read."""
        directed = _directed(self.ordering, is_backward=position.is_backward)
        if len(directed) != len(position.values):
            raise _no_cursor()
        beyond, same = Q(), Q()
        for column, text in zip(directed, position.values, strict=True):
            name = column.removeprefix("-")
            try:
                value = _column(queryset, name).to_python(text)
                if isinstance(value, datetime):
                    value = value.astimezone(UTC)  # as databases ask, at once
            except (ModelValidationError, ValueError, OverflowError) as error:
                raise _no_cursor() from error
            step = "lt" if column.startswith("-") else "gt"
            beyond |= same & Q(**{f"{name}__{step}": value})
            same &= Q(**{name: value})
        return beyond

    def get_next_link(self) -> str | None:
        came_back = self.position is not None and self.position.is_backward
        if not self.page or not (self.has_more or came_back):
            return None
        return self._link(self.page[-1], is_backward=False)

    def get_previous_link(self) -> str | None:
        came_back = self.position is not None and self.position.is_backward
        if not self.page or not (self.has_more if came_back else self.position):
            return None
        return self._link(self.page[0], is_backward=True)

    def _link(self, row: Any, *, is_backward: bool) -> str:
        cursor = Position(self._place(row), is_backward=is_backward).encode()
        return replace_query_param(self.url, "cursor", cursor)

    def _place(self, row: Any) -> tuple[str, ...]:
        names = [column.removeprefix("-") for column in self.ordering]
        return tuple(str(getattr(row, name)) for name in names)

    def get_paginated_response(self, data: Any) -> Response:
        return Response(
            {
                "next": self.get_next_link(),
                "previous": self.get_previous_link(),
                "results": self._narrowed(data),
            }
        )

    def _narrowed(self, rows: Any) -> Any:
        """Of each row the keys that ``fields`` names, in the rows' own order.

        ValidationError for one that the rows have not, or would not have where none is there.
        """
        if self.wanted is None:
            return rows
        wanted = {name.strip() for name in self.wanted.split(",")}
        known = list(rows[0]) if rows else self._keys_of_a_row()
        if unknown := sorted(wanted.difference(known)):
            message = _("There is no such key: %(unknown)s. Known: %(known)s.")
            values = {"unknown": ", ".join(unknown), "known": ", ".join(known)}
            raise ValidationError({"fields": [message % values]})
        return [{name: row[name] for name in known if name in wanted} for row in rows]

    def _keys_of_a_row(self) -> list[str]:
        view: Any = self.view
        return list(view.get_serializer().fields)

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        link = {"type": ["string", "null"], "format": "uri"}
        return {
            "type": "object",
            "required": ["next", "previous", "results"],
            "properties": {"next": link, "previous": link, "results": schema},
        }

    def get_schema_operation_parameters(self, view: APIView) -> list[dict[str, Any]]:
        size = {"type": "integer", "minimum": 1, "maximum": self.max_page_size}
        return [
            {"name": "cursor", "in": "query", "schema": {"type": "string"}},
            {"name": "page_size", "in": "query", "schema": size},
            {"name": "fields", "in": "query", "schema": {"type": "string"}},
        ]


def _column(queryset: QuerySet[Any], name: str) -> Any:
    """Of the table, or what the list computes to be ordered by."""
    computed = queryset.query.annotations.get(name)
    return computed.output_field if computed else queryset.model._meta.get_field(name)


def _directed(ordering: tuple[str, ...], *, is_backward: bool) -> tuple[str, ...]:
    if not is_backward:
        return ordering
    return tuple(
        column.removeprefix("-") if column.startswith("-") else f"-{column}"
        for column in ordering
    )


def _no_cursor() -> ValidationError:
    message = _("This is no cursor of this list. Follow next and previous.")
    return ValidationError({"cursor": [message]})


class AsListed(Cursor):
    """Rows that are no table's: dicts in their own order, told apart by ``ordering``."""

    def paginate_queryset(
        self, queryset: Any, request: Request, view: APIView | None = None
    ) -> list[Any]:
        self.url = request.build_absolute_uri()
        self.wanted, self.view = request.query_params.get("fields"), view
        size = self._page_size(request)
        self.position = self._position(request)
        rows = list(queryset)
        if self.position is None:
            self.page, self.has_more = rows[:size], len(rows) > size
            return self.page
        places = [self._place(row) for row in rows]
        if self.position.values not in places:
            raise _no_cursor()
        here = places.index(self.position.values)
        if self.position.is_backward:
            first = max(0, here - size)
            self.page, self.has_more = rows[first:here], first > 0
        else:
            after = here + 1 + size
            self.page, self.has_more = rows[here + 1 : after], len(rows) > after
        return self.page

    def _place(self, row: Any) -> tuple[str, ...]:
        return tuple(str(row[name]) for name in self.ordering)


class EngineByEngine(AsListed):
    ordering = ("engine", "engine_version")


class WorkloadByWorkload(AsListed):
    ordering = ("name",)


class SourceBySource(AsListed):
    ordering = ("slug",)


class StepByStep(AsListed):
    """The history of a submission."""

    ordering = ("number",)


class LastEntered(Cursor):
    ordering = ("-entered_at", "-id")


class NewestFirst(Cursor):
    ordering = ("-created_at", "-id")


class OwnFirst(Cursor):
    """The caller's own, then those of others, the newest first, as ``is_of_others`` of the list tells."""

    ordering = ("is_of_others", "-created_at", "-id")


class FewNewestFirst(NewestFirst):
    """Sweeps: each may hold 200 runs."""

    page_size = 20
    max_page_size = 50


class NewestTimeFirst(Cursor):
    """Times of a schedule: each may hold the 200 runs of a sweep."""

    ordering = ("-at", "-id")
    page_size = 20
    max_page_size = 50


class SmallestFirst(Cursor):
    """Instance classes, by size."""

    ordering = ("vcpus", "memory_gb", "code", "id")


class ByName(Cursor):
    """Campaigns, by slug."""

    ordering = ("slug",)


class OldestFirst(Cursor):
    """Events, as they happened."""

    ordering = ("id",)
