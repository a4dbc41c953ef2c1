"""``GET /api/v1/export/``: all that the caller may see, as one zip file."""

import threading
import weakref
from collections.abc import Generator, Iterator
from datetime import datetime
from typing import Any

from django.http import StreamingHttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import Throttled, ValidationError
from rest_framework.request import Request

from portal.api.export.archive import archive
from portal.api.export.kinds import Reader
from portal.api.faults import Faults
from portal.api.fields import Moment
from portal.api.views.base import StrictView
from portal.web.saved_files import name_file

# Of the eight threads of a web process: an export takes one for as long as it is read.
MOST_AT_ONCE = 2
WAIT_SECONDS = 30
MANY_AT_ONCE = _("Others are taking all data along just now.")
SINCE = OpenApiParameter(
    "since",
    OpenApiTypes.DATETIME,
    description="Only rows that were made or changed then or later, as 2026-01-31T12:00:00Z. "
    "Engines, classes, campaigns, sources and workloads are always all there.",
)
_places = threading.BoundedSemaphore(MOST_AT_ONCE)


class _InItsPlace:
    """The bytes of an export that holds a place until it is closed, or nobody has it any more."""

    def __init__(self, chunks: Generator[bytes]) -> None:
        self._chunks = chunks
        self._leave = weakref.finalize(self, _places.release)

    def __iter__(self) -> Iterator[bytes]:
        return self._chunks

    def close(self) -> None:
        self._chunks.close()
        self._leave()


class ExportView(StrictView):
    """A zip file with NDJSON and CSV of each kind of row, and what each field means."""

    is_public = True
    query_names = frozenset({"since"})

    @extend_schema(
        parameters=[SINCE],
        responses={(200, "application/zip"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """What the lists would answer the same caller, whole, made while it is sent.

        `dictionary.csv` says what each field means, `manifest.json` stands last and
        counts the rows: a file without it was cut off.
        """
        since = _since(request)
        if not _places.acquire(blocking=False):
            raise Throttled(WAIT_SECONDS, detail=str(MANY_AT_ONCE))
        at = timezone.now()
        chunks = _InItsPlace(_generated(Reader(request, since), at))
        answer = StreamingHttpResponse(chunks, content_type="application/zip")
        # Compressed already: nothing is won by doing it again on the way.
        answer["Content-Encoding"] = "identity"
        name_file(answer, f"benchbook-{at:%Y-%m-%d}.zip")
        return answer

    def look_at_query(self, faults: Faults) -> None:
        with faults.gathered():
            _since(self.request)


def _generated(reader: Reader, at: datetime) -> Generator[bytes]:
    yield from archive(reader, at=at)


def _since(request: Request) -> datetime | None:
    given = request.query_params.get("since")
    if given is None:
        return None
    try:
        found: Any = Moment().run_validation(given)
    except ValidationError as error:
        raise ValidationError({"since": error.detail}) from error
    moment: datetime = found
    return moment
