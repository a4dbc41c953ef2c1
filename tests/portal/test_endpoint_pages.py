"""Registering, changing, checking and deleting endpoints in a browser."""

import pytest

from benchruns.models import Endpoint
from local import ports
from portal import dispatch
from tests.factories import (
    PASSWORD,
    CheckFactory,
    EndpointFactory,
    InstanceClassFactory,
    RunFactory,
    UserFactory,
)
from workers import checker

GIVEN = {
    "name": "shop",
    "engine": "mysql",
    "host": "db.internal.example",
    "port": "3306",
    "username": "bench",
    "password": "s3cret horse",
    "database": "bench",
    "tls": "prefer",
}


@pytest.fixture
def worker(monkeypatch):
    """The control worker, in this process instead of behind the broker."""
    monkeypatch.setattr(
        dispatch, "_send", lambda _task, *, queue, argument: checker.perform(argument)
    )


def url_of(endpoint, tail=""):
    return f"/endpoints/{endpoint.pk}/{tail}"


def given_of(endpoint, **changes):
    """What the form of an endpoint sends when nothing but ``changes`` is touched."""
    fields = ("name", "engine", "host", "port", "username", "database", "tls")
    return {name: getattr(endpoint, name) for name in fields} | changes


def text_of(answer):
    return answer.content.decode()


def test_an_endpoint_is_registered_and_its_password_never_shown(page, user):
    answer = page.post("/endpoints/new/", GIVEN, follow=True)

    endpoint = Endpoint.objects.get()
    assert answer.redirect_chain == [(url_of(endpoint), 302)]
    assert endpoint.owner == user
    assert endpoint.password == GIVEN["password"]
    assert GIVEN["password"] not in text_of(answer)
    assert GIVEN["password"] not in text_of(page.get(url_of(endpoint, "edit/")))


def test_a_class_brings_its_provider_and_size(page):
    sold = InstanceClassFactory(engine="mysql")

    page.post(
        "/endpoints/new/",
        GIVEN | {"instance_class": sold.pk, "vcpus": "99", "memory_gb": "1"},
    )

    endpoint = Endpoint.objects.get()
    assert endpoint.instance_class == sold
    assert endpoint.provider == sold.provider
    assert (endpoint.vcpus, endpoint.memory_gb) == (None, None)


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("name", "", "This field is required"),
        ("name", "x" * 121, "at most 120 characters"),
        ("engine", "sqlserver", "not one of the available choices"),
        ("host", "db,other", "without commas"),
        ("host", "db:3306", "Give the port in its own field"),
        ("port", "0", "greater than or equal to 1"),
        ("username", "a=b", "may not hold commas"),
        ("database", "-x", "may not start with a hyphen"),
        ("password", "'\"", "but not both"),
        ("memory_gb", "nan", "Enter a number"),
    ],
)
def test_what_is_wrong_is_told_under_its_field(page, field, value, told):
    answer = page.post("/endpoints/new/", GIVEN | {field: value})

    assert answer.status_code == 200
    assert told in answer.context["form"].errors[field][0]
    assert not Endpoint.objects.exists()


def test_a_class_of_another_engine_is_refused(page):
    sold = InstanceClassFactory(engine="postgresql")

    answer = page.post("/endpoints/new/", GIVEN | {"instance_class": sold.pk})

    assert "not for MySQL" in answer.context["form"].errors["instance_class"][0]


def test_a_name_is_used_once_by_each_user(page, user):
    EndpointFactory(owner=user, name="shop")
    EndpointFactory(name="other")

    answer = page.post("/endpoints/new/", GIVEN)
    page.post("/endpoints/new/", GIVEN | {"name": "other"})

    assert "already" in answer.context["form"].errors["name"][0]
    assert Endpoint.objects.filter(owner=user, name="other").exists()


def test_an_empty_password_keeps_the_stored_one_and_the_last_check(page, user):
    endpoint = EndpointFactory(owner=user, checked=True)

    page.post(
        url_of(endpoint, "edit/"), given_of(endpoint, name="renamed", password="")
    )

    endpoint.refresh_from_db()
    assert endpoint.name == "renamed"
    assert endpoint.password == PASSWORD
    assert endpoint.last_check is not None


@pytest.mark.parametrize("changes", [{"password": "new"}, {"port": "3307"}], ids=str)
def test_what_was_found_is_forgotten_when_the_connection_changes(page, user, changes):
    endpoint = EndpointFactory(owner=user, checked=True)

    page.post(url_of(endpoint, "edit/"), given_of(endpoint, **changes))

    endpoint.refresh_from_db()
    assert endpoint.last_check is None
    assert endpoint.server is None


def test_a_form_that_is_refused_changes_nothing_on_its_page(page, user):
    endpoint = EndpointFactory(owner=user, name="shop")

    answer = page.post(
        url_of(endpoint, "edit/"), given_of(endpoint, name="new", host="a b")
    )

    assert "Change shop" in text_of(answer)
    endpoint.refresh_from_db()
    assert endpoint.name == "shop"


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


def test_a_passed_check_shows_what_was_found(page, user):
    endpoint = EndpointFactory(owner=user)
    CheckFactory(
        endpoint=endpoint,
        passed=True,
        server={
            "version": "8.0.36",
            "buffer_bytes": 134_217_728,
            "max_connections": 151,
            "tls_in_use": "TLSv1.3",
            "durability": {"sync_binlog": "1"},
            "round_trip_ms": 0.184,
            "settings": {"innodb_io_capacity": "200"},
        },
    )

    shown = text_of(page.get(url_of(endpoint)))

    for fact in ("8.0.36", "128 MB", "151", "TLSv1.3", "sync_binlog", "0.18 ms"):
        assert fact in shown
    assert "innodb_io_capacity" in shown


def test_a_failed_check_says_why_in_two_lines(page, user):
    endpoint = EndpointFactory(owner=user)
    CheckFactory(endpoint=endpoint, failed=True, detail="1045 Access denied")

    shown = text_of(page.get(url_of(endpoint)))

    assert "The server refused the account or its password." in shown
    assert "1045 Access denied" in shown


@pytest.mark.django_db(transaction=True)
def test_checking_without_scripts_comes_back_to_the_page(page, user, worker):
    endpoint = EndpointFactory(owner=user, host="127.0.0.1", port=ports.choose())

    answer = page.post(url_of(endpoint, "check/"), follow=True)

    assert answer.redirect_chain == [(url_of(endpoint), 302)]
    assert "Nothing accepts connections" in text_of(answer)


@pytest.mark.engine
@pytest.mark.django_db(transaction=True)
def test_htmx_gets_the_panel_alone(page, user, worker, mariadb_target):
    endpoint = EndpointFactory(
        owner=user,
        engine="mariadb",
        host=mariadb_target.host,
        port=mariadb_target.port,
        username=mariadb_target.username,
        database=mariadb_target.database,
        plain_password=mariadb_target.password,
    )

    answer = page.post(url_of(endpoint, "check/"), headers={"HX-Request": "true"})

    shown = text_of(answer)
    assert "Ready for runs." in shown
    assert "innodb_flush_log_at_trx_commit" in shown
    assert "<html" not in shown


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


def test_an_endpoint_with_a_waiting_run_is_not_deleted(page, user):
    endpoint = EndpointFactory(owner=user)
    RunFactory(owner=user, endpoint=endpoint)

    answer = page.post(url_of(endpoint, "delete/"), follow=True)

    assert "have not ended" in text_of(answer)
    endpoint.refresh_from_db()
    assert endpoint.deleted_at is None


def test_the_list_costs_the_same_however_long(page, user, django_assert_num_queries):
    for endpoint in EndpointFactory.create_batch(8, owner=user, checked=True):
        RunFactory(owner=user, endpoint=endpoint)

    with django_assert_num_queries(4):  # session, user, endpoints, checks
        page.get("/endpoints/")
