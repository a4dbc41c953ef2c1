"""Hashed static files, ES module imports included."""

from typing import Any

from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage


class ModuleManifestStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    support_js_module_import_aggregation = True

    def create_compressor(self, **options: Any) -> Compressor:
        """Without Brotli: packing takes it a minute, and gzip two seconds.

        Nor are source maps packed: only a browser's tools for developers ask for them,
        and gzip would spend three quarters of its time on them.
        """
        unpacked = (*Compressor.SKIP_COMPRESS_EXTENSIONS, "map")
        return Compressor(**{**options, "extensions": unpacked, "use_brotli": False})
