"""How pages and lists are measured with more results beside fewer.

Time is that of the processor, which other programs disturb less: SQLite works in the same
process.
"""

import gc
import json
import os
import resource
import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.bench.scale_pages import Page


@dataclass(frozen=True, slots=True)
class Measured:
    """``times`` are seconds of the processor, a round each."""

    queries: int
    times: list[float]
    rows: int

    @property
    def seconds(self) -> float:
        return statistics.median(self.times)


@contextmanager
def scratch_folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="benchbook-scale-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder)
        # Made by the settings of the tests.
        if made := os.environ.get("BENCHBOOK_TEST_FOLDER"):
            shutil.rmtree(made, ignore_errors=True)


def start_django(path: Path, *, url: str = "") -> None:
    """``url`` names another database than the file ``path``."""
    os.environ["DATABASE_URL"] = url or f"sqlite:///{path}"
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    os.environ["LOG_LEVEL"] = "ERROR"
    import django

    django.setup()


def build(path: Path, **numbers: int) -> None:
    """``numbers`` are those of ``scale_data.fill``."""
    from django.core.management import call_command

    from benchruns.catalogue.summaries.refresh import refresh as refresh_classes
    from benchruns.reports.shelf.refresh import refresh as refresh_versions
    from tests.bench import scale_data

    use(path)
    call_command("migrate", verbosity=0)
    scale_data.fill(**numbers)
    refresh_classes()  # as a worker does a few seconds after a change
    refresh_versions()


def use(path: Path) -> None:
    """Every query from here on asks this database."""
    from django.db import connection

    connection.close()
    connection.settings_dict["NAME"] = str(path)


def measure(page: Page, databases: Sequence[Path], rounds: int) -> list[Measured]:
    times: list[list[float]] = [[] for _ in databases]
    queries, rows = [0, 0], [0, 0]
    for number in range(rounds + 1):
        for place, path in enumerate(databases):
            use(path)
            client = client_of(page)
            if number == 0:  # counted, and warmed up
                queries[place], rows[place] = count(client, page)
                continue
            forget_drawings()
            gc.collect()  # of what came before: a request bears the garbage of its own
            started = spent()
            ask(client, page.url)
            times[place].append(spent() - started)
    return [
        Measured(queries[place], times[place], rows[place])
        for place in range(len(databases))
    ]


def spent() -> float:
    """Seconds of the processor, those of ended child processes included."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def forget_drawings() -> None:
    """Each request is that of a first reader."""
    from portal.charts.svg import draw as drawing
    from portal.pdf import pdf

    pdf._kept.clear()
    drawing._kept.clear()


def client_of(page: Page):
    from django.contrib.auth.models import User
    from django.test import Client

    client = Client(SERVER_NAME="localhost")
    if page.as_staff:
        client.force_login(User.objects.get(username="staff"))
    client.get("/guide/")  # opens the connection
    return client


def count(client, page: Page) -> tuple[int, int]:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as captured:
        content = ask(client, page.url)
    if page.rows_of:
        content = ask(client, page.rows_of)
    return len(captured), rows_in(content)


def rows_in(content: bytes) -> int:
    """Cells and items of a page: a comparison of more columns has no more rows. Lines of a
    file, rows of the API."""
    if content.startswith(b"{"):
        return len(json.loads(content).get("results", ())) or 1
    return content.count(b"<td") + content.count(b"<li") or content.count(b"\n") or 1


def ask(client, url: str) -> bytes:
    from tests.bench import scale_data

    answer = client.get(url.format_map(scale_data.KNOWN))
    if answer.status_code != 200:
        raise SystemExit(f"{url} answered {answer.status_code}")
    content: bytes = answer.getvalue() if answer.streaming else answer.content
    return content
