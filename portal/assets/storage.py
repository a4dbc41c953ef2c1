"""Hashed static files, each script and style that pages name in one file."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

from portal.assets import bundles

_HASH = re.compile(r"\.[0-9a-f]{12}(\.\w+)$")
VENDORED = (  # packed already
    "vendor/auto-complete.js",
    "vendor/chart.js",
    "vendor/htmx.min.js",
)


class PageCompressor(Compressor):  # type: ignore[misc]  # whitenoise has no types
    """Brotli beside gzip for what pages ask for, gzip alone for the rest.

    Scripts and styles are a seventh smaller by it. Packing all files so takes a minute,
    most of it for those of Django's admin, the sources and their copies.
    """

    def __init__(self, *, root: Path, named: frozenset[str], **options: Any) -> None:
        """``named`` are of pages, without their hashes, below ``root``."""
        super().__init__(**options)
        self._root, self._named = root, named
        self._plain = Compressor(**options, use_brotli=False)

    def compress(self, path: str) -> list[str]:
        name = Path(path).relative_to(self._root).as_posix()
        is_asked_for = name not in self._named and _HASH.sub(r"\1", name) in self._named
        packed: list[str] = (
            super().compress(path) if is_asked_for else self._plain.compress(path)
        )
        return packed


class BundledManifestStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    support_js_module_import_aggregation = True
    named: frozenset[str] = frozenset(VENDORED)

    def post_process(
        self,
        paths: dict[str, Any],
        dry_run: bool = False,  # noqa: FBT001, FBT002 (Django's own)
        **options: Any,
    ) -> Iterator[Any]:
        if not dry_run:
            (sources,) = settings.STATICFILES_DIRS
            entries = bundles.named_by_pages() & paths.keys()
            written = bundles.write(Path(sources), entries, Path(self.location))
            paths |= {name: (self, name) for name in written}
            self.named = frozenset((*written, *VENDORED))
        yield from super().post_process(paths, dry_run, **options)

    def create_compressor(self, **options: Any) -> Compressor:
        """Source maps are not packed: only a browser's tools for developers ask for them,
        and gzip would spend three quarters of its time on them.
        """
        unpacked = (*Compressor.SKIP_COMPRESS_EXTENSIONS, "map")
        return PageCompressor(
            **{**options, "extensions": unpacked},
            root=Path(self.location),
            named=self.named,
        )
