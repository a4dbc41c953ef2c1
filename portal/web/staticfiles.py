"""Hashed static files, ES module imports included."""

from typing import Any

from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage


class ModuleManifestStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    support_js_module_import_aggregation = True

    def create_compressor(self, **options: Any) -> Compressor:
        """Without Brotli: packing takes it a minute, and gzip two seconds."""
        return Compressor(**{**options, "use_brotli": False})
