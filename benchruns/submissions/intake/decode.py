"""Bytes to text, exactly or not at all."""

import codecs

from django.utils.translation import gettext as _

from benchruns.submissions.intake.budget import megabytes
from benchruns.submissions.intake.limits import MOST_WIDE_BYTES
from benchruns.submissions.intake.refusal import Refused

_UTF_16 = ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


def text_of(content: bytes, *, name: str) -> str:
    """The text, lines ended as Unix ends them; ``Refused`` names the byte at fault.

    UTF-8, and UTF-16 where a byte order mark tells it: no character is ever replaced.
    """
    if not content.strip():
        raise Refused(_("This file is empty."), name)
    if not content.isascii() and len(content) > MOST_WIDE_BYTES:
        message = _(
            "A file of more than %(most)d MB may hold ASCII characters alone; "
            "this one has others."
        )
        raise Refused(message % {"most": megabytes(MOST_WIDE_BYTES)}, name)
    text = _decoded(content, name=name)
    if "\0" in text:
        message = _(
            "Character %(place)s is NUL: this is not a text that a tool prints."
        )
        raise Refused(message % {"place": f"{text.index(chr(0)) + 1:,}"}, name)
    return text.replace("\r\n", "\n") if "\r" in text else text


def charset_of(content: bytes) -> str:
    """What the bytes of a text are in, by the name that readers of them know."""
    is_wide = any(content.startswith(sign) for sign, _word in _UTF_16)
    return "utf-16" if is_wide else "utf-8"


def _decoded(content: bytes, *, name: str) -> str:
    encoding, mark = "utf-8", 0
    if content.startswith(codecs.BOM_UTF8):
        mark = len(codecs.BOM_UTF8)
    for sign, word in _UTF_16:
        if content.startswith(sign):
            encoding, mark = word, len(sign)
    try:
        return content[mark:].decode(encoding)
    except UnicodeDecodeError as error:
        message = _(
            "Byte %(place)s is not %(encoding)s: send the tool's own text, "
            "saved as UTF-8."
        )
        words = {"place": f"{mark + error.start + 1:,}", "encoding": encoding.upper()}
        raise Refused(message % words, name) from error
