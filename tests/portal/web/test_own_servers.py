"""What endpoints and webhooks may not lead to: the portal's own database and Redis."""

import environ
import pytest

from portal.settings.own_servers import own_servers


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("sqlite:////srv/benchbook.db", []),
        ("postgres://me@db.internal/benchbook", [("db.internal", 5432)]),
        ("postgres://me@db.internal:6543/benchbook", [("db.internal", 6543)]),
        ("postgres:///benchbook", [("localhost", 5432)]),
        ("postgres://me@a:1,b:2/benchbook", [("a", 1), ("b", 2)]),
        ("postgres:///benchbook?host=/run/postgresql", [("localhost", 5432)]),
        ("postgres:///benchbook?host=a,b&port=1,2", [("a", 1), ("b", 2)]),
        ("postgres:///benchbook?host=a,b&port=6000", [("a", 6000), ("b", 6000)]),
        (
            "postgres://me@db/benchbook?hostaddr=192.0.2.7",
            [("db", 5432), ("192.0.2.7", 5432)],
        ),
    ],
)
def test_the_database_is_found_as_its_url_states_it(url, found):
    database = environ.Env.db_url_config(url)

    assert list(own_servers("unix:///run/redis.sock", database)) == found


def test_so_is_redis():
    database = environ.Env.db_url_config("sqlite://:memory:")

    assert own_servers("redis://cache:7000/0", database) == (("cache", 7000),)
    assert own_servers("redis://cache/0", database) == (("cache", 6379),)
