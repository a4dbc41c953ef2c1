"""An endpoint registered and changed by its form, and what the form refuses."""

from html import unescape

import pytest

from benchruns.endpoints import registration
from benchruns.endpoints.changes import EndpointGone
from benchruns.models import Endpoint
from portal.forms.endpoints import EndpointForm
from tests.factories import (
    PASSWORD,
    DataSetFactory,
    EndpointFactory,
    InstanceClassFactory,
    RunFactory,
    ServerFactory,
)
from tests.portal.endpoints.given import GIVEN, given_of, text_of, url_of


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
        ("name", "", "Fill this in."),
        ("name", "x" * 121, "Give 120 characters at most: it has 121."),
        ("name", "shop\nmirror", "Give one line"),
        ("engine", "oracle", "“oracle” is not one of them."),
        ("host", "db,other", "without commas"),
        ("host", "db:3306", "Give the port in its own field"),
        ("port", "0", "Give 1 at least."),
        ("username", "a=b", "may not hold commas"),
        ("database", "-x", "may not start with a hyphen"),
        ("password", "'\"", "but not both"),
        ("memory_gb", "nan", "Give a number."),
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


def test_what_an_account_needs_is_what_its_statements_give(page):
    """PostgreSQL's were said to let it create databases."""
    text = unescape(" ".join(text_of(page.get("/endpoints/new/")).split()))
    aside = text.partition("An account for tests")[2]
    mysql = aside.partition("CREATE USER")[2].partition("CREATE ROLE")[0]
    postgresql = aside.partition("CREATE ROLE")[2].partition("CREATE LOGIN")[0]

    assert "It creates and drops what runs work in, and nothing else." in aside
    assert "GRANT ALL ON `benchbook\\_%`.* TO 'bench'@'%';" in mysql
    assert "Runs create and drop databases called benchbook_…" in mysql
    assert "CREATE DATABASE bench OWNER bench;" in postgresql
    assert "CREATEDB" not in postgresql
    assert (
        "Runs create and drop schemas called benchbook_… in this database, and no "
        "database: its owner may"
    ) in postgresql
