"""Workbooks whose bytes tell their content alone, not when they were written."""

import io
import re
import zipfile
from datetime import datetime

WRITTEN = datetime(2026, 1, 1)  # noqa: DTZ001  the file format has no time zone
_ZIP_TIME = (2026, 1, 1, 0, 0, 0)
_MODIFIED = re.compile(rb"(<dcterms:modified[^>]*>)[^<]*")


def steady(content: bytes) -> bytes:
    """The same archive without the time at which it was written."""
    steadied = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(content)) as written,
        zipfile.ZipFile(steadied, "w", zipfile.ZIP_DEFLATED) as copy,
    ):
        for name in written.namelist():
            part = written.read(name)
            if name == "docProps/core.xml":
                part = _MODIFIED.sub(
                    rb"\g<1>" + WRITTEN.isoformat().encode() + b"Z", part
                )
            entry = zipfile.ZipInfo(name, date_time=_ZIP_TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            copy.writestr(entry, part)
    return steadied.getvalue()
