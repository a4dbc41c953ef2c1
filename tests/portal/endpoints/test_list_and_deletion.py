"""Who sees endpoints, how they are listed, and how one is deleted."""

import pytest

from tests.factories import (
    DataSetFactory,
    EndpointFactory,
    RunFactory,
    ServerFactory,
    UserFactory,
)
from tests.portal.endpoints.given import text_of, url_of


@pytest.mark.parametrize("tail", ["", "edit/", "delete/"])
def test_endpoints_of_others_do_not_exist(page, tail):
    assert page.get(url_of(EndpointFactory(), tail)).status_code == 404


def test_staff_look_but_do_not_touch(client, db):
    client.force_login(UserFactory(staff=True))
    endpoint = EndpointFactory()

    assert client.get(url_of(endpoint)).status_code == 200
    assert client.get(url_of(endpoint, "edit/")).status_code == 404
    assert client.post(url_of(endpoint, "check/")).status_code == 404
    assert client.post(url_of(endpoint, "delete/")).status_code == 404


@pytest.mark.parametrize("path", ["/endpoints/", "/endpoints/new/"])
def test_endpoints_need_an_account(client, db, path):
    assert client.get(path)["Location"].startswith("/login/")


def test_deleting_asks_first_then_hides_and_erases(page, user):
    endpoint = EndpointFactory(owner=user)
    run = RunFactory(owner=user, endpoint=endpoint, cancelled=True)

    asked = page.get(url_of(endpoint, "delete/"))
    page.post(url_of(endpoint, "delete/"))

    assert "stay as they are" in text_of(asked) or "stays" in text_of(asked)
    endpoint.refresh_from_db()
    assert endpoint.password_encrypted == ""
    assert page.get(url_of(endpoint)).status_code == 404
    assert page.get(f"/runs/{run.pk}/").status_code == 200


def test_what_is_left_on_the_server_is_told_before_deleting(page, user):
    endpoint = EndpointFactory(owner=user)
    left = DataSetFactory(
        endpoint=endpoint,
        server=ServerFactory(),
        run=RunFactory(owner=user, endpoint=endpoint, cancelled=True),
    )

    asked = page.get(url_of(endpoint, "delete/"))
    page.post(url_of(endpoint, "delete/"))
    endpoint.refresh_from_db()
    refused = endpoint.deleted_at is None
    page.post(url_of(endpoint, "delete/"), {"leave_data": "on"})

    assert left.workspace in text_of(asked)
    assert refused
    endpoint.refresh_from_db()
    assert endpoint.deleted_at is not None


def test_an_endpoint_with_a_waiting_run_is_not_deleted(page, user):
    endpoint = EndpointFactory(owner=user)
    RunFactory(owner=user, endpoint=endpoint)

    answer = page.post(url_of(endpoint, "delete/"), follow=True)

    assert "have not ended" in text_of(answer)
    endpoint.refresh_from_db()
    assert endpoint.deleted_at is None


@pytest.mark.both_databases
def test_the_list_is_in_the_order_of_names(page, user):
    for name in ("shop", "audit", "mirror"):
        EndpointFactory(owner=user, name=name)

    listed = page.get("/endpoints/").context["page"].object_list

    assert [endpoint.name for endpoint in listed] == ["audit", "mirror", "shop"]


def test_the_list_costs_the_same_however_long(page, user, django_assert_num_queries):
    for endpoint in EndpointFactory.create_batch(8, owner=user, checked=True):
        RunFactory(owner=user, endpoint=endpoint)

    with django_assert_num_queries(7):  # session, user, stop, notices, count, and two
        page.get("/endpoints/")


def test_a_long_list_has_pages(page, user):
    EndpointFactory.create_batch(52, owner=user)

    first, second = page.get("/endpoints/"), page.get("/endpoints/?page=2")

    assert "1 to 50 of 52" in text_of(first)
    assert "51 to 52 of 52" in text_of(second)
