"""Scripts and styles that pages name, each with what it imports, by esbuild.

The sources stay many small files, which a browser reads one by one in development; at
``collectstatic`` each that a template names becomes one file. What two scripts of a page
import is in both: it is small, holds nothing of its own, and a request costs more.
"""

import json
import re
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings
from django.core.management import CommandError
from django.template import Engine

ESBUILD = Path("node_modules/esbuild/bin/esbuild")
NAMED = re.compile(r"""\{% static '((?:js|css)/[^']+\.(?:js|css))' %\}""")


def named_by_pages() -> set[str]:
    """Names of scripts and styles below static/ that a template asks for."""
    folders = map(Path, Engine.get_default().dirs)
    texts = (page.read_text() for each in folders for page in each.rglob("*.html"))
    return {name for text in texts for name in NAMED.findall(text)}


def write(sources: Path, entries: Iterable[str], into: Path) -> list[str]:
    """Bundles the ``entries`` of ``sources`` below ``into``; the names of what was written.

    Raises CommandError where esbuild is missing or refuses a source, with its words.
    """
    program = settings.BASE_DIR / ESBUILD
    if not program.exists():
        raise CommandError(f"{ESBUILD} is missing: run npm ci in {settings.BASE_DIR}.")
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "written.json"
        done = subprocess.run(  # noqa: S603 (our own files)
            [
                program,
                *(str(sources / entry) for entry in sorted(entries)),
                "--bundle",
                "--format=esm",
                "--minify",
                "--external:*.woff2",
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
