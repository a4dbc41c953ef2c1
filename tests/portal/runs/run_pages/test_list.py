"""The list of runs: which it has, for whom, by which filters, at what cost."""

import pytest

from tests.factories import (
    EndpointFactory,
    InstanceClassFactory,
    ResultFactory,
    RunFactory,
    UserFactory,
)
from tests.portal.runs.run_pages.measured import text_of


@pytest.fixture
def endpoint(user):
    return EndpointFactory(owner=user, name="shop-db", checked=True)


def test_the_list_shows_own_and_public_runs_newest_first(page, user):
    own = RunFactory(owner=user)
    RunFactory()
    public = RunFactory(succeeded=True, public=True)

    rows = page.get("/runs/").context["runs"]

    assert [row.run for row in rows] == [public, own]


@pytest.mark.parametrize("is_doubted", [True, False])
def test_a_dagger_in_the_list_is_explained_under_it(page, user, is_doubted):
    RunFactory(owner=user)  # without a figure
    ResultFactory(
        measured=True,
        visibility="public",
        doubted=is_doubted,
        latency_p95_ms=70.5,
        run__visibility="public",
    )

    shown = text_of(page.get("/runs/"))

    assert ("†" in shown) == is_doubted
    # of TPS, of p95 on a phone, of QPS and of p95
    assert shown.count('class="bb-dagger"') == 4 * is_doubted
    assert ("† is in doubt: its page says why." in shown) == is_doubted


def test_endpoint_names_are_for_their_owner(client, page, user):
    sold = InstanceClassFactory(code="c2.xlarge")
    RunFactory(
        succeeded=True,
        public=True,
        owner=user,
        endpoint__name="secret-name",
        endpoint__instance_class=sold,
    )
    own = text_of(page.get("/runs/"))
    client.logout()

    others = text_of(client.get("/runs/"))

    assert "secret-name" in own
    assert "secret-name" not in others


def test_public_runs_of_an_endpoint_are_found_by_who_may_know_it(page, client, user):
    run = RunFactory(owner=user, public=True, succeeded=True)
    path = f"/runs/?endpoint={run.endpoint_id}"

    own = page.get(path).context["runs"]
    client.force_login(UserFactory(staff=True))
    staff = client.get(path).context["runs"]
    client.force_login(UserFactory())
    stranger = client.get(path).context["runs"]
    client.logout()

    assert len(own) == len(staff) == 1
    assert stranger == client.get(path).context["runs"] == []


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("", 3),
        ("state=failed", 1),
        ("state=queued", 2),
        ("engine=postgresql", 1),
        ("workload=oltp_read_only", 1),
        ("state=failed&engine=postgresql", 0),
        ("state=nonsense", 0),
        ("endpoint=nonsense", 0),
    ],
)
def test_filters_narrow_the_list(page, user, query, count):
    RunFactory(owner=user, failed=True)
    RunFactory(owner=user, endpoint__engine="postgresql")
    RunFactory(owner=user, workload="oltp_read_only")

    assert len(page.get(f"/runs/?{query}").context["runs"]) == count


def test_the_list_is_paged_and_keeps_its_filters(page, user):
    endpoint = EndpointFactory(owner=user)
    RunFactory.create_batch(51, owner=user, endpoint=endpoint)

    first = page.get("/runs/?state=queued")
    second = page.get("/runs/?state=queued&page=2")

    assert "?state=queued&amp;page=2" in text_of(first)
    assert "1 to 50 of 51" in text_of(first)
    assert len(second.context["runs"]) == 1


def test_the_list_costs_the_same_however_long(page, user, django_assert_num_queries):
    endpoint = EndpointFactory(owner=user)
    for _ in range(4):
        RunFactory(owner=user, endpoint=endpoint, succeeded=True)

    with django_assert_num_queries(7):  # session, user, stop, notices, and three
        page.get("/runs/")


def test_an_empty_list_says_what_to_do(client, db):
    assert "No run yet." in text_of(client.get("/runs/"))
