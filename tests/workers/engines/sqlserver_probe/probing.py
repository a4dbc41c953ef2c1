"""A probe of a server that speaks TDS, and the failure of one."""

import pytest

from benchruns.failures.failure import BenchbookError
from tests.workers.engines.sqlserver_answers import target_of
from workers.probes import connect

SPACE = "benchbook_0123abcd"


def probing(server, *, timeout_seconds=60, **changes):
    return connect(target_of(server, **changes), timeout_seconds=timeout_seconds)


def failure_of(act):
    with pytest.raises(BenchbookError) as caught:
        act()
    return caught.value.failure
