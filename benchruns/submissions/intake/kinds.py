"""What bytes are, told by how they begin: a file's name proves nothing."""

from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.submissions.intake.refusal import Refused

_ZIP = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_GZIP = b"\x1f\x8b"
_OTHER_PACKING = gettext_lazy(
    "This is packed in a way that is not read: use zip or gzip."
)
_UNREAD = (
    (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        gettext_lazy(
            "This is an old Excel file (.xls), or one with a password: save it as "
            "“Excel workbook (.xlsx)” without a password."
        ),
    ),
    (b"BZh", _OTHER_PACKING),
    (b"\xfd7zXZ\x00", _OTHER_PACKING),
    (b"\x28\xb5\x2f\xfd", _OTHER_PACKING),
    (b"7z\xbc\xaf\x27\x1c", _OTHER_PACKING),
    (b"Rar!\x1a\x07", _OTHER_PACKING),
    (b"%PDF-", gettext_lazy("This is a PDF: send the text that the tool printed.")),
    (
        b"\x89PNG",
        gettext_lazy("This is a picture: send the text that the tool printed."),
    ),
    (
        b"\xff\xd8\xff",
        gettext_lazy("This is a picture: send the text that the tool printed."),
    ),
)
_TAR = slice(257, 262)


class Packing(StrEnum):
    NONE = "none"
    ZIP = "zip"  # an archive, or a workbook: they begin alike
    GZIP = "gzip"


def packing_of(content: bytes, *, name: str) -> Packing:
    """How the bytes are packed; ``Refused`` for what is known and not read."""
    if content.startswith(_ZIP):
        return Packing.ZIP
    if content.startswith(_GZIP):
        return Packing.GZIP
    for sign, message in _UNREAD:
        if content.startswith(sign):
            raise Refused(str(message), name)
    if content[_TAR] == b"ustar":
        raise Refused(_("This is a tar archive, which is not read: use zip."), name)
    return Packing.NONE
