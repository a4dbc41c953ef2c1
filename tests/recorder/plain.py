"""An answer as lines of text, so that two can be compared: spaces and chance left out."""

import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator
from html.parser import HTMLParser

from django.http import HttpResponseBase
from openpyxl import load_workbook
from pypdf import PdfReader

HEADERS = ("Content-Type", "Location", "Content-Disposition", "Link", "Cache-Control")
# What a site draws anew for each answer.
DRAWN = re.compile(
    r'(csrf[\w-]*"?[^>\n]{0,60}?(?:value|content)="|"X-CSRFToken": ?"|"X-CSRFTOKEN"\] = ")[\w-]+|nonce="[^"]*"'
)
VERBATIM = frozenset({"pre", "textarea", "script", "style"})
# Between these a reader sees a space, or none; next to all others spaces do not count.
INLINE = frozenset({
    "a", "abbr", "b", "button", "code", "em", "i", "img", "input", "kbd", "label", "mark",
    "q", "s", "select", "small", "span", "strong", "sub", "summary", "sup", "svg", "time",
})  # fmt: skip


def plain(answer: HttpResponseBase) -> str:
    body = answer.getvalue()
    kind = answer.get("Content-Type", "").partition(";")[0]
    head = [f"{answer.status_code} {answer.reason_phrase}"]
    head += [f"{name}: {answer[name]}" for name in HEADERS if name in answer]
    lines = "\n".join(_READERS.get(kind, _text)(body))
    return "\n".join(head) + "\n\n" + DRAWN.sub(r"\1*", lines) + "\n"


class _Page(HTMLParser):
    """A line for each tag and text; attributes in order of their names."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.words: list[str] = []
        self._verbatim = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = sorted((name, " ".join((value or "").split())) for name, value in attrs)
        self.lines.append(
            "<" + " ".join([tag, *(f'{n}="{v}"' for n, v in given)]) + ">"
        )
        self._verbatim += tag in VERBATIM
        self._part(tag)

    def handle_endtag(self, tag: str) -> None:
        self.lines.append(f"</{tag}>")
        self._verbatim -= tag in VERBATIM
        self._part(tag)

    def _part(self, tag: str) -> None:
        if tag not in INLINE:
            self.words.append("\n")

    def handle_data(self, data: str) -> None:
        if self._verbatim > 0:
            self.lines += data.splitlines()
            return
        if text := " ".join(data.split()):
            self.lines.append(text)
        self.words.append(re.sub(r"\s+", " ", data))

    def seen(self) -> Iterator[str]:
        """The text as it is read: an element in a line leaves no mark but its spaces."""
        for line in re.sub(r" +", " ", "".join(self.words)).split("\n"):
            if line.strip():
                yield f"| {line.strip()}"


def _html(body: bytes) -> Iterator[str]:
    page = _Page()
    page.feed(body.decode())
    page.close()
    yield from page.lines
    yield from page.seen()


def _json(body: bytes) -> Iterator[str]:
    text = json.dumps(json.loads(body), indent=1, sort_keys=True, ensure_ascii=False)
    yield from text.splitlines()


def _pdf(body: bytes) -> Iterator[str]:
    for number, page in enumerate(PdfReader(io.BytesIO(body)).pages, start=1):
        yield f"page {number}"
        yield from page.extract_text().splitlines()


def _sheet(body: bytes) -> Iterator[str]:
    for sheet in load_workbook(io.BytesIO(body)).worksheets:
        yield f"sheet {sheet.title}"
        for row in sheet.iter_rows(values_only=True):
            yield "\t".join("" if cell is None else str(cell) for cell in row)


def _archive(body: bytes) -> Iterator[str]:
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        for name in sorted(archive.namelist()):
            yield f"file {name}"
            yield from _text(archive.read(name))


def _text(body: bytes) -> Iterator[str]:
    yield from body.decode(errors="replace").splitlines()


_READERS: dict[str, Callable[[bytes], Iterator[str]]] = {
    "text/html": _html,
    "application/json": _json,
    "application/problem+json": _json,
    "application/pdf": _pdf,
    "application/zip": _archive,
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": _sheet,
}
