"""An address pasted into the form of an endpoint, and a check while it is saved."""

import pytest

from benchruns.models import Endpoint
from local import ports
from portal import dispatch
from tests.factories import EndpointFactory
from workers import checker

SECRET = "s3cret horse"
URL = "postgresql://bench:s3cret%20horse@db.example:6432/shop?sslmode=require"
EMPTY = {
    "name": "",
    "engine": "mysql",
    "host": "",
    "port": "3306",
    "username": "",
    "password": "",
    "database": "",
    "tls": "prefer",
}


@pytest.fixture
def worker(monkeypatch):
    monkeypatch.setattr(
        dispatch, "_send", lambda _task, *, argument, **_: checker.perform(argument)
    )


def text_of(answer):
    return answer.content.decode()


def sent(answer):
    """The fields of the form as they stand on the page; a password never does."""
    form = answer.context["form"]
    fields = {name: form[name].value() for name in EMPTY}
    return {name: "" if value is None else value for name, value in fields.items()}


def test_a_pasted_address_fills_the_fields_in_without_scripts(page):
    answer = page.post(
        "/endpoints/new/", EMPTY | {"name": "mine", "url": URL, "fill": "yes"}
    )

    assert sent(answer) == {
        "name": "mine",
        "engine": "postgresql",
        "host": "db.example",
        "port": "6432",
        "username": "bench",
        "password": "",
        "database": "shop",
        "tls": "require",
    }
    assert not answer.context["form"].errors
    assert not Endpoint.objects.exists()


def test_its_password_is_never_sent_back_and_is_there_when_it_is_saved(page, caplog):
    filled = page.post("/endpoints/new/", EMPTY | {"url": URL, "fill": "yes"})
    saved = page.post("/endpoints/new/", sent(filled), follow=True)

    endpoint = Endpoint.objects.get()
    assert endpoint.password == SECRET
    assert endpoint.name == "shop on db.example"
    for shown in (text_of(filled), text_of(saved), caplog.text):
        assert SECRET not in shown
        assert "s3cret" not in shown
    assert not any("s3cret" in str(value) for value in page.session.values())
    assert "address_password" not in page.session


def test_the_password_goes_to_no_other_place_than_the_address_names(page):
    filled = page.post("/endpoints/new/", EMPTY | {"url": URL, "fill": "yes"})

    page.post("/endpoints/new/", sent(filled) | {"host": "other.example"})

    assert Endpoint.objects.get().password == ""


def test_the_password_of_a_form_that_was_left_goes_to_no_other_endpoint(page, user):
    stored = EndpointFactory(
        owner=user,
        engine="postgresql",
        host="db.example",
        port=6432,
        username="bench",
        plain_password="stored",
    )
    page.post("/endpoints/new/", EMPTY | {"url": URL, "fill": "yes"})

    form = page.get(f"/endpoints/{stored.pk}/edit/").context["form"]
    given = {name: form[name].value() or "" for name in form.fields}
    page.post(f"/endpoints/{stored.pk}/edit/", given | {"password": "", "url": ""})

    stored.refresh_from_db()
    assert stored.password == "stored"


def test_an_address_alone_is_enough_to_save(page):
    page.post("/endpoints/new/", EMPTY | {"url": URL})

    endpoint = Endpoint.objects.get()
    assert (endpoint.engine, endpoint.host, endpoint.port, endpoint.password) == (
        "postgresql",
        "db.example",
        6432,
        SECRET,
    )


@pytest.mark.parametrize("button", [{"fill": "yes"}, {}])
def test_an_address_that_cannot_be_read_is_told_and_loses_nothing(page, button):
    bad = "mysql://bench:s3cret horse@db.example:99999/shop"
    answer = page.post(
        "/endpoints/new/", EMPTY | {"name": "mine", "url": bad, **button}
    )

    errors = answer.context["form"].errors
    assert "cannot be read" in errors["url"][0]
    assert button == {} or set(errors) == {"url"}
    assert "s3cret" not in text_of(answer)
    assert sent(answer)["name"] == "mine"
    assert not Endpoint.objects.exists()


def test_the_form_of_a_registered_one_takes_an_address_too(page, user):
    endpoint = EndpointFactory(owner=user, name="shop-db")

    page.post(
        f"/endpoints/{endpoint.pk}/edit/", EMPTY | {"name": "shop-db", "url": URL}
    )

    endpoint.refresh_from_db()
    assert (endpoint.host, endpoint.password) == ("db.example", SECRET)


@pytest.mark.django_db(transaction=True)
def test_what_its_check_says_against_it_stands_in_the_form_and_nothing_is_lost(
    page, worker
):
    port = ports.choose()
    url = f"mysql://bench:s3cret@127.0.0.1:{port}/shop"

    answer = page.post(
        "/endpoints/new/", EMPTY | {"url": url, "check": "yes"}, follow=True
    )

    endpoint = Endpoint.objects.get()
    assert answer.redirect_chain == [(f"/endpoints/{endpoint.pk}/edit/", 302)]
    assert f"No server answers at 127.0.0.1:{port}." in text_of(answer)
    assert "correct host and port" in text_of(answer)
    assert sent(answer)["port"] == port
    again = page.post(
        f"/endpoints/{endpoint.pk}/edit/", sent(answer) | {"check": "yes"}, follow=True
    )
    endpoint.refresh_from_db()
    assert endpoint.password == "s3cret"
    assert f"No server answers at 127.0.0.1:{port}." in text_of(again)


@pytest.mark.engine
@pytest.mark.django_db(transaction=True)
def test_an_address_is_saved_and_checked_in_one_go(page, worker, mariadb_target):
    target = mariadb_target
    url = (
        f"mysql://{target.username}:{target.password}@{target.host}:{target.port}"
        f"/{target.database}"
    )

    answer = page.post(
        "/endpoints/new/", EMPTY | {"url": url, "check": "yes"}, follow=True
    )

    endpoint = Endpoint.objects.get()
    assert answer.redirect_chain == [(f"/endpoints/{endpoint.pk}/", 302)]
    assert "Saved and checked: ready for runs." in text_of(answer)
    assert endpoint.engine == "mariadb"
    assert target.password not in text_of(answer)


def test_delete_is_the_last_of_the_buttons(page, user):
    endpoint = EndpointFactory(owner=user)

    text = text_of(page.get(f"/endpoints/{endpoint.pk}/"))

    actions = text.split('class="bb-actions"')[1].split("</div>")[0]
    assert actions.rindex("<a") == actions.index("<a", actions.index("New run"))
    assert actions.index("/delete/") > actions.index("/runs/new/")
