"""Two web processes, three workers and two beats, whose database is behind PgBouncer."""

import json
import urllib.error
import urllib.request

import pytest
from django.conf import settings
from django.db import connection

from benchruns.models import Run
from local import ports
from local.servers.running import running
from tests import waiting
from tests.pgbouncer import PgBouncer
from tests.stack import stack
from tests.targets import endpoint_of, queue

pytestmark = [
    pytest.mark.both_databases,
    pytest.mark.long,
    pytest.mark.django_db(transaction=True),
]

SESSIONS = 4
PROGRAMS = (
    "web", "second web", "runs", "second", "control", "tend", "webhooks",
    "beat", "second beat",
)  # fmt: skip
PAGES = ("/", "/classes/", "/results/", "/runs/", "/api/v1/results/")


@pytest.fixture
def pool(server_folder):
    """Of fewer sessions than there are processes."""
    if connection.vendor != "postgresql":
        pytest.skip("the portal's database is SQLite")
    database = settings.DATABASES["default"]
    made = PgBouncer(
        home=server_folder / "pgbouncer",
        port=ports.choose(),
        password=database["PASSWORD"],
        behind=int(database["PORT"]),
        sessions=SESSIONS,
        database=database["NAME"],
        username=database["USER"],
    )
    with connection.cursor() as cursor:  # what PgBouncer does not pass on
        cursor.execute(f"ALTER ROLE {made.username} SET statement_timeout = '15s'")
    with running(made, log=server_folder / "pgbouncer.log"):
        yield made
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER ROLE {made.username} RESET statement_timeout")


@pytest.fixture
def sites(child_environment, redis_url, pool, tmp_path):
    """The addresses of both web processes."""
    chosen = [str(ports.choose()), str(ports.choose())]
    environment = child_environment | {
        "DATABASE_URL": f"{pool.url}?DISABLE_SERVER_SIDE_CURSORS=true",
        "WEB_PORT": chosen[0],
        "SECOND_WEB_PORT": chosen[1],
    }
    with stack(environment, log=tmp_path / "stack.log", programs=PROGRAMS):
        addresses = [f"http://127.0.0.1:{port}" for port in chosen]
        for address in addresses:
            waiting.until(
                lambda address=address: answer(f"{address}/guide/"), what=address
            )
        yield addresses


def answer(url):
    """None while nothing listens."""
    try:
        with urllib.request.urlopen(url) as found:  # noqa: S310 (our own site)
            return found.read()
    except urllib.error.URLError as error:
        if isinstance(error, urllib.error.HTTPError):
            raise
        return None


def test_pages_and_live_runs_are_served_through_a_pool(sites, pool, mariadb_target):
    assert pool.ask("SHOW statement_timeout") == [("15s",)]
    runs = [
        queue(endpoint_of(mariadb_target), duration_seconds=3, threads=1)
        for _time in range(2)
    ]
    Run.objects.update(visibility="public")
    for run in runs:
        waiting.for_end(run)

    assert {run.state for run in runs} == {"succeeded"}
    for run in runs:
        live = {answer(f"{site}/runs/{run.pk}/live/") for site in sites}
        assert len(live) == 1
        assert len(json.loads(live.pop())["samples"]) == 3
        assert {answer(f"{site}/runs/{run.pk}/samples.csv") for site in sites}
    for site in sites:
        assert all(answer(f"{site}{page}") for page in PAGES)

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()",
            [pool.database],
        )
        assert cursor.fetchone()[0] <= SESSIONS + 1  # and one of the tests' own
