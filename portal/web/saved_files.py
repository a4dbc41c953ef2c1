"""What an answer is called when a browser saves it."""

import re

from django.http.response import HttpResponseBase
from django.utils.http import content_disposition_header

# Controls, what is no character, and what some file system takes for itself.
_ODD = re.compile(r'[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff<>:"/\\|?*]+')
NAMELESS = "benchbook"
LONGEST = 150  # characters that every file system takes, with what else is in a name


def name_file(response: HttpResponseBase, name: str, *, is_shown: bool = False) -> None:
    """``name`` may hold what users named: of that what no file system takes goes.

    ``is_shown`` is for what browsers show, and save only when they are told to.
    """
    stem, dot, kind = _ODD.sub("_", name).rpartition(".")
    if not dot:
        stem, kind = kind, ""
    stem = stem.strip(". ")[:LONGEST] or NAMELESS
    header = content_disposition_header(
        as_attachment=not is_shown, filename=f"{stem}{dot}{kind[:LONGEST]}"
    )
    response["Content-Disposition"] = str(header)
