"""Atom feeds: public results, confirmed regressions, and one's own behind a key."""

import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from xml.etree import ElementTree

import pytest
from django.db import connection

from benchruns.trends import regressions
from portal.accounts import feed_keys
from tests.benchruns.runs.watched import measure, rule_for, series_with
from tests.factories import SHORT, ApiTokenFactory, ResultFactory, UserFactory
from tests.portal.engines.engine_pages.shown import csv_of

pytestmark = pytest.mark.django_db

FALLEN = [1000.0, 1010.0, 990.0, 1005.0, 1000.0, 800, 810, 790, 805, 795]
ATOM = {"a": "http://www.w3.org/2005/Atom"}


def entries(answer):
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("application/atom+xml")
    feed = ElementTree.fromstring(answer.content)  # noqa: S314 (our own)
    return feed.findall("a:entry", ATOM)


def titles(answer):
    return [entry.find("a:title", ATOM).text for entry in entries(answer)]


def watched(owner=None, **columns):
    series = series_with(*FALLEN, owner=owner, **columns)
    rule = rule_for(series)
    regressions.evaluate(rule)
    return series


def test_the_newest_public_results_and_no_private_ones(client):
    ResultFactory(tps=1234.0, instance_class__code="big.large")
    ResultFactory(measured=True, tps=777.0)

    [title] = titles(client.get("/feeds/results.atom"))

    assert title == "MySQL 8.0, OLTP read/write, big.large, cached: 1,234 TPS"


def test_an_entry_opens_its_result(client):
    result = ResultFactory()

    [entry] = entries(client.get("/feeds/results.atom"))

    link = entry.find("a:link", ATOM).get("href")
    assert link == f"http://testserver/results/{result.pk}/"
    assert client.get(link).status_code == 200
    assert entry.find("a:id", ATOM).text == f"urn:uuid:{result.pk}"


def test_a_name_that_xml_cannot_hold_does_not_end_the_feed(page, user, client):
    ResultFactory(engine_version="8\x0b.0\uffff", tps=1234.0)
    watched(owner=user, name="shop\uffff\x07-db")
    page.post("/trends/feed/")

    [title] = titles(client.get("/feeds/results.atom"))
    [own] = titles(client.get(own_feed(page)))

    assert title.startswith("MySQL 8.0,")
    assert "shop-db" in own


def test_each_feed_has_a_name_of_its_own_for_ever(page, client, settings):
    settings.SITE_URL = "https://bench.example/"
    page.post("/trends/feed/")

    def name(address):
        feed = ElementTree.fromstring(client.get(address).content)  # noqa: S314
        return feed.find("a:id", ATOM).text

    first = name(own_feed(page))
    names = {
        first,
        name("/feeds/changes.atom"),
        name("/feeds/results.atom"),
        name("/feeds/results.atom?engine=mysql"),
        name("/feeds/results.atom?engine=mysql&engine_version=8.0"),
    }
    page.post("/trends/feed/")

    assert len(names) == 5
    assert all(each.startswith("https://bench.example/feeds/") for each in names)
    assert name(own_feed(page)) == first


@pytest.mark.django_db(transaction=True)
def test_a_key_that_is_renewed_twice_at_once_is_renewed(user):
    gate = Barrier(4)

    def renew(_number):
        try:
            gate.wait()
            feed_keys.renew(user)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(renew, range(4)))

    assert feed_keys.user_of(feed_keys.key_of(user)) == user


def test_results_can_be_narrowed_and_what_is_unknown_is_told(client):
    ResultFactory(engine="mysql", engine_version="8.0")
    ResultFactory(engine="mysql", engine_version="5.7")
    ResultFactory(engine="postgresql", engine_version="")

    def count(query):
        return len(entries(client.get(f"/feeds/results.atom?{query}")))

    assert count("engine=mysql") == 2
    assert count("engine=mysql&engine_version=8.0") == 1
    assert count("engine_version=unstated") == 1
    assert count("engine=mariadb") == 0
    for query, told in (
        ("engine=oracle", "no engine oracle"),
        ("version=8", "version"),
    ):
        refused = client.get(f"/feeds/results.atom?{query}")
        assert refused.status_code == 400
        assert told in refused.content.decode()


def test_a_feed_takes_as_many_queries_for_many_rows(
    client, django_assert_max_num_queries
):
    for _ in range(4):
        ResultFactory()
        watched(visibility="public")

    with django_assert_max_num_queries(1):
        client.get("/feeds/results.atom")
    with django_assert_max_num_queries(1):
        client.get("/feeds/changes.atom")


def test_changes_tell_public_regressions_without_endpoints(client):
    series = watched(visibility="public", vcpus=4, memory_gb=16.0)
    watched()

    [entry] = entries(client.get("/feeds/changes.atom"))

    assert entry.find("a:title", ATOM).text == (
        "TPS of OLTP read/write on 4 vCPU, 16 GB, 8 threads fell by 20.0 %"
    )
    summary = entry.find("a:summary", ATOM).text
    assert summary == ("Median 1,000 before, 800 since. 3 results in a row; confirmed.")
    link = entry.find("a:link", ATOM).get("href")
    assert link.endswith(f"/trends/{series.pk}/?figure=tps")


def test_a_regression_is_not_public_while_one_result_before_it_is_private(client):
    series = watched(visibility="public")
    series.results.filter(tps=990).update(visibility="private")

    assert entries(client.get("/feeds/changes.atom")) == []


def test_a_suspected_one_is_no_news(client):
    series = series_with(*FALLEN[:6], visibility="public")
    regressions.evaluate(rule_for(series))

    assert entries(client.get("/feeds/changes.atom")) == []


def test_an_ended_one_stays_and_says_so(client):
    series = series_with(*FALLEN, visibility="public")
    rule = rule_for(series)
    measure(series, 1000, 1000, 1000, visibility="public")
    regressions.evaluate(rule)

    [entry] = entries(client.get("/feeds/changes.atom"))

    assert entry.find("a:summary", ATOM).text.endswith("ended.")
    assert entry.find("a:updated", ATOM).text > entry.find("a:published", ATOM).text


def own_feed(page):
    """The address of the private feed, as the page shows it."""
    text = page.get("/trends/").content.decode()
    found = re.search(r'href="(/feeds/[^"/]+/changes\.atom)"', text)
    return found and found[1]


def test_ones_own_feed_has_a_key_that_ends_when_it_is_renewed(page, user, client):
    watched(owner=user)
    assert own_feed(page) is None

    page.post("/trends/feed/")
    first = own_feed(page)
    page.logout()
    [title] = titles(client.get(first))
    assert title == "TPS of OLTP read/write on shop-db, 8 threads fell by 20.0 %"

    page.force_login(user)
    page.post("/trends/feed/")
    assert own_feed(page) != first
    assert client.get(first).status_code == 404


def test_it_ends_with_the_password_and_with_the_account(page, user):
    page.post("/trends/feed/")
    address = own_feed(page)

    user.set_password("another one")
    user.save()
    page.force_login(user)
    assert page.get(address).status_code == 404

    renewed = own_feed(page)
    assert page.get(renewed).status_code == 200
    user.is_active = False
    user.save()
    assert page.get(renewed).status_code == 404


def test_it_can_be_switched_off(page):
    page.post("/trends/feed/")
    address = own_feed(page)

    page.post("/trends/feed/off/")

    assert page.get(address).status_code == 404
    assert own_feed(page) is None


def test_it_holds_nobody_elses_regressions_even_for_staff(client):
    watched(visibility="public")
    staff = UserFactory(staff=True)
    client.force_login(staff)
    client.post("/trends/feed/")

    assert entries(client.get(own_feed(client))) == []


@pytest.mark.parametrize("key", ["x", "-", "00000000-0000-0000-0000-000000000000"])
def test_a_key_that_is_none_opens_nothing(client, key):
    assert client.get(f"/feeds/{key}/changes.atom").status_code == 404


def test_a_key_of_a_program_is_none_of_a_feed(client):
    token = ApiTokenFactory(key="bb_key-1")

    for key in ("bb_key-1", f"{token.pk.hex}-{'0' * 32}"):
        assert client.get(f"/feeds/{key}/changes.atom").status_code == 404


def test_the_key_of_a_feed_opens_no_api(page, client):
    page.post("/trends/feed/")
    key = own_feed(page).split("/")[2]
    page.logout()

    answer = client.get("/api/v1/runs/", headers={"Authorization": f"Token {key}"})

    assert answer.status_code == 401


@pytest.mark.parametrize("url", ["/", "/trends/"])
def test_pages_tell_readers_of_feeds(client, url):
    text = client.get(url).content.decode()

    assert 'type="application/atom+xml"' in text
    assert 'href="/feeds/results.atom"' in text


STATED_TWICE = {
    "code": "duration_seconds",
    "severity": "caution",
    "values": {"output": 5.01, "statement": 60, "taken": "output"},
}


def test_each_doubt_is_named_in_feed_and_file_and_how_it_was_measured_comes_first(
    client,
):
    ResultFactory(findings=[STATED_TWICE, SHORT], doubt="figure")

    [entry] = entries(client.get("/feeds/results.atom"))
    [row] = csv_of(client.get("/results/?format=csv"))

    for told in (entry.find("a:summary", ATOM).text, row["doubt"]):
        short = told.index("Measured for 4 s only")
        assert short < told.index("Duration is stated in two ways")
