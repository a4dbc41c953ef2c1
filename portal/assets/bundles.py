"""Scripts and styles that pages name, each with what it imports, by esbuild.

The sources stay many small files, which a browser reads one by one in development; at
``collectstatic`` each that a template names becomes one file. What two scripts of a page
import is in both: it is small, holds nothing of its own, and a request costs more. What a
script loads when it is wanted, by ``import()`` of a path, stays a file of its own; of
``vendor/`` it is served as ``npm ci`` packed it.
"""

import json
import os
import re
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings
from django.core.management import CommandError
from django.template import Engine

ESBUILD = Path("node_modules/esbuild/bin/esbuild")
LOADED = re.compile(r"""\bimport\("(\.\.?/[^"]+\.js)"\)""")
PACKED = "vendor/"  # below static/, by static/vendor.mjs
NAMED = re.compile(r"""\{% static '((?:js|css)/[^']+\.(?:js|css))' %\}""")


def named_by_pages() -> set[str]:
    """Names of scripts and styles below static/ that a template asks for."""
    folders = map(Path, Engine.get_default().dirs)
    texts = (page.read_text() for each in folders for page in each.rglob("*.html"))
    return {name for text in texts for name in NAMED.findall(text)}


def loaded_later(sources: Path, entries: Iterable[str]) -> dict[str, str]:
    """Scripts that those among ``entries`` load when they are wanted: name, and path as written."""
    return {
        os.path.normpath(f"{Path(entry).parent}/{path}"): path
        for entry in entries
        if entry.endswith(".js")
        for path in LOADED.findall((sources / entry).read_text())
    }


def write(sources: Path, entries: Iterable[str], into: Path) -> list[str]:
    """Bundles the ``entries`` of ``sources`` below ``into``; the names of what was written.

    Raises CommandError where esbuild is missing or refuses a source, with its words.
    """
    program = settings.BASE_DIR / ESBUILD
    if not program.exists():
        raise CommandError(f"{ESBUILD} is missing: run npm ci in {settings.BASE_DIR}.")
    entries = set(entries)
    later = loaded_later(sources, entries)
    wanted = {*entries, *(name for name in later if not name.startswith(PACKED))}
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "written.json"
        done = subprocess.run(  # noqa: S603 (our own files)
            [
                program,
                *(str(sources / entry) for entry in sorted(wanted)),
                "--bundle",
                "--format=esm",
                "--minify",
                "--external:*.woff2",
                # the star lets esbuild compare the path as it is written, not the file's
                *(f"--external:{path[:-3]}*.js" for path in set(later.values())),
                f"--outbase={sources}",
                f"--outdir={into}",
                f"--metafile={told}",
                "--log-level=warning",
            ],
            cwd=into,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise CommandError(f"esbuild refuses a script or style:\n{done.stderr}")
        return sorted(json.loads(told.read_text())["outputs"])
