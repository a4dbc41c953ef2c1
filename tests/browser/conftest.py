"""Chromium against Benchbook's own processes, served as in production.

They are started once for all journeys; each journey finds the published figures alone.
Those that check a server or start a run have workers, too; tests/distribution.py lets them
be first, since workers look for work each second and pages do not need them.
"""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect, sync_playwright

from local import ports
from tests import published_database, waiting
from tests.beat_rows import BeatRows
from tests.browser.slow_line import slow_line_to
from tests.chromium import OPTIONS, PROGRAM
from tests.proxy import answers
from tests.stack import Stack, stack

# Playwright keeps an event loop in this thread, in which the tests' own queries are
# still ordinary ones.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
# Ends what would never come: a busy machine takes its time.
expect.set_options(timeout=waiting.HANG_SECONDS * 1000)
WORKERS = ("runs", "control", "tend", "beat")


@pytest.fixture(scope="session")
def static_files(request):
    """Static files as production serves them: hashed and packed."""
    subprocess.run(
        [sys.executable, "manage.py", "collectstatic", "--noinput"],
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "portal.settings"},
        cwd=request.config.rootpath,
        check=True,
        capture_output=True,
    )


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=PROGRAM,
            args=OPTIONS,
            timeout=waiting.HANG_SECONDS * 1000,
        )
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def _programs(
    static_files, child_environment, redis_url, tmp_path_factory
) -> Iterator[Stack]:
    environment = child_environment | {"WEB_PORT": str(ports.choose())}
    log = tmp_path_factory.mktemp("browser") / "stack.log"
    with stack(environment, log=log, programs=("web",)) as programs:
        yield programs


@pytest.fixture(scope="package")
def served(_programs) -> str:
    """The address of a site that answers."""
    port = int(_programs.environment["WEB_PORT"])
    waiting.until(lambda: answers(port), what="the site")
    return f"http://127.0.0.1:{port}"


@pytest.fixture(scope="package")
def _reached(request, served, _programs) -> Iterator[str]:
    """The same site, with ``--long`` over a slow line."""
    if not request.config.getoption("--long"):
        yield served
        return
    with slow_line_to(int(_programs.environment["WEB_PORT"])) as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture(scope="package")
def _beat_rows() -> BeatRows:
    return BeatRows()


@pytest.fixture
def site(request, transactional_db, _reached, _programs, _beat_rows) -> Iterator[str]:
    """The address to visit, with the published figures."""
    published_database.fill()
    if request.node.get_closest_marker("engine") is None:
        _programs.stop(*WORKERS)
        yield _reached
        return
    _beat_rows.give_back()
    for name in WORKERS:
        if name not in _programs.processes:
            _programs.start(name)
    yield _reached
    _beat_rows.keep()


@pytest.fixture
def complaints() -> list[str]:
    """What the browser complained of; a test removes what it expects."""
    return []


@pytest.fixture
def page(chromium, site, complaints):
    """A tab; whatever the browser complains of fails the test."""
    context = chromium.new_context(
        base_url=site, viewport={"width": 1360, "height": 900}
    )
    context.set_default_timeout(waiting.HANG_SECONDS * 1000)
    tab = context.new_page()
    tab.on(
        "console",
        lambda message: (
            complaints.append(message.text)
            if message.type in {"error", "warning"}
            else None
        ),
    )
    tab.on(
        "response",
        lambda answer: (
            complaints.append(f"{answer.status} {answer.url}")
            if answer.status >= 400
            else None
        ),
    )
    tab.on("pageerror", lambda error: complaints.append(str(error)))
    yield tab
    context.close()
    assert _without_requests_left(complaints) == []


def _without_requests_left(complaints: list[str]) -> list[str]:
    """Leaving a page ends its look for news; htmx complains of that in two lines."""
    rest = []
    for complaint in complaints:
        if complaint.startswith("htmx:sendAbort"):
            if rest and rest[-1].startswith("htmx:afterRequest"):
                rest.pop()
        else:
            rest.append(complaint)
    return rest
