"""Reading what a form uploads: the files that can be used, and why others cannot."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from benchruns.intake import intake
from benchruns.intake.intake import ReadFile, Refused

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile

LONGEST_LINE = 200  # of a quoted line


@dataclass(frozen=True, slots=True)
class Upload:
    """Of several files each is looked at by itself: one bad file keeps no other out."""

    files: list[ReadFile]
    refused: list[Refused]


def read(uploaded: Iterable["UploadedFile[Any]"]) -> Upload:
    files: list[ReadFile] = []
    refused: list[Refused] = []
    for each in uploaded:
        try:
            files += intake.read_upload(each.name or "", each)
        except Refused as error:
            refused.append(error)
    return Upload(files, refused)


def refusal(refused: Refused) -> str:
    """Why a file was not taken, on one line."""
    quoted = f" “{refused.line[:LONGEST_LINE]}”" if refused.line else ""
    return f"{refused.name}: {refused.message}{quoted}"
