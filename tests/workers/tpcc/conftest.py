"""Places for the tests of the tool: an empty workspace on each engine.

``place`` runs a test once on MariaDB, PostgreSQL and SQL Server: an ``options.Place``
whose ``space`` (database, on PostgreSQL schema) exists, is empty, and is dropped when the
test ends. ``dialects.dialect_of(place.dialect).connect(place)`` opens a session in it.
``lasting_place`` is the same for all tests of a module, so that data is loaded once; it
may be used by a fixture of scope "module". ``mariadb_place``, ``postgres_place`` and
``mssql_place`` are one engine alone. SQL Server is the one that MSSQL_URL names; without
it these tests are skipped and say so.
"""

from collections.abc import Iterator

import pytest

from tests.workers.tpcc.places import ENGINES, workspace_on
from workers.tools.tpcc.options import Place

_EACH = [pytest.param(engine, marks=pytest.mark.engine) for engine in ENGINES]


@pytest.fixture(params=_EACH)
def place(request: pytest.FixtureRequest) -> Iterator[Place]:
    with workspace_on(request.param, request.getfixturevalue) as there:
        yield there


@pytest.fixture(scope="module", params=_EACH)
def lasting_place(request: pytest.FixtureRequest) -> Iterator[Place]:
    with workspace_on(request.param, request.getfixturevalue) as there:
        yield there


@pytest.fixture
def mariadb_place(request: pytest.FixtureRequest) -> Iterator[Place]:
    with workspace_on("mariadb", request.getfixturevalue) as there:
        yield there


@pytest.fixture
def postgres_place(request: pytest.FixtureRequest) -> Iterator[Place]:
    with workspace_on("postgresql", request.getfixturevalue) as there:
        yield there


@pytest.fixture
def mssql_place(request: pytest.FixtureRequest) -> Iterator[Place]:
    with workspace_on("sqlserver", request.getfixturevalue) as there:
        yield there
