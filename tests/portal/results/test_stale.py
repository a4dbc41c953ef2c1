"""Where readers are told that a result is stale, and why."""

from datetime import date

import pytest

from benchruns.results import staleness
from tests.factories import InstanceClassFactory, ResultFactory
from tests.portal.web.test_overview import text_of

ENDED = "MySQL 5.6 has had no support since 2021-02-05."


@pytest.fixture(autouse=True)
def today(monkeypatch):
    monkeypatch.setattr(staleness, "today", lambda: date(2026, 11, 23))


@pytest.fixture
def old(db):
    gone = InstanceClassFactory(
        provider__slug="acme", code="db.gone", sale_ends_on=date(2026, 6, 30)
    )
    return ResultFactory(
        engine="mysql", engine_version="5.6", instance_class=gone, regime="cached",
        provider=gone.provider, tps=100.0, published_on=date(2016, 1, 31),
    )  # fmt: skip


def test_the_page_of_an_engine_says_that_its_support_has_ended(client, old):
    page = client.get("/engines/mysql/5.6/")

    assert ENDED in text_of(page)
    assert 'href="https://www.oracle.com' in page.content.decode()
    assert "not sold since 2026-06-30" in text_of(page)
    assert "of 2016-01-31" in text_of(page)


def test_a_supported_engine_has_no_such_line(client, db):
    ResultFactory(engine_version="8.4", published_on=date(2026, 1, 1))

    assert "no support" not in text_of(client.get("/engines/mysql/8.4/"))


def test_the_page_of_a_result_gives_each_reason(client, old):
    text = text_of(client.get(f"/results/{old.pk}/"))

    assert ENDED in text
    assert "db.gone has not been sold since 2026-06-30." in text
    assert "This is of 2016-01-31: more than 5 years ago." in text


def test_the_page_of_a_class_marks_its_rows(client, old):
    text = text_of(client.get("/classes/acme/mysql/db.gone/"))

    assert "no support since 2021-02-05" in text
    assert "End of sale 2026-06-30" in text


def test_classes_that_are_not_sold_are_marked_where_one_is_chosen(client, old):
    need = "/classes/need/?tps=50&regime=cached&engine=mysql&version=5.6"

    assert "not sold since 2026-06-30" in text_of(client.get("/classes/"))
    assert "not sold since 2026-06-30" in text_of(client.get(need))


def test_a_comparison_says_so_once(client, old):
    other = ResultFactory(
        engine="mysql", engine_version="5.6", tps=90.0, published_on=date(2026, 1, 1)
    )

    page = text_of(client.get(f"/compare/?result={old.pk}&result={other.pk}"))
    answer = client.get(f"/api/v1/compare/?result={old.pk}&result={other.pk}").json()

    assert page.count(ENDED) == 1
    ended = [f for f in answer["findings"] if f["code"] == "support_ended"]
    assert [set(f["results"]) for f in ended] == [{str(old.pk), str(other.pk)}]


def test_programs_read_the_reasons_of_a_result(client, old):
    answer = client.get(f"/api/v1/results/{old.pk}/").json()

    assert [(each["code"], each["message"]) for each in answer["stale"]] == [
        ("support_ended", ENDED),
        ("sale_ended", "db.gone has not been sold since 2026-06-30."),
        ("old_result", "This is of 2016-01-31: more than 5 years ago."),
    ]
    assert answer["findings"] == []
