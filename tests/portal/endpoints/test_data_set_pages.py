"""The pages of kept data: the list, and dropping one of it."""

from html import unescape

import pytest

from benchruns.models import DataSet, Run
from portal import dispatch
from tests.factories import (
    NOON,
    DataSetFactory,
    EndpointFactory,
    RunFactory,
    ServerFactory,
    UserFactory,
)

SIZE = {"tables": 4, "table_size": 25_000}


def text_of(answer, status=200):
    assert answer.status_code == status
    return " ".join(unescape(answer.content.decode()).split())


def kept_on(endpoint, **changes):
    run = RunFactory(owner=endpoint.owner, endpoint=endpoint, succeeded=True)
    data_set = DataSetFactory(
        **{
            "endpoint": endpoint,
            "server": endpoint.server or run.server,
            "run": run,
            "workload": "oltp_read_write",
            "size": SIZE,
            "data_bytes": 24_200_000,
            "load_seconds": 2.4,
            "is_ready": True,
            "is_kept": True,
            "database": "bench_database",
            **changes,
        }
    )
    Run.objects.filter(pk=run.pk).update(data_set=data_set)
    return data_set


@pytest.fixture
def endpoint(user):
    return EndpointFactory(owner=user, name="shop-db", server=ServerFactory())


@pytest.fixture
def told(monkeypatch):
    """The endpoints that workers were told of."""
    found = []
    monkeypatch.setattr(dispatch, "drop_data", found.append)
    return found


def test_the_list_tells_what_is_kept_where_and_how_large_it_is(page, endpoint):
    data_set = kept_on(endpoint)
    RunFactory(owner=endpoint.owner, endpoint=endpoint, data_set=data_set)

    answer = page.get("/data-sets/")

    shown = text_of(answer)
    for text in ("4 tables of 25,000 rows", "shop-db", "23 MB", "2 s", "ready"):
        assert text in shown
    assert [row.uses for row in answer.context["rows"]] == [2]
    assert f"/data-sets/{data_set.pk}/drop/" in shown


def test_pgbench_data_is_told_by_its_scale(page, endpoint):
    size = {"scale": 100, "total_records": 10_000_000}
    kept_on(endpoint, workload="pgbench_read_only", size=size)

    assert "scale 100, 10 M accounts" in text_of(page.get("/data-sets/"))


def test_only_one_s_own_are_shown_and_staff_see_all(client, page, endpoint):
    mine = kept_on(endpoint)
    other = kept_on(EndpointFactory(name="other-db"))

    own = [row.data_set for row in page.get("/data-sets/").context["rows"]]
    client.force_login(UserFactory(staff=True))
    every = [row.data_set for row in client.get("/data-sets/").context["rows"]]

    assert own == [mine]
    assert set(every) == {mine, other}


def test_what_was_dropped_or_is_a_leftover_is_not_listed(page, endpoint):
    kept_on(endpoint, dropped_at=NOON)
    kept_on(endpoint, is_kept=False)
    kept_on(endpoint, is_ready=False)

    assert "No data is kept." in text_of(page.get("/data-sets/"))


def test_the_list_of_one_endpoint(page, user, endpoint):
    mine = kept_on(endpoint)
    kept_on(EndpointFactory(owner=user, name="other-db", server=ServerFactory()))

    answer = page.get("/data-sets/", {"endpoint": endpoint.pk})

    assert [row.data_set for row in answer.context["rows"]] == [mine]
    assert "Data sets on shop-db" in text_of(answer)


def test_a_page_of_an_endpoint_tells_of_its_data(page, endpoint):
    before = text_of(page.get(f"/endpoints/{endpoint.pk}/"))
    kept_on(endpoint)
    after = text_of(page.get(f"/endpoints/{endpoint.pk}/"))

    assert f"/data-sets/?endpoint={endpoint.pk}" not in before
    assert f"/data-sets/?endpoint={endpoint.pk}" in after
    assert "1 data set, 23 MB on the server" in after


def test_dropping_says_first_what_is_lost(page, endpoint, told):
    data_set = kept_on(endpoint)

    shown = text_of(page.get(f"/data-sets/{data_set.pk}/drop/"))

    assert f"the database or schema {data_set.workspace}" in shown
    assert "23 MB" in shown
    assert "took 2 s the last time" in shown
    data_set.refresh_from_db()
    assert data_set.drop_requested_at is None
    assert told == []


def test_dropping_has_a_worker_told(page, endpoint, told):
    data_set = kept_on(endpoint)

    answer = page.post(f"/data-sets/{data_set.pk}/drop/", follow=True)

    shown = text_of(answer)
    assert "A worker drops it now" in shown
    assert "being dropped" in shown
    data_set.refresh_from_db()
    assert data_set.drop_requested_at is not None
    assert told == [endpoint.pk]


def test_what_could_not_be_dropped_says_why(page, endpoint):
    kept_on(endpoint, drop_requested_at=NOON, drop_code="unreachable")

    shown = text_of(page.get("/data-sets/"))

    assert "There is no way through the network to this host." in shown
    assert "/drop/" not in shown


def test_what_a_run_uses_is_not_dropped(page, endpoint, told):
    data_set = kept_on(endpoint)
    RunFactory(owner=endpoint.owner, endpoint=endpoint, data_set=data_set, running=True)

    refused = page.post(f"/data-sets/{data_set.pk}/drop/")

    assert "A run is using this data set" in text_of(refused, status=409)
    assert "in use" in text_of(page.get("/data-sets/"))
    assert DataSet.objects.get().drop_requested_at is None
    assert told == []


def test_what_lies_elsewhere_says_so_and_offers_no_drop(page, endpoint, told):
    data_set = kept_on(endpoint, server=ServerFactory())

    shown = text_of(page.get("/data-sets/"))
    refused = text_of(page.post(f"/data-sets/{data_set.pk}/drop/"), status=409)

    assert f"It lies on {data_set.server.address}:{data_set.server.port}" in shown
    assert "/drop/" not in shown
    assert "set its connection back" in refused
    assert told == []


def test_others_cannot_drop_it(page):
    data_set = kept_on(EndpointFactory())

    for ask in (page.get, page.post):
        assert ask(f"/data-sets/{data_set.pk}/drop/").status_code == 404


def test_it_needs_an_account(client, db):
    assert client.get("/data-sets/")["Location"] == "/login/?next=/data-sets/"


@pytest.mark.parametrize("count", [1, 5])
def test_the_list_costs_the_same_however_long(
    page, endpoint, django_assert_num_queries, count
):
    for _ in range(count):
        kept_on(endpoint)

    with django_assert_num_queries(6):  # session, user, stop, notices, count, data sets
        page.get("/data-sets/")
