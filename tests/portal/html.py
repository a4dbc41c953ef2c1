"""Pages as browsers read them: white space that nobody sees is left out."""

import re

from django.http import HttpResponseBase
from django.test import Client

VERBATIM = re.compile(r"(<(pre|textarea|script|style)\b.*?</\2>)", re.DOTALL)
# Beside these white space does not show.
BLOCKS = (
    "html|head|body|title|meta|link|header|main|footer|nav|aside|section|article|div|p"
    "|ul|ol|li|dl|dt|dd|table|caption|colgroup|thead|tbody|tfoot|tr|th|td|form|fieldset"
    "|legend|details|summary|h[1-6]|figure|figcaption|option|select|optgroup|noscript|br"
)
AROUND_BLOCK = re.compile(rf" ?(</?(?:{BLOCKS})\b[^>]*>) ?", re.IGNORECASE)
IN_TAG = re.compile(r" (/?>)")


def tidy(page: str) -> str:
    """The same page in one line, but for what is verbatim."""
    parts = VERBATIM.split(page)
    # of three parts the second is verbatim, the third its tag's name
    found = [_tidy(part) for part in parts[::3]]
    verbatim = [*parts[1::3], ""]
    return "".join(a + b for a, b in zip(found, verbatim, strict=True)).strip()


def _tidy(part: str) -> str:
    line = IN_TAG.sub(r"\1", re.sub(r"\s+", " ", part))
    return AROUND_BLOCK.sub(r"\1", line)


class Reader(Client):
    """A test's client; of a page it gets what ``tidy`` leaves."""

    def request(self, **request: object) -> HttpResponseBase:
        answer = super().request(**request)
        is_page = answer.get("Content-Type", "").startswith("text/html")
        if is_page and not answer.streaming and not answer.get("Content-Encoding"):
            answer.content = tidy(answer.content.decode()).encode()
        return answer
