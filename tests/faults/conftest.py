"""Benchbook's workers, which these tests kill and which are started again for the next."""

import pytest

from benchruns.generators import registration
from tests import waiting
from tests.beat_rows import BeatRows
from tests.stack import stack


@pytest.fixture(scope="package")
def _stack(child_environment, redis_url, tmp_path_factory):
    log = tmp_path_factory.mktemp("faults") / "stack.log"
    with stack(child_environment, log=log) as started:
        yield started


@pytest.fixture(scope="package")
def _beat_rows():
    return BeatRows()


@pytest.fixture
def processes(request, _stack, _beat_rows, transactional_db):
    """All of them alive, and no second generator but for those tests that ask for two."""
    _beat_rows.give_back()
    if "two" not in request.fixturenames:
        _stack.stop("second")
    _stack.mend()
    yield _stack
    _beat_rows.keep()


@pytest.fixture
def two(processes):
    """With a second generator."""
    if "second" not in processes.processes:
        processes.start("second")
    waiting.until(
        lambda: registration.there().count() == 2, what="two generators that tell"
    )
    return processes
