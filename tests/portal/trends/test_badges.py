"""Badges: the newest verdict of a series as a picture, by what anybody may see."""

import re
from html import unescape
from uuid import uuid4
from xml.etree import ElementTree

import pytest

from benchruns.models import Result
from benchruns.trends import exclusions, regressions
from tests.benchruns.runs.watched import measure, rule_for, series_with

pytestmark = pytest.mark.django_db

GOOD = [1000.0, 1010.0, 990.0, 1005.0, 1000.0]
FALLEN = [*GOOD, 800, 810, 790, 805, 795]
SVG = {"s": "http://www.w3.org/2000/svg"}


def public(*tps, **columns):
    columns = {"vcpus": 4, "memory_gb": 16.0} | columns
    return series_with(*tps, visibility="public", **columns)


def badge(client, series, query="", **headers):
    return client.get(f"/badge/{series.pk}.svg{query}", headers=headers)


def words(answer):
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/svg+xml; charset=utf-8"
    picture = ElementTree.fromstring(answer.content)  # noqa: S314 (our own)
    return [each.text for each in picture.iterfind(".//s:text", SVG)]


def told(answer):
    return {k: v for k, v in answer.headers.items() if k != "X-Request-ID"}


def title(answer):
    picture = ElementTree.fromstring(answer.content)  # noqa: S314 (our own)
    name = picture.find("s:title", SVG).text
    assert picture.get("aria-label") == name
    return name


def test_results_around_one_level_are_steady(client):
    answer = badge(client, public(*GOOD, *GOOD))

    assert words(answer) == ["OLTP read/write, TPS", "steady"]
    assert title(answer) == (
        "TPS, OLTP read/write on 4 vCPU, 16 GB, 8 threads: steady (newest 1,000)"
    )


def test_a_few_results_are_too_few_to_call_steady(client):
    assert words(badge(client, public(*GOOD)))[1] == "too few results"


def test_the_last_change_of_level_is_told_with_its_day(client):
    fell, rose = public(*FALLEN), public(*FALLEN[::-1])

    assert words(badge(client, fell))[1] == "worse −20.0 %"
    assert words(badge(client, rose))[1] == "better +25.0 %"
    assert "since 2026" in title(badge(client, fell))


def test_a_confirmed_regression_that_goes_on_comes_first(client):
    series = public(*FALLEN)
    regressions.evaluate(rule_for(series))

    assert words(badge(client, series))[1].startswith("regression −20")

    measure(series, *GOOD, *GOOD, visibility="public")
    regressions.evaluate(series.rules.get())

    assert series.rules.get().regressions.get().state == "ended"
    assert words(badge(client, series))[1] == "steady"


def test_a_figure_in_doubt_carries_its_dagger(client):
    series = public(*GOOD, *GOOD)
    Result.objects.filter(pk=series.results.last().pk).update(doubt="figure")

    assert words(badge(client, series))[1] == "steady†"
    assert "in doubt" in title(badge(client, series))


def test_a_change_to_a_figure_in_doubt_has_no_decimals(client):
    series = public(*FALLEN)
    series.results.filter(tps=795).update(doubt="figure")

    assert words(badge(client, series))[1] == "worse −20 %†"


def test_another_figure_is_asked_for_by_name(client):
    series = public(*GOOD, *GOOD)

    label, message = words(badge(client, series, "?figure=qps"))

    assert (label, message) == ("OLTP read/write, QPS", "steady")


def test_a_private_series_and_none_look_alike_to_everybody(client, page, user):
    own = series_with(*FALLEN, owner=user)
    regressions.evaluate(rule_for(own))
    missing = client.get(f"/badge/{uuid4()}.svg")

    assert words(missing) == ["Benchbook", "unknown"]
    for reader in (client, page):
        hidden = badge(reader, own)
        assert hidden.content == missing.content
        assert told(hidden) == told(missing)
        assert badge(reader, own, "?figure=nothing").content == missing.content


def test_private_results_beside_public_ones_change_nothing(client):
    series = public(*GOOD, *GOOD)
    before = badge(client, series)
    measure(series, *FALLEN[5:], *FALLEN[5:])
    regressions.evaluate(rule_for(series))

    assert badge(client, series).content == before.content
    assert badge(client, series)["ETag"] == before["ETag"]


def test_who_has_it_already_is_told_so_until_something_changes(client):
    series = public(*GOOD, *GOOD)
    first = badge(client, series)
    held = {"If-None-Match": first["ETag"]}

    assert "max-age=300" in first["Cache-Control"]
    assert "public" in first["Cache-Control"]
    assert badge(client, series, **held).status_code == 304
    assert client.get(f"/badge/{uuid4()}.svg", headers=held).status_code == 200

    exclusions.exclude(
        series.results.first().pk, by=series.endpoint.owner, reason="a backup"
    )

    assert badge(client, series, **held).status_code == 200


def test_an_unchanged_badge_looks_for_no_level(client, django_assert_max_num_queries):
    series = public(*GOOD, *GOOD)
    held = {"If-None-Match": badge(client, series)["ETag"]}

    with django_assert_max_num_queries(4):
        badge(client, series, **held)


@pytest.mark.parametrize(
    "name", ['"><script>alert(1)</script>', "]]>&lt;", "db\x0b\uffff", "](http://x) [a", "大" * 90]
)  # fmt: skip
def test_a_hostile_name_stays_a_name(client, name):
    series = public(*GOOD, engine_version_full=name[:40], vcpus=None, memory_gb=None)
    Result.objects.filter(series=series).update(engine_version=name[:40])

    answer = badge(client, series)

    assert words(answer)[1] == "too few results"
    picture = ElementTree.fromstring(answer.content)  # noqa: S314 (our own)
    tags = {each.tag.split("}")[1] for each in picture.iter()}
    assert tags == {"svg", "title", "rect", "path", "g", "text"}
    assert "in doubt" not in title(answer)


def test_it_sets_no_cookie_and_asks_nobody_who_they_are(page, user):
    answer = badge(page, series_with(*GOOD, owner=user))

    assert not answer.cookies
    assert "Cookie" not in answer.get("Vary", "")


def test_the_page_of_a_trend_shows_it_with_markdown_to_copy(page, user):
    series = series_with(*GOOD, owner=user, visibility="public", vcpus=4, memory_gb=16)

    text = unescape(page.get(f"/trends/{series.pk}/?figure=qps").content.decode())

    [found] = re.findall(r"\[!\[.*?\)\]\(.*?\)", text)
    assert found == (
        "[![OLTP read/write, QPS]"
        f"(http://testserver/badge/{series.pk}.svg?figure=qps)]"
        f"(http://testserver/trends/{series.pk}/?figure=qps)"
    )
    assert "“unknown”" not in text


def test_the_page_says_that_a_badge_of_private_results_tells_nothing(page, user):
    series = series_with(*GOOD, owner=user)

    text = page.get(f"/trends/{series.pk}/").content.decode()

    assert "It says “unknown”" in text
