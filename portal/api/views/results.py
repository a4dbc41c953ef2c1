"""Results: published, measured and submitted rows."""

from django.db.models import QuerySet

from benchruns.models import Result
from portal.api import queries
from portal.api.filters import ResultFilters
from portal.api.serializers.results import ResultSerializer
from portal.api.views.base import ReadOnlyRows


class ResultViewSet(ReadOnlyRows[Result]):
    """Public results, and one's own; newest first."""

    is_public = True
    queryset = Result.objects.none()
    serializer_class = ResultSerializer
    filterset_class = ResultFilters

    def get_queryset(self) -> QuerySet[Result]:
        return queries.results(self.request.user)
