"""Fixtures of all tests: private database servers, started when first asked for."""

import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import psutil
import pytest
from django.conf import settings

from local import ports
from local.servers import DATABASE, USERNAME, Redis, Running
from local.servers.running import running
from tests import (
    cases_in_turn,
    distribution,
    engines_in_turn,
    examples,
    first_reading,
)
from tests.installed import InstalledMariaDb
from tests.portal_database import django_db_setup as _django_db_setup
from tests.servers import selection
from tests.servers.kinds import chosen
from tests.servers.programs import mysql_engine, postgresql_server
from tests.settings import DISK, FOLDER, PREFIX
from workers.connecting.target import Target

DAY = date(2026, 1, 31)  # on which the results of tests are looked at
# Harmless in a URL, a shell and a configuration file alike.
PASSWORD = "for-tests"
# A test allocates more than a request; Python would look for garbage 700 times a second.
SELDOM = (50_000, 20, 20)
django_db_setup = _django_db_setup
# Where it is installed, jsonschema makes a grammar of international addresses of it, for
# seconds in each of pytest's workers; no schema of ours has any.
sys.modules["rfc3987_syntax"] = None  # type: ignore[assignment]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--database-only",
        action="store_true",
        help="run the tests that use the portal's database, and no pure ones",
    )
    parser.addoption(
        "--long",
        action="store_true",
        help="let hypothesis try many times as many examples, and load large data",
    )


def pytest_collectstart(collector: pytest.Collector) -> None:
    if isinstance(collector, pytest.Session):
        first_reading.read_own_share(collector.config.args)


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    distribution.arrange(items)
    if kind := chosen():
        wanted = set(selection.of_family(items, kind.family))
        _deselect(config, items, [each for each in items if each not in wanted])
    if config.getoption("--database-only"):
        _deselect(config, items, [each for each in items if not uses_database(each)])
    # a test that is named is done as it was named
    if not config.getoption("--long") and not any("[" in arg for arg in config.args):
        for turns in (engines_in_turn, cases_in_turn):
            _deselect(config, items, turns.left_out(items))
        long = [each for each in items if each.get_closest_marker("long")]
        _deselect(config, items, long)


def _deselect(
    config: pytest.Config, items: list[pytest.Item], left_out: list[pytest.Item]
) -> None:
    config.hook.pytest_deselected(items=left_out)
    gone = set(left_out)
    items[:] = [item for item in items if item not in gone]


def pytest_collection_finish() -> None:
    """To look for garbage among all that was imported takes a fifth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)


def pytest_xdist_make_scheduler(config, log) -> distribution.Distribution:
    return distribution.Distribution(config, log)


def uses_database(item: pytest.Item) -> bool:
    fixtures = set(getattr(item, "fixturenames", ()))
    is_marked = item.get_closest_marker("django_db") is not None
    return is_marked or not fixtures.isdisjoint({"db", "transactional_db"})


def pytest_configure(config: pytest.Config) -> None:
    """Removes what killed sessions have left behind."""
    examples.choose(is_long=config.getoption("--long"))
    places = dict.fromkeys((FOLDER.parent, DISK))
    for folder in (each for place in places for each in place.glob(f"{PREFIX}*")):
        session = int(folder.name.removeprefix(PREFIX).split("-")[0])
        if not psutil.pid_exists(session):
            shutil.rmtree(folder, ignore_errors=True)


def pytest_unconfigure() -> None:
    shutil.rmtree(FOLDER, ignore_errors=True)


@pytest.fixture(scope="session", autouse=True)
def one_day() -> Iterator[None]:
    """Results of tests are no older next year, and their engines no less supported."""
    from benchruns.results import staleness  # its models want the settings first

    with pytest.MonkeyPatch.context() as session:
        session.setattr(staleness, "today", lambda: DAY)
        yield


@pytest.fixture(scope="session")
def server_folder() -> Path:
    """A folder that the users of all private servers can enter."""
    return FOLDER


@pytest.fixture(scope="session")
def disk_folder() -> Iterator[Path]:
    """The same on a disk, for what is about disks."""
    folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-", dir=DISK))
    folder.chmod(0o711)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def mariadb_server(server_folder: Path) -> Iterator[Running]:
    """A private MariaDB; a test that kills it starts it again."""
    _skip_where_named()
    server = InstalledMariaDb(
        home=server_folder / "mariadb", port=ports.choose(), password=PASSWORD
    )
    with running(server, log=server_folder / "mariadb.log") as started:
        yield started


@pytest.fixture(scope="session")
def postgres_server(server_folder: Path) -> Iterator[Running]:
    """A private PostgreSQL; a test that kills it starts it again."""
    _skip_where_named()
    server = postgresql_server()(
        home=server_folder / "postgresql", port=ports.choose(), password=PASSWORD
    )
    with running(server, log=server_folder / "postgresql.log") as started:
        yield started


@pytest.fixture(scope="session")
def redis_server(server_folder: Path) -> Iterator[Running]:
    """The Redis that the settings name; nothing listens there without this fixture."""
    server = Redis(
        home=server_folder / "redis",
        port=int(os.environ["REDIS_PORT"]),
        password=PASSWORD,
    )
    with running(server, log=server_folder / "redis.log") as started:
        yield started


@pytest.fixture(scope="session")
def redis_url(redis_server: Running) -> str:
    return redis_server.server.url


@pytest.fixture(scope="session")
def mariadb_target(request: pytest.FixtureRequest) -> Target:
    """The private MariaDB or the MySQL that is named, with an account that may do
    everything."""
    return _target(request, mysql_engine(), "mariadb_server")


@pytest.fixture(scope="session")
def postgres_target(request: pytest.FixtureRequest) -> Target:
    """The same with PostgreSQL."""
    return _target(request, "postgresql", "postgres_server")


@pytest.fixture(scope="session")
def child_environment(django_db_setup) -> dict[str, str]:
    """The environment for a process of Benchbook that shares the tests' database."""
    database = settings.DATABASES["default"]
    url = f"sqlite:///{database['NAME']}"
    if "postgresql" in database["ENGINE"]:
        place = f"{database['HOST']}:{database['PORT']}/{database['NAME']}"
        url = f"postgresql://{database['USER']}:{database['PASSWORD']}@{place}"
    return os.environ | {"DATABASE_URL": url}


def _target(request: pytest.FixtureRequest, engine: str, server: str) -> Target:
    kind = chosen()
    if kind and kind.named:
        return kind.target
    started: Running = request.getfixturevalue(server)
    return Target(
        engine=engine,
        host="127.0.0.1",
        address="127.0.0.1",
        port=started.server.port,
        username=USERNAME,
        password=started.server.password,
        database=DATABASE,
        # MySQL 8 and later ask for it at a first login
        allow_cleartext_password=engine == "mysql",
    )


def _skip_where_named() -> None:
    kind = chosen()
    if kind and kind.named:
        pytest.skip("a server that is named is neither stopped nor started again")
