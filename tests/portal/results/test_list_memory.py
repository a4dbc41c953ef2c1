"""A list of ten thousand results takes the memory and the queries of one of a hundred."""

import tracemalloc

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchruns.models import Result
from tests.factories import ResultFactory

FEW, MANY = 100, 10_000
LISTS = ("/results/", "/api/v1/results/", "/feeds/results.atom")


@pytest.fixture
def first(db):
    if connection.vendor != "sqlite":
        pytest.skip("rows are copied by SQLite's own words")
    return ResultFactory()


def test_ten_thousand_results_take_what_a_hundred_do(client, first):
    copied(first, FEW)
    few = {url: cost_of(client, url) for url in LISTS}
    copied(first, MANY - FEW)
    many = {url: cost_of(client, url) for url in LISTS}

    assert Result.objects.count() > MANY
    for url in LISTS:
        assert many[url][0] == few[url][0], f"{url}: queries"
        assert many[url][1] <= 1.2 * few[url][1], f"{url}: bytes at once"


def cost_of(client, url):
    """Queries, and the most bytes at once, of a second request."""
    assert client.get(url).status_code == 200
    with CaptureQueriesContext(connection) as captured:
        client.get(url)
    tracemalloc.start()
    client.get(url)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return len(captured), peak


def copied(row, number):
    """As many more rows, alike but for what is unique; by one statement, which takes less
    than a second."""
    names = [each.column for each in Result._meta.local_concrete_fields]
    own = {
        "id": "lower(hex(randomblob(16)))",
        "published_key": "lower(hex(randomblob(16)))",
    }
    with connection.cursor() as cursor:
        cursor.execute(
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %s) "
            f"INSERT INTO benchruns_result ({', '.join(names)}) "
            f"SELECT {', '.join(own.get(name, name) for name in names)} "
            "FROM benchruns_result, n WHERE benchruns_result.id = %s",
            [number, row.pk.hex],
        )
