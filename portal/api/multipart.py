"""Reading ``multipart/form-data`` strictly: nothing is cut off or left out silently."""

from typing import IO, Any

from django.http import UnreadablePostError
from django.http.multipartparser import MultiPartParser, MultiPartParserError
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser, DataAndFiles

from portal.web.problems import TooLarge
from portal.web.uploads import limits as uploads

CHUNK = 64 * 1024


class StrictMultiPartParser(BaseParser):
    """Fields and files; ParseError or TooLarge for what Django's reader refuses."""

    media_type = "multipart/form-data"

    def parse(
        self, stream: IO[bytes], media_type: Any = None, parser_context: Any = None
    ) -> "DataAndFiles[Any, Any]":
        request = parser_context["request"]
        meta = {**request.META, "CONTENT_TYPE": media_type}
        try:
            data, files = _Parts(meta, stream, request.upload_handlers, "utf-8").parse()
        except uploads.TOO_MUCH as error:
            _read_on(stream)
            raise TooLarge(uploads.reason(error)) from error
        except (MultiPartParserError, UnreadablePostError) as error:
            raise ParseError(
                _("The body is not usable multipart/form-data: %(reason)s")
                % {"reason": error}
            ) from error
        return DataAndFiles(data, files)


def _read_on(stream: IO[bytes]) -> None:
    """To the end: who is still sending would not read the answer, but lose it."""
    while stream.read(CHUNK):
        pass


class _Parts(MultiPartParser):
    """Django's reader, which would take half a body for a whole one."""

    def __init__(self, META: Any, input_data: Any, *args: Any) -> None:
        super().__init__(META, input_data, *args)
        self._body = _Body(input_data, mark=b"--" + self._boundary + b"--")  # type: ignore[attr-defined]  # of Django
        self._input_data = self._body

    def parse(self) -> Any:
        found = super().parse()
        if not self._body.has_ended:
            raise MultiPartParserError(
                _("it ends before its last boundary. Send it whole.")
            )
        return found

    def sanitize_file_name(self, file_name: str) -> str:
        """Never nothing: a part without a name would be left out."""
        return super().sanitize_file_name(file_name) or _("unnamed")


class _Body:
    """A stream that notices the last boundary as it is read."""

    def __init__(self, stream: IO[bytes], *, mark: bytes) -> None:
        self._stream, self._mark = stream, mark
        self._tail = b""
        self.has_ended = False

    def read(self, size: int) -> bytes:
        chunk = self._stream.read(size)
        seen = self._tail + chunk
        self.has_ended = self.has_ended or self._mark in seen
        self._tail = seen[-len(self._mark) :]
        return chunk
