"""Chromium against Benchbook's own processes, served as in production."""

import os
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from benchruns.published.loader import load
from local import ports
from tests import waiting
from tests.stack import stack

CHROMIUM = "/usr/bin/chromium"
CHROMIUM_OPTIONS = [
    "--no-sandbox",  # as root there is none
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]

# Playwright keeps an event loop in this thread, in which the tests' own queries are
# still ordinary ones.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"


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
            executable_path=CHROMIUM, args=CHROMIUM_OPTIONS
        )
        yield browser
        browser.close()


@pytest.fixture
def published(transactional_db):
    load()


@pytest.fixture
def programs() -> tuple[str, ...]:
    """What a site is made of; journeys that run nothing take the web server alone."""
    return ("web", "runs", "control", "beat")


@pytest.fixture
def site(
    published, static_files, child_environment, redis_url, programs, tmp_path: Path
) -> str:
    """The address to visit, when all its programs answer."""
    port = ports.choose()
    environment = child_environment | {"WEB_PORT": str(port)}
    url = f"http://127.0.0.1:{port}"
    with stack(
        environment,
        log=tmp_path / "stack.log",
        programs=programs,
    ):
        sign = f"{url}/healthz" if "runs" in programs else f"{url}/guide/"
        waiting.until(lambda: _is_well(sign), within=60, what=sign)
        yield url


def _is_well(sign: str) -> bool:
    try:
        with urllib.request.urlopen(sign) as answer:  # noqa: S310 (own)
            return answer.status == 200
    except (urllib.error.URLError, OSError):
        return False


@pytest.fixture
def page(chromium, site):
    """A tab; whatever the browser complains of fails the test."""
    context = chromium.new_context(
        base_url=site, viewport={"width": 1360, "height": 900}
    )
    context.set_default_timeout(20_000)
    tab = context.new_page()
    complaints = []
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
    assert complaints == []
