"""Benchbook's workers, which these tests kill and which are started again for the next."""

import pytest

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
