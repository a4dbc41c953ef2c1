"""HTML to PDF. Reads our own static files and nothing else: no network, no other file."""

import mimetypes
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage

# Stands for this portal while a document is made; no such host exists.
HERE = "http://benchbook.invalid/"


def pdf_of(html: str) -> bytes:
    """The document with bookmarks of its headings, its title, author and date."""
    # WeasyPrint takes half a second to load: only who asks for a PDF waits for it.
    # It has no types.
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

    document = HTML(string=html, base_url=HERE, url_fetcher=OwnFiles())
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
    if found := finders.find(name):
        return Path(found).read_bytes(), kind
    # Hashed names exist only where the files were collected.
    with staticfiles_storage.open(name) as file:
        return file.read(), kind
