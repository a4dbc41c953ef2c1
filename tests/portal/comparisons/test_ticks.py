"""Ticks to compare: forms that change a cookie, and a bar that shows it."""

import re
from html import unescape
from urllib.parse import parse_qsl, quote, urlsplit

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse

from benchruns.models import Result
from portal import ticks
from tests.factories import InstanceClassFactory, ResultFactory
from tests.portal.web.test_overview import text_of

SMALL = "class:alibaba-cloud/mysql/rds.mysql.s1.small"
LARGE = "class:alibaba-cloud/mysql/rds.mysql.c2.xlarge"
COLON = "class:huawei-cloud/mysql/general-1:2-2vcpu-4gb"


def press(client, item, on="1", **fields):
    return client.post("/compare/tick/", {"item": item, "on": on, **fields})


def ticked(client):
    request = client.get("/guide/").wsgi_request
    return ticks.items_of(request)


def test_ticks_follow_from_page_to_page_in_the_order_of_ticking(client, published):
    for item in (LARGE, COLON, SMALL):
        press(client, item)

    for page in ("/classes/", "/guide/", "/engines/mysql/8.0/"):
        text = text_of(client.get(page))
        assert "3 ticked c2.xlarge × general-1:2-2vcpu-4gb × s1.small ×" in text
        assert "Compare 3" in text
    assert ticked(client) == [LARGE, COLON, SMALL]


@pytest.mark.parametrize("code", ["4C/16G", "a@b", ":4x16", "..", "%2f", "~", "超大"])
def test_whatever_its_code_a_class_is_ticked_and_compared(client, db, code):
    size = InstanceClassFactory(code=code)
    ResultFactory(instance_class=size)
    press(client, ticks.class_item(size))

    bar = client.get("/guide/").content.decode()
    (address,) = set(re.findall(r'href="(/compare/\?class=[^"]+)"', bar))
    (found,) = client.get(
        "/api/v1/compare/", dict(parse_qsl(urlsplit(unescape(address)).query))
    ).json()["rows"]

    assert (found["instance_class"], found["provider"]) == (code, size.provider_id)


def test_classes_of_one_code_are_told_apart(client, published):
    press(client, COLON)
    press(client, COLON.replace("mysql", "postgresql"))

    text = text_of(client.get("/guide/"))

    assert "general-1:2-2vcpu-4gb, MySQL, huawei-cloud ×" in text
    assert "general-1:2-2vcpu-4gb, PostgreSQL, huawei-cloud ×" in text


def test_the_bar_leads_to_the_comparison_of_what_is_ticked(client, published):
    result = Result.objects.first()
    press(client, LARGE)
    press(client, f"result:{result.pk}")

    html = client.get("/classes/").content.decode()

    query = f"?class={LARGE.removeprefix('class:')}&amp;result={result.pk}"
    assert f'href="{reverse("portal:compare")}{query}"' in html


def test_a_tick_is_taken_back_and_all_are_cleared(client, published):
    press(client, SMALL)
    press(client, LARGE)

    press(client, SMALL, on="0")
    assert ticked(client) == [LARGE]

    client.post("/compare/clear/")
    assert ticked(client) == []
    assert 'id="ticks"' in client.get("/guide/").content.decode()


def test_a_thirteenth_does_not_fit_and_says_so(client, db):
    sizes = [InstanceClassFactory() for _ in range(13)]
    for size in sizes:
        answer = press(client, ticks.class_item(size), next="/guide/")

    assert answer["Location"] == "/guide/"
    assert "At most 12 can be compared. Remove one first." in text_of(
        client.get("/guide/")
    )
    assert len(ticked(client)) == 12


def test_all_filtered_classes_are_added_as_far_as_they_fit(client, published):
    press(client, LARGE)

    answer = client.post(
        "/classes/tick/",
        {
            "query": "?engine=mysql&family=general-purpose&sort=-vcpu",
            "next": "/classes/",
        },
        follow=True,
    )

    items = ticked(client)
    assert len(items) == 12
    assert items[0] == LARGE
    assert all("/mysql/" in item for item in items)
    # 13 classes, of which one is ticked already
    assert "11 classes added. 1 did not fit: at most 12 can be compared." in text_of(
        answer
    )


@pytest.mark.parametrize(
    "junk",
    [
        "",
        "%",
        "class:",
        "class:a/b/c",
        "class:alibaba-cloud/mysql/",
        "class:../mysql/x",
        "result:1",
        "user:1",
        "x" * 5000,
        '"; Path=/',
        "class:a/mysql/x\x00",
    ],
)
def test_junk_in_the_cookie_is_ignored(junk):
    request = RequestFactory().get("/")
    request.COOKIES["compare"] = f"{quote(junk, safe='')}.{ticks.written([LARGE])}"

    assert set(ticks.items_of(request)) <= {LARGE}


def test_a_page_bears_a_cookie_of_junk(client, db):
    client.cookies["compare"] = f"%.result%3A1.{ticks.written([SMALL])}"

    assert "1 ticked s1.small" in text_of(client.get("/classes/"))


@pytest.mark.parametrize(
    "fields",
    [
        {"item": "nonsense", "on": "1"},
        {"item": LARGE, "on": "2"},
        {"item": LARGE},
        {"on": "1"},
        {"item": "class:alibaba-cloud/mysql/nope", "on": "1"},
    ],
)
def test_what_cannot_be_ticked_is_told_and_changes_nothing(client, db, fields):
    answer = client.post("/compare/tick/", fields, follow=True)

    assert answer.status_code == 200
    assert "Reload the page." in text_of(answer)
    assert ticked(client) == []


def test_a_result_that_one_may_not_see_cannot_be_ticked_nor_read(client, db):
    hidden = ResultFactory(measured=True)
    press(client, f"result:{hidden.pk}")
    assert ticked(client) == []

    client.cookies["compare"] = quote(f"result:{hidden.pk}", safe="")
    html = client.get("/guide/").content.decode()
    assert str(hidden.pk) not in html


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/compare/tick/", "/compare/clear/", "/classes/tick/"]
)
def test_no_address_changes_ticks_by_get_or_without_its_token(path):
    strict = Client(enforce_csrf_checks=True)

    assert strict.get(path, {"item": LARGE, "on": "1"}).status_code == 405
    assert strict.post(path, {"item": LARGE, "on": "1"}).status_code == 403


def test_the_cookie_is_read_by_no_script_and_sent_to_no_other_site(client, published):
    cookie = press(client, LARGE).cookies["compare"]

    assert cookie["samesite"] == "Lax"
    assert cookie["httponly"]
    assert set(cookie.value) <= set("%._-") | set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    )


def test_ticking_returns_to_no_other_site(client, published):
    answer = press(client, LARGE, next="https://elsewhere.example/")

    assert answer["Location"] == "/classes/"


def test_a_script_gets_the_bar_alone(client, published):
    answer = client.post(
        "/compare/tick/", {"item": LARGE, "on": "1"}, headers={"HX-Request": "true"}
    )

    html = answer.content.decode()
    assert html.strip().startswith('<div class="bb-ticks" id="ticks" data-count="1"')
    assert "<html" not in html


def test_long_codes_fill_the_cookie_no_further_than_browsers_keep(client, db):
    for n in range(13):
        press(client, ticks.class_item(InstanceClassFactory(code=f"{n}" + "数" * 110)))

    assert 0 < len(ticked(client)) < 12
    assert len(client.cookies["compare"].value) <= 3500


def test_rows_of_classes_and_results_carry_their_ticks(client, published):
    press(client, LARGE)

    html = client.get("/classes/?q=rds.mysql.c2.xlarge").content.decode()
    assert '<tr class="bb-ticked">' in html
    assert f'value="{LARGE}" data-tick aria-pressed="true"' in html
    for page in (
        "/engines/mysql/8.0/",
        "/classes/alibaba-cloud/mysql/rds.mysql.s1.small/",
    ):
        assert 'value="result:' in client.get(page).content.decode()


def test_one_tick_alone_says_what_is_missing(client, published):
    press(client, LARGE)

    assert "Tick one more to compare" in text_of(client.get("/guide/"))


def test_rows_of_one_class_begin_with_what_tells_them_apart(client, published):
    rows = Result.objects.filter(
        instance_class__code="rds.mysql.c1.xlarge",
        regime="cached",
        engine_version="5.6",
    )
    short, long = sorted(rows, key=lambda row: row.seconds)[:2]
    for row in (short, long):
        press(client, f"result:{row.pk}")

    text = text_of(client.get("/guide/"))

    assert "2 ticked 60 s, c1.xlarge, cached, MySQL 5.6" in text
    assert "20 min, c1.xlarge, cached, MySQL 5.6" in text
