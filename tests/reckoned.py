"""What a visit of a page transfers, reckoned without a browser from its answer and files.

tests/browser/test_weight.py holds it against what Chromium counts. With all charts seen; of
letters all that the page has, also those that nothing shows.
"""

import re
from collections.abc import Callable
from functools import cached_property
from html.parser import HTMLParser
from pathlib import Path

import brotli
from django.conf import settings
from django.http import HttpResponseBase

from portal.assets import bundles
from tests.transfer import Visit

SOURCES = Path(settings.BASE_DIR) / "static"
CHARTS = "vendor/chart.js"
DRAWN = 600  # bytes of a picture that a view draws, as a badge is
HEAD = 480  # bytes of the head of an answer with a file
SERVER = 120  # what the web server adds to the head of a page
FACE = re.compile(r'url\("\.\./([^"]+)"\)[^}]*?unicode-range: ([^;]+);')
RANGE = re.compile(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?")


class Files:
    """Scripts and styles as pages get them, written into ``folder``.

    By Brotli, as production has them; with ``pack`` as a site of tests does.
    """

    def __init__(
        self, folder: Path, *, pack: Callable[[bytes], bytes] = brotli.compress
    ) -> None:
        self.folder, self.pack = folder, pack
        bundles.write(SOURCES, bundles.named_by_pages(), folder)
        self._sizes: dict[str, int] = {}

    def size(self, name: str) -> int:
        """Bytes on the wire, the answer's head among them."""
        if name not in self._sizes:
            content = self.content(name)
            is_packed = not name.endswith(".woff2")
            sent = self.pack(content) if is_packed else content
            self._sizes[name] = HEAD + len(sent)
        return self._sizes[name]

    def content(self, name: str) -> bytes:
        bundled = self.folder / name
        return (bundled if bundled.exists() else SOURCES / name).read_bytes()

    @cached_property
    def fonts(self) -> dict[str, list[range]]:
        """The letters that each is asked for."""
        styles = (SOURCES / "css/tokens.css").read_text()
        return {
            name: [
                range(int(first, 16), int(last or first, 16) + 1)
                for first, last in RANGE.findall(letters)
            ]
            for name, letters in FACE.findall(styles)
        }


class _Page(HTMLParser):
    """``files`` are those that a browser with scripts asks for at once."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.files: set[str] = set()
        self.has_charts = self.has_timeline = False
        self.letters: set[str] = set()
        self._inside: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in ("noscript", "script", "style"):
            self._inside.append(tag)
        if "noscript" in self._inside or given.get("loading") == "lazy":
            return
        self.has_charts |= tag == "canvas"
        self.has_timeline |= "data-timeline" in given
        is_link = tag == "link" and given.get("rel") in ("stylesheet", "preload")
        place = "href" if is_link else "src" if tag in ("script", "img") else ""
        address = given.get(place)
        if address and not address.startswith("data:"):
            self.files.add(address)

    def handle_endtag(self, tag: str) -> None:
        if self._inside and self._inside[-1] == tag:
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        if not self._inside:
            self.letters.update(data)


def reckoned(answer: HttpResponseBase, files: Files) -> Visit:
    """Of a page as it was ``answered``, packed as browsers ask for it."""
    packed: bytes = answer.getvalue()
    is_packed = answer.get("Content-Encoding") == "br"  # what is short is not
    page = _Page((brotli.decompress(packed) if is_packed else packed).decode())
    static = settings.STATIC_URL
    drawn = {each for each in page.files if not each.startswith(static)}
    wanted = {each.removeprefix(static) for each in page.files - drawn}
    if page.has_charts:
        wanted |= {CHARTS}
        wanted |= {"js/charts/seconds.js"} if page.has_timeline else set()
    codes = {ord(each) for each in page.letters}
    for font, ranges in files.fonts.items():
        if any(code in letters for code in codes for letters in ranges):
            wanted.add(font)
    head = sum(len(f"{name}: {value}\r\n") for name, value in answer.items())
    requests = 1 + len(wanted) + len(drawn)
    visit = Visit(size=len(packed) + head + SERVER, requests=requests)
    visit.by_type["Document"] = visit.size
    visit.size += len(drawn) * (HEAD + DRAWN)
    for name in sorted(wanted):
        visit.size += files.size(name)
        visit.by_type[name] = files.size(name)
    return visit
