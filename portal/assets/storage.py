"""Hashed static files, each script and style that pages name in one file."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

from portal.assets import bundles


class BundledManifestStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    support_js_module_import_aggregation = True

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
        yield from super().post_process(paths, dry_run, **options)

    def create_compressor(self, **options: Any) -> Compressor:
        """Without Brotli: packing takes it a minute, and gzip two seconds.

        Nor are source maps packed: only a browser's tools for developers ask for them,
        and gzip would spend three quarters of its time on them.
        """
        unpacked = (*Compressor.SKIP_COMPRESS_EXTENSIONS, "map")
        return Compressor(**{**options, "extensions": unpacked, "use_brotli": False})
