"""Checks from an endpoint's page: begun, joined, waited for, and what they found."""

import re
import threading

import pytest

from benchruns.models import Check
from local import ports
from portal import dispatch
from tests.factories import NOON, CheckFactory, EndpointFactory
from tests.portal.endpoints.given import text_of, url_of
from workers import checker


@pytest.fixture
def worker(monkeypatch):
    """The control worker, in this process instead of behind the broker."""
    monkeypatch.setattr(
        dispatch, "_send", lambda _task, *, argument, **_: checker.perform(argument)
    )


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
