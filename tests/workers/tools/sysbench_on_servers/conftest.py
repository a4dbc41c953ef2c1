"""Either server, and a workspace on it."""

import pytest

from tests.workers.tools.sysbench_on_servers.started import SPACE
from workers.connecting.target import Target
from workers.probes import connect


@pytest.fixture(params=["mariadb", "postgres"])
def target(request) -> Target:
    return request.getfixturevalue(f"{request.param}_target")


@pytest.fixture
def space(target) -> str:
    with connect(target) as probe:
        probe.drop_workspace(SPACE)
        probe.create_workspace(SPACE)
    yield SPACE
    with connect(target) as probe:
        probe.drop_workspace(SPACE)
