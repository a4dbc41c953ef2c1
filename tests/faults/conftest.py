"""Benchbook's workers, which these tests kill and which are started again for the next."""

import pytest

from benchruns.generators import registration
from tests import waiting
from tests.stack import stack


@pytest.fixture(scope="package")
def _stack(child_environment, redis_url, tmp_path_factory):
    log = tmp_path_factory.mktemp("faults") / "stack.log"
    with stack(child_environment, log=log) as started:
        yield started


@pytest.fixture
def processes(_stack, transactional_db):
    """All of them alive."""
    _stack.mend()
    return _stack


@pytest.fixture
def two(processes):
    """With a second generator, for this test alone."""
    processes.start("second")
    waiting.until(
        lambda: registration.there().count() == 2, what="two generators that tell"
    )
    yield processes
    processes.ask_to_stop("second")
    del processes.processes["second"]
