"""The program that draws a PDF: HTML on its standard input, the PDF on its output.

It reads our own static files and nothing else: no network, no other file. Drawing takes
seconds of a CPU, so it is done by a process of its own (see ``pdf``), which gives way to
the pages and never outlives the web process.
"""

import ctypes
import mimetypes
import os
import signal
import sys
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.contrib.staticfiles.finders import FileSystemFinder
from django.contrib.staticfiles.storage import staticfiles_storage

from portal.formats.whole_words import with_whole_words
from portal.pdf import last_page

# Stands for this portal while a document is made; no such host exists.
HERE = "http://benchbook.invalid/"
GIVING_WAY = 10  # the priority of pages is 0
_PR_SET_PDEATHSIG = 1


def drawn(html: str) -> bytes:
    """The document with bookmarks of its headings, its title, author and date."""
    # WeasyPrint takes half a second to load, and the web process needs the rest of this
    # module alone. It has no types.
    from weasyprint import HTML  # type: ignore[import-untyped]
    from weasyprint.urls import (  # type: ignore[import-untyped]
        URLFetcher,
        URLFetcherResponse,
    )

    class OwnFiles(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: Any = None) -> Any:
            if url.startswith("data:"):
                return super().fetch(url, headers)
            content, kind = static_file(url)
            return URLFetcherResponse(url, content, {"Content-Type": kind})

    def laid_out(text: str) -> Any:
        return HTML(string=text, base_url=HERE, url_fetcher=OwnFiles()).render()

    whole = last_page.with_end(with_whole_words(html))
    document = laid_out(whole)
    if last_page.has_a_rest(document):
        tighter = laid_out(last_page.tightened(whole))
        if len(tighter.pages) < len(document.pages):
            document = tighter
    content: bytes = document.write_pdf()
    return content


def static_file(url: str) -> tuple[bytes, str]:
    """Content and type of one of our static files; ValueError for any other address."""
    parts = urlsplit(url)
    path = unquote(parts.path)
    is_own = f"{parts.scheme}://{parts.netloc}/" == HERE
    if not is_own or not path.startswith(settings.STATIC_URL):
        raise ValueError(f"Not a static file of this portal: {url}")
    name = path.removeprefix(settings.STATIC_URL)
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if found := FileSystemFinder().find(name):
        return Path(found).read_bytes(), kind
    # Hashed names exist only where the files were collected.
    with staticfiles_storage.open(name) as file:
        return file.read(), kind


def main(parent: int) -> None:
    """Without ``django.setup``: it would take half the time, and no model is read."""
    _end_with(parent)
    os.nice(GIVING_WAY)
    sys.stdout.buffer.write(drawn(sys.stdin.buffer.read().decode()))


def _end_with(parent: int) -> None:
    """Have the kernel end this process with the one that asked for the document."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        sys.exit("nobody waits for this document any more")


if __name__ == "__main__":
    main(int(sys.argv[1]))
