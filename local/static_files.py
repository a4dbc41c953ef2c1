"""Collects static files when they have changed: it takes seconds to hash and pack."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.core.management import call_command

from local import places

# Packages bring files of their own, and these name the packages' versions.
SOURCES = (
    "requirements.txt",
    "portal/settings/__init__.py",
    "portal/assets/storage.py",
    "portal/assets/bundles.py",
)


def collect_if_changed() -> None:
    """Brings STATIC_ROOT up to date with the files that pages refer to."""
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    now = _fingerprint()
    if stamp.exists() and stamp.read_text() == now:
        return
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(now)


def _fingerprint() -> str:
    digest = hashlib.sha256()
    for path in _sources():
        status = path.stat()
        digest.update(f"{path} {status.st_mtime_ns} {status.st_size}\n".encode())
    return digest.hexdigest()


def _sources() -> Iterator[Path]:
    yield from (places.ROOT / name for name in SOURCES)
    for folder in settings.STATICFILES_DIRS:
        yield from sorted(path for path in Path(folder).rglob("*") if path.is_file())
