"""Reading what a form uploads: the files that can be used, and why others cannot."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser

from benchruns.submissions.intake import Budget, ReadFile, Refused, limits, read_upload
from portal.web.uploads import charge, turns

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile

LONGEST_LINE = 200  # of a quoted line

# What the drop zone says of what it takes.
LIMITS = {
    "at_once": settings.DATA_UPLOAD_MAX_NUMBER_FILES,
    "unpacked": limits.MOST_FILES,
    "file_mb": limits.MOST_UPLOAD_BYTES // limits.MIB,
    "all_mb": limits.MOST_REQUEST_BYTES // limits.MIB,
}


@dataclass(frozen=True, slots=True)
class Upload:
    """Of several files each is looked at by itself: one bad file keeps no other out."""

    files: list[ReadFile]
    refused: list[Refused]
    refused_bytes: int


@contextmanager
def reading(
    uploaded: Sequence["UploadedFile[Any]"], *, by: AbstractBaseUser
) -> Iterator[Upload]:
    """Other uploads wait until these are kept; then their texts are let go.

    Whoever has kept the files clears the list. LimitReached where they are more than the user
    may upload in a day; what is not kept counts as well.
    """
    size_bytes = charge.size_of(uploaded)
    charge.admit(by, size_bytes=size_bytes)
    with turns.turn():
        upload = _read(uploaded)
        try:
            yield upload
        finally:
            unkept = size_bytes if upload.files else upload.refused_bytes
            charge.charge_unkept(by, size_bytes=unkept)
            upload.files.clear()


def _read(uploaded: Iterable["UploadedFile[Any]"]) -> Upload:
    budget = Budget()  # of all files together, so that no number of them is too much
    files: list[ReadFile] = []
    refused: list[Refused] = []
    refused_bytes = 0
    for each in uploaded:
        try:
            files += read_upload(each.name or "", each, budget=budget)
        except Refused as error:
            refused.append(error)
            refused_bytes += charge.size_of([each])
    return Upload(files, refused, refused_bytes)


def refusal(refused: Refused) -> str:
    """Why a file was not taken, on one line."""
    is_quoted = not refused.line or refused.line in refused.message
    quoted = "" if is_quoted else f" “{refused.line[:LONGEST_LINE]}”"
    return f"{refused.name}: {refused.message}{quoted}"
