"""A site of the published figures for benchmarks, served as in production."""

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from local import ports
from local.places import ROOT
from tests.bench import scale

WAIT_SECONDS = 120


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of one web process; its database is a file in ``folder``.

    Raises SystemExit where it does not answer.
    """
    scale.start_django(folder / "site.sqlite3")
    from django.core.management import call_command

    from tests import published_database
    from tests.stack import stack

    scale.use(folder / "site.sqlite3")
    call_command("migrate", verbosity=0)
    published_database.fill()
    port = ports.choose()
    environment = os.environ | {"WEB_PORT": str(port)}
    packed = environment | {"DJANGO_SETTINGS_MODULE": "portal.settings"}
    collect(packed)
    with stack(packed, log=folder / "web.log", programs=("web",)):
        url = f"http://127.0.0.1:{port}"
        wait_for(url)
        yield url


def collect(environment: Mapping[str, str]) -> None:
    """Static files as production serves them."""
    words = [sys.executable, "manage.py", "collectstatic", "--noinput"]
    subprocess.run(words, env=environment, cwd=ROOT, check=True, capture_output=True)


def wait_for(url: str) -> None:
    end = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(f"{url}/guide/"):
                return
        except urllib.error.URLError:
            time.sleep(0.2)
    raise SystemExit(f"{url} does not answer")
