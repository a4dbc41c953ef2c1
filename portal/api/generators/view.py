"""The load generators: to list and to look at."""

from django.db.models import QuerySet

from benchruns.models import Generator
from portal.api.generators.serializer import GeneratorSerializer
from portal.api.views.base import ReadOnlyRows
from portal.queries import generators as queries


class GeneratorViewSet(ReadOnlyRows[Generator]):
    """All of them, newest first, for who is signed in: names may be names of hosts."""

    queryset = Generator.objects.none()
    serializer_class = GeneratorSerializer

    def get_queryset(self) -> QuerySet[Generator]:
        return queries.listed()
