"""Registering, changing, checking and deleting endpoints in a browser."""

import re
import threading

import pytest

from benchruns.endpoints import registration
from benchruns.endpoints.changes import EndpointGone
from benchruns.models import Check, Endpoint
from local import ports
from portal import dispatch
from portal.forms.endpoints import EndpointForm
from tests.factories import (
    NOON,
    PASSWORD,
    CheckFactory,
    DataSetFactory,
    EndpointFactory,
    InstanceClassFactory,
    RunFactory,
    ServerFactory,
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
        dispatch, "_send", lambda _task, *, argument, **_: checker.perform(argument)
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
        ("name", "shop\nmirror", "Give one line"),
        ("engine", "oracle", "not one of the available choices"),
        ("host", "db,other", "without commas"),
        ("host", "db:3306", "Give the port in its own field"),
        ("port", "0", "greater than or equal to 1"),
        ("username", "a=b", "may not hold commas"),
        ("database", "-x", "may not start with a hyphen"),
        ("password", "'\"", "but not both"),
        ("memory_gb", "nan", "Enter a number"),
        ("metrics_url", "http://db/metrics?token=x", "without tokens, keys"),
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


def test_a_form_that_moves_an_endpoint_asks_for_its_password_again(page, user):
    endpoint = EndpointFactory(owner=user)

    answer = page.post(
        url_of(endpoint, "edit/"), given_of(endpoint, host="other.example")
    )

    assert "again" in answer.context["form"].errors["password"][0]
    endpoint.refresh_from_db()
    assert endpoint.host == "db.internal.example"


@pytest.mark.parametrize("changes", [{"password": "new"}, {"port": "3307"}], ids=str)
def test_what_was_found_is_forgotten_when_the_connection_changes(page, user, changes):
    """And where it leads to only if that may be another server."""
    endpoint = EndpointFactory(owner=user, checked=True)

    given = {"password": PASSWORD} | changes
    page.post(url_of(endpoint, "edit/"), given_of(endpoint, **given))

    endpoint.refresh_from_db()
    assert endpoint.last_check is None
    assert (endpoint.server is None) == ("port" in changes)


def test_a_form_that_is_refused_changes_nothing_on_its_page(page, user):
    endpoint = EndpointFactory(owner=user, name="shop")

    answer = page.post(
        url_of(endpoint, "edit/"), given_of(endpoint, name="new", host="a b")
    )

    assert "Change shop" in text_of(answer)
    endpoint.refresh_from_db()
    assert endpoint.name == "shop"


def test_an_authority_is_pasted_and_kept(page, authority):
    pasted = authority.replace("\n", "\r\n")

    page.post("/endpoints/new/", GIVEN | {"tls_ca": pasted})
    refused = page.post("/endpoints/new/", GIVEN | {"tls_ca": "none"})

    assert Endpoint.objects.get().tls_ca == authority
    assert "PEM" in refused.context["form"].errors["tls_ca"][0]


def test_sending_the_form_untouched_is_no_change_of_the_connection(
    page, user, authority
):
    endpoint = EndpointFactory(owner=user, checked=True, tls_ca=authority)

    page.post(url_of(endpoint, "edit/"), given_of(endpoint, tls_ca=authority))

    assert endpoint.last_check is not None


def test_the_connection_stays_while_a_run_waits(page, user):
    endpoint = EndpointFactory(owner=user)
    run = RunFactory(owner=user, endpoint=endpoint)

    answer = page.post(
        url_of(endpoint, "edit/"),
        given_of(endpoint, host="other.example", password=PASSWORD),
    )

    assert "cannot change while runs" in text_of(answer)
    assert f"/runs/{run.pk}/" in text_of(answer)
    endpoint.refresh_from_db()
    assert endpoint.host == "db.internal.example"


def test_an_endpoint_deleted_meanwhile_does_not_come_back(page, user):
    endpoint = EndpointFactory(owner=user)
    form = EndpointForm(given_of(endpoint, password="x"), instance=endpoint, owner=user)
    registration.delete_endpoint(Endpoint.objects.get())

    with pytest.raises(EndpointGone):
        form.saved()

    endpoint = Endpoint.objects.get()
    assert endpoint.deleted_at is not None
    assert endpoint.password_encrypted == ""


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


CHECKED = {"version": "8.0.36", "buffer_bytes": 2**27, "max_connections": 151}


@pytest.mark.parametrize(
    ("state", "told"),
    [
        ("nothing_known", "It mostly ends with /metrics."),
        ("database_only", "tells of the database, not of its machine"),
        ("several_machines", "give an address that tells of one machine"),
        ("unreadable", "more than one machine has to tell"),
        ("no_answer", "look whether the exporter runs"),
        ("address_not_allowed", "ENDPOINT_NETWORKS does not name its network"),
        ("unknown_host", "finds no address of its host"),
    ],
)
def test_a_metrics_address_of_no_use_is_told_before_all_figures(
    page, user, state, told
):
    endpoint = EndpointFactory(owner=user)
    server = CHECKED | {"metrics": state}
    CheckFactory(endpoint=endpoint, passed=True, server=server)

    shown = text_of(page.get(url_of(endpoint)))

    assert told in shown
    assert shown.index("tells nothing of the server's machine") < shown.index("Buffer")


def test_a_metrics_address_that_tells_is_no_matter(page, user):
    endpoint = EndpointFactory(owner=user)
    server = CHECKED | {"metrics": "ok"}
    CheckFactory(endpoint=endpoint, passed=True, server=server)

    shown = text_of(page.get(url_of(endpoint)))

    assert "<dt>Metrics address</dt>" in shown
    assert "CPU, memory and disks" in shown
    assert "tells nothing" not in shown


def test_a_failed_check_says_why_in_two_lines(page, user):
    endpoint = EndpointFactory(owner=user)
    CheckFactory(endpoint=endpoint, failed=True, detail="1045 Access denied")

    shown = text_of(page.get(url_of(endpoint)))

    assert "The server refused the user name or password." in shown
    assert "1045 Access denied" in shown


@pytest.mark.django_db(transaction=True)
def test_checking_without_scripts_comes_back_to_the_page(page, user, worker):
    endpoint = EndpointFactory(owner=user, host="127.0.0.1", port=ports.choose())

    answer = page.post(url_of(endpoint, "check/"), follow=True)

    assert answer.redirect_chain == [(url_of(endpoint), 302)]
    assert "Nothing accepts connections" in text_of(answer)


def test_a_second_click_joins_the_check_that_is_under_way(page, user, monkeypatch):
    monkeypatch.setitem(dispatch.check_endpoint.__kwdefaults__, "wait_seconds", 0.0)
    endpoint = EndpointFactory(owner=user)

    page.post(url_of(endpoint, "check/"))
    page.post(url_of(endpoint, "check/"))

    assert endpoint.checks.count() == 1
    assert 'hx-trigger="every 2s"' in text_of(page.get(url_of(endpoint)))


def test_a_check_that_was_given_up_is_not_joined(page, user, monkeypatch):
    monkeypatch.setitem(dispatch.check_endpoint.__kwdefaults__, "wait_seconds", 0.0)
    endpoint = EndpointFactory(owner=user)
    old = CheckFactory(endpoint=endpoint)
    Check.objects.update(requested_at=NOON)

    page.post(url_of(endpoint, "check/"))

    assert endpoint.checks.exclude(pk=old.pk).count() == 1


def test_only_some_requests_wait_for_their_check(page, user, monkeypatch):
    monkeypatch.setattr(dispatch, "_waiting", threading.BoundedSemaphore(1))
    monkeypatch.setattr(dispatch, "_finished", lambda *_, **__: pytest.fail("waited"))
    endpoint = EndpointFactory(owner=user)

    with dispatch._waiting:
        page.post(url_of(endpoint, "check/"))

    assert endpoint.checks.count() == 1


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


def test_what_checks_stands_first_of_the_buttons_and_what_deletes_last(page, user):
    endpoint = EndpointFactory(owner=user)

    def buttons(tail, box):
        html = text_of(page.get(url_of(endpoint, tail))).split(f'<div class="{box}">')[
            1
        ]
        found = re.findall(r'class="bb-btn[^>]*>(.*?)</(?:a|button)>', html, re.S)
        return [" ".join(each.split()) for each in found]

    assert buttons("edit/", "bb-form-actions")[:3] == [
        "Save and check", "Save unchecked", "Back"
    ]  # fmt: skip
    assert buttons("", "bb-actions")[:4] == ["Commands", "Change", "New run", "Delete"]


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


def test_the_form_asks_before_it_leads_away_from_data(page, user):
    endpoint = EndpointFactory(owner=user, server=ServerFactory())
    left = DataSetFactory(endpoint=endpoint, server=endpoint.server)
    moved = given_of(endpoint, host="other.example", password=PASSWORD)

    before = text_of(page.get(url_of(endpoint, "edit/")))
    refused = text_of(page.post(url_of(endpoint, "edit/"), moved))
    endpoint.refresh_from_db()
    host = endpoint.host
    page.post(url_of(endpoint, "edit/"), moved | {"leave_data": "on"})

    assert 'name="leave_data"' not in before
    assert 'name="leave_data"' in refused
    assert left.workspace in refused
    assert host != "other.example"
    endpoint.refresh_from_db()
    assert endpoint.host == "other.example"


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


@pytest.mark.parametrize(
    ("fields", "is_told"),
    [
        ({"engine": "mysql", "tls": "prefer"}, True),
        ({"engine": "mysql", "tls": "require"}, False),
        ({"engine": "postgresql", "tls": "prefer"}, False),
    ],
    ids=str,
)
def test_a_load_without_tls_is_told(page, user, fields, is_told):
    endpoint = EndpointFactory(owner=user, checked=True, **fields)

    told = "only where it is required" in text_of(page.get(url_of(endpoint)))

    assert told == is_told


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
