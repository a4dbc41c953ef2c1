"""The catalogue of classes and the page of each class."""

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchruns.catalogue.catalogue import Selection, all_matching
from benchruns.catalogue.summaries.refresh import refresh
from benchruns.models import Exclusion, InstanceClass, Result
from benchruns.reports.shelf.refresh import refresh as refresh_versions
from tests.benchruns.catalogue.needs.asked import repeats, result
from tests.factories import InstanceClassFactory, ResultFactory, UserFactory
from tests.portal.engines.engine_pages.shown import csv_of
from tests.portal.web.test_overview import text_of


def codes(client, query=""):
    return [row["code"] for row in csv_of(client.get(f"/classes/?format=csv{query}"))]


def test_the_catalogue_has_every_class_over_two_pages(client, published):
    assert "59 of 59 classes" in text_of(client.get("/classes/"))
    assert "1 to 50 of 59" in text_of(client.get("/classes/"))
    assert "51 to 59 of 59" in text_of(client.get("/classes/?page=2"))
    assert len(codes(client)) == 59


def test_figures_are_those_of_the_class_of_this_engine(client, published):
    rows = csv_of(client.get("/classes/?format=csv&q=general-1:2-2vcpu-4gb"))

    # The same code exists for both engines.
    assert {row["engine"]: row["best_legacy_oltp_tps"] for row in rows} == {
        "mysql": "395.0",
        "postgresql": "404.0",
    }


def test_the_best_figure_is_over_all_versions(client, published):
    (row,) = csv_of(client.get("/classes/?format=csv&q=rds.mysql.c2.xlarge"))

    assert float(row["best_cached_tps"]) == pytest.approx(8070.5333)
    # the one of its figures whose data is more than its memory
    assert float(row["best_disk_io_tps"]) == pytest.approx(888)
    assert row["best_legacy_oltp_tps"] == ""
    assert row["results"] == "8"


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("&engine=sqlserver", 10),
        ("&engine=mysql&engine=sqlserver", 35),
        ("&provider=huawei-cloud", 35),
        ("&family=dedicated-host", 2),
        ("&engine=mysql&vcpu_max=64", 23),
        ("&memory_min=512", 4),
        ("&has=regimes", 6),
        ("&has=measured", 0),
        ("&q=C2.XLARGE", 2),
        ("&q=nothing-like-it", 0),
    ],
)
def test_filters_narrow_the_list(client, published, query, count):
    assert len(codes(client, query)) == count


@pytest.mark.both_databases
def test_sorting_puts_unknown_figures_last_in_both_directions(client, published):
    down = codes(client, "&engine=mysql&sort=-cached")
    up = codes(client, "&engine=mysql&sort=cached")

    assert down[0] == "rds.mysql.c2.xlarge"
    assert up[0] == "rds.mysql.s1.small"
    assert down[-1] == up[-1]


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("sort=beauty", "Unknown order “beauty”; sorted by vCPU."),
        ("cols=vcpu,beauty", "There is no column “beauty”; it is left out."),
        ("vcpu=many", "vCPU: “many” cannot be read here. Write 4, "),
        ("vcpu=4&vcpu=8", "“vcpu” is given more than once; the last one counts."),
        ("price_in=USD/x/y", "No class has a price in “USD/x/y”."),
        ("page=no", "“no” is no number for page; it is left out."),
        ("vcpu_min=many", "“many” is no number for vcpu_min; it is left out."),
        ("has=everything", "Unknown kind of results “everything”; it is left out."),
    ],
)
def test_a_word_that_is_unknown_is_never_silently_replaced(
    client, published, query, sentence
):
    assert sentence in text_of(client.get(f"/classes/?{query}"))


def test_empty_fields_of_the_form_leave_the_address(client, published):
    response = client.get("/classes/?q=&engine=mysql&vcpu_min=&sort=-cached")

    assert response["Location"] == "/classes/?engine=mysql&sort=-cached"
    part = client.get("/classes/?q=&engine=mysql", headers={"HX-Request": "true"})
    assert part["HX-Push-Url"] == "/classes/?engine=mysql"


def best_of(size):
    rows = list(all_matching(Selection(text=size.code), user=AnonymousUser()))
    return rows[0].figures


@pytest.mark.parametrize("reason", ["variant", "excluded", "private"])
def test_what_does_not_count_is_no_best_figure(client, published, reason):
    sold = InstanceClass.objects.get(code="rds.mysql.c2.xlarge")
    before = best_of(sold)
    row = ResultFactory(
        instance_class=sold,
        regime="cached",
        tps=99_999,
        qps=999_999,
        variant="no_transactions" if reason == "variant" else "",
        visibility="private" if reason == "private" else "public",
    )
    if reason == "excluded":
        row.exclusion = Exclusion.objects.create(
            result=row, reason="cold start", excluded_by=UserFactory()
        )
        row.save()

    after = best_of(sold)

    assert after.best == before.best
    assert after.result_count == before.result_count + (reason != "private")
    assert codes(client, "&cached=99999") == []
    if reason == "variant":
        page = client.get(f"/classes/{sold.provider_id}/mysql/{sold.code}/")
        assert "without BEGIN and COMMIT" in page.content.decode()


def test_a_best_figure_leads_to_its_result_and_says_how_it_came_about(
    client, published
):
    sold = InstanceClass.objects.get(code="rds.mysql.c2.xlarge")
    best = best_of(sold).best["cached"]

    html = client.get("/classes/?q=rds.mysql.c2.xlarge").content.decode()

    assert f'href="/results/{best.result_id}/">8,071</a>' in html
    assert f"8,070.5333333333 TPS: {best.engine_title}" in html
    assert Result.objects.get(pk=best.result_id).tps == best.value


def test_the_best_qps_may_be_of_another_result(client, db):
    size = InstanceClassFactory()
    fast = ResultFactory(instance_class=size, tps=900, qps=1_000)
    busy = ResultFactory(instance_class=size, tps=100, qps=2_000)

    best = best_of(size).best

    assert best["cached"].result_id == fast.pk
    assert best["cached_qps"].result_id == busy.pk


def test_no_class_matches(client, published):
    assert "No class matches." in text_of(client.get("/classes/?q=nothing-like-it"))


@pytest.mark.parametrize("rows", [1, 30])
def test_the_number_of_queries_does_not_grow_with_rows(
    client, published, django_assert_num_queries, rows
):
    for _ in range(rows):
        ResultFactory(tps=100)
    refresh()
    refresh_versions()

    with django_assert_num_queries(9):
        client.get("/classes/")


def test_a_class_shows_its_specification_and_all_its_results(client, published):
    text = text_of(client.get("/classes/alibaba-cloud/mysql/rds.mysql.c2.xlarge/"))

    assert "IOPS 14,000" in text
    assert "Max connections 16,000" in text
    for figure in ("6,740", "5,457", "8,071", "5,579", "888"):
        assert figure in text


def test_a_row_of_a_class_names_its_source_its_other_figures_and_its_findings(
    client, published
):
    response = client.get("/classes/alibaba-cloud/mysql/rds.mysql.c2.xlarge/")

    text = text_of(response)
    assert "6,740 TPS 134,792 QPS" in text
    row = response.context["report"].results[0].row
    assert f"{row.source}, {row.source_section.replace(';', ', ')}" in text
    marked = [item for item in response.context["report"].results if item.marks]
    html = response.content.decode()
    for item in marked:
        for mark in item.marks:
            assert f'id="{mark.anchor}"' in html
            assert f'href="#{mark.anchor}"' in html
    assert marked


def test_neighbours_carry_the_ratio_of_common_results(client, published):
    text = text_of(client.get("/classes/alibaba-cloud/mysql/rds.mysql.c1.xlarge/"))

    assert "rds.mysql.c2.xlarge next size up 16 64 1.91" in text
    assert "rds.mysql.m1.medium next size down" in text


def test_the_same_size_elsewhere_has_no_ratio_without_a_common_method(
    client, published
):
    text = text_of(client.get("/classes/alibaba-cloud/mysql/rds.mysql.c2.xlarge/"))

    assert "dedicated-1:4-16vcpu-64gb same size, Huawei Cloud 16 64 –" in text


def test_a_code_with_a_colon_has_a_page_for_each_engine(client, published):
    for engine, tps in (("mysql", "395"), ("postgresql", "404")):
        address = f"/classes/huawei-cloud/{engine}/general-1:2-2vcpu-4gb/"
        assert tps in text_of(client.get(address))


def test_an_unknown_class_is_not_found(client, published):
    assert client.get("/classes/alibaba-cloud/mysql/nope/").status_code == 404
    assert (
        client.get("/classes/alibaba-cloud/postgresql/rds.mysql.c2.xlarge/").status_code
        == 404
    )


def test_a_class_without_results_says_so(client, db):
    row = InstanceClassFactory(code="x" * 120)

    response = client.get(f"/classes/{row.provider_id}/mysql/{row.code}/")

    assert "No result of this class yet." in text_of(response)
    assert InstanceClass.objects.count() == 1


def test_the_best_of_repeats_stands_with_their_median(client, db):
    size = InstanceClassFactory()
    repeats(size, 2600, 3010, 2700)
    result(size, 2000)

    text = text_of(client.get(f"/classes/{size.provider_id}/mysql/{size.code}/"))

    assert "3,010 best of 3 repeats, median 2,700" in text
    assert text.count("best of") == 1


def test_what_a_reader_may_not_see_is_in_no_median(client, db):
    size = InstanceClassFactory()
    rows = repeats(size, 2600, 3010, 2700)
    Result.objects.filter(pk__in=[row.pk for row in rows[1:]]).update(
        visibility="private"
    )
    address = f"/classes/{size.provider_id}/mysql/{size.code}/"

    assert "best of" not in text_of(client.get(address))
    client.force_login(rows[0].owner)
    assert "best of 3 repeats" in text_of(client.get(address))


@pytest.mark.parametrize("rows", [0, 10])
def test_repeats_take_as_many_queries_for_many_results(
    client, db, django_assert_num_queries, rows
):
    size = InstanceClassFactory()
    for _ in range(rows + 1):
        repeats(size, 2600, 3010)

    with django_assert_num_queries(10):
        client.get(f"/classes/{size.provider_id}/mysql/{size.code}/")


def test_lists_have_the_median_under_the_best_of_repeats(client, db):
    size = InstanceClassFactory()
    repeats(size, 2600, 3010, 2700)

    html = client.get("/classes/").content.decode()

    assert "3,010 median 2,700" in text_of(client.get("/classes/"))
    assert "measured, 3 repeats" in html


def test_a_list_of_papers_asks_for_no_repeats(client, published):
    with CaptureQueriesContext(connection) as asked:
        client.get("/classes/")

    assert not [each for each in asked if "series_id" in each["sql"]]


@pytest.mark.parametrize("rows", [1, 30])
def test_the_page_of_a_class_asks_a_constant_number_of_queries(
    client, published, django_assert_num_queries, rows
):
    size = InstanceClass.objects.get(code="rds.mysql.c2.xlarge")
    for _ in range(rows):
        ResultFactory(instance_class=size, provider=size.provider, tps=100)

    with django_assert_num_queries(10):
        client.get("/classes/alibaba-cloud/mysql/rds.mysql.c2.xlarge/")


def test_of_neighbours_those_results_are_read_that_may_be_held_against_its_own(
    client, db
):
    """Not all that a neighbour has: of other versions and loads there may be thousands."""
    own = ResultFactory(engine_version="8.0", workload="oltp_read_only")
    other = InstanceClassFactory(
        provider=own.provider, family=own.instance_class.family
    )
    common = {"instance_class": other, "provider": own.provider}
    ResultFactory(engine_version="8.0", workload="oltp_read_only", **common)
    for number in range(20):
        ResultFactory(engine_version=f"{number}.7", **common)
        ResultFactory(engine_version="8.0", workload="oltp_read_write", **common)
    sold = own.instance_class

    with CaptureQueriesContext(connection) as captured:
        client.get(f"/classes/{sold.provider_id}/{sold.engine}/{sold.code}/")

    of_neighbours = [q["sql"] for q in captured if '"derived"' in q["sql"]][-1]
    with connection.cursor() as cursor:
        cursor.execute(of_neighbours)
        assert len(cursor.fetchall()) == 1


@pytest.mark.parametrize(
    ("path", "links"),
    [
        ("alibaba-cloud/mysql/rds.mysql.c2.xlarge", 8),
        ("alibaba-cloud/sqlserver/rds.mssql.c2.xlarge", 1),
    ],
)
def test_each_published_row_of_a_class_leads_to_its_reproduction(
    client, published, path, links
):
    html = client.get(f"/classes/{path}/").content.decode()

    found = re.findall(r'href="/runs/new/\?reproduce=([^"]*)"', html)
    assert len(set(found)) == links
    # in its column, and below its version on a phone
    assert len(found) == 2 * links
    assert "not yet" not in html


def test_a_class_gives_its_results_as_a_table(client, published):
    address = "/classes/alibaba-cloud/mysql/rds.mysql.c2.xlarge/"

    rows = csv_of(client.get(f"{address}?format=csv"))
    markdown = client.get(f"{address}?format=md").content.decode()

    assert len(rows) == 8
    assert {row["instance_class"] for row in rows} == {"rds.mysql.c2.xlarge"}
    assert markdown.startswith("| ")
    assert client.get(f"{address}?format=xml").status_code == 400
    assert 'href="?format=tsv"' in client.get(address).content.decode()


def test_families_of_like_names_are_boxes_of_their_own(client, db):
    for family in ("General purpose", "General-purpose", "通用型", ""):
        InstanceClassFactory(family=family)

    html = client.get("/classes/").content.decode()

    ids = re.findall(r' id="(family-[^"]*)"', html)
    assert len(ids) == len(set(ids)) == 4
