"""Lists of rows that are no table's."""

from collections.abc import Iterable
from typing import Any

from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.viewsets import ViewSet

from portal.api.faults import Faults
from portal.api.pagination import AsListed
from portal.api.views.base import StrictView


class ShortList(StrictView, ViewSet):
    """Rows that are no table's, filtered by ``filter_names``, over pages as any."""

    is_public = True
    filter_names: frozenset[str]
    pagination_class: type[AsListed]
    serializer_class: type[BaseSerializer[Any]]  # of one row

    def known_query_names(self) -> frozenset[str]:
        if self.action != "list":
            return self.query_names
        return self.filter_names | self.pagination_class.query_names

    def look_at_query(self, faults: Faults) -> None:
        if self.action == "list":
            self.pagination_class().look_at_query(self.request, None, faults)

    def rows(self) -> Iterable[dict[str, Any]]:
        """All that the request asks for, over no pages."""
        raise NotImplementedError

    def get_serializer(self) -> BaseSerializer[Any]:
        return self.serializer_class()

    def paged(self, rows: Iterable[dict[str, Any]]) -> Response:
        pages = self.pagination_class()
        found = pages.paginate_queryset(rows, self.request, view=self)
        return pages.get_paginated_response(found)
