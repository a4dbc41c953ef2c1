"""Totals of reads and writes may be chosen where papers print them."""

import pytest

from benchruns.models import Result
from tests import published_database
from tests.portal.engines.engine_pages.shown import charts_of
from tests.portal.web.test_overview import text_of

pytestmark = pytest.mark.django_db
PAGE = "/engines/mysql/8.0/"


@pytest.fixture(scope="module", autouse=True)
def published(django_db_setup, django_db_blocker):
    yield from published_database.loaded(django_db_blocker)


def of_class(code, **facts):
    return Result.objects.get(
        instance_class__code=code, campaign__slug="alibaba-mysql-8.0-60s", **facts
    )


def test_the_page_draws_the_papers_own_metric(client):
    answer = client.get(PAGE, {"metric": "reads"})

    html = answer.content.decode()
    assert "5,661,264" in html
    assert 'id="metric-reads"' in html
    assert 'aria-current="true"' in html.split('id="metric-reads"')[1][:200]
    first = next(iter(charts_of(answer).values()))
    assert first["unit"] == "reads"


def test_a_page_whose_papers_print_none_offers_none(client):
    html = client.get("/engines/postgresql/12/").content.decode()

    assert 'id="metric-tps"' in html
    assert 'id="metric-reads"' not in html


def test_a_comparison_holds_totals_of_one_length_against_each_other(client):
    small = of_class("rds.mysql.c1.xlarge", regime="cached")
    large = of_class("rds.mysql.c2.xlarge", regime="cached")
    query = f"result={small.pk}&result={large.pk}&baseline={small.pk}"

    page = text_of(client.get(f"/compare/?{query}"))
    answer = client.get(f"/api/v1/compare/?{query}").json()

    assert "Total reads" in page
    assert "5,661,264" in page
    ratios = answer["ratios"][str(large.pk)]
    assert ratios["reads"] == pytest.approx(large.reads / small.reads)
    assert ratios["writes"] == pytest.approx(large.writes / small.writes)
    assert not [each for each in answer["refused"] if each["figure"] == "reads"]
