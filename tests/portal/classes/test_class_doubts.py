"""Classes by figures that are sure: what is in doubt comes below them and after them."""

import pytest

from tests.benchruns.catalogue.needs.asked import CAUTION, OF_REGIME
from tests.factories import InstanceClassFactory, ResultFactory
from tests.portal.engines.engine_pages.shown import csv_of

SURE, FASTER, DOUBTED = 1_000, 1_500, 2_000


@pytest.fixture
def sold(db):
    """Its fastest disk I/O is in doubt; two slower ones are not."""
    sold = InstanceClassFactory()
    for tps, findings in ((SURE, []), (FASTER, []), (DOUBTED, [OF_REGIME])):
        ResultFactory(
            instance_class=sold, regime="disk_io", tps=tps, qps=None, findings=findings
        )
    return sold


def cells(client):
    page = client.get("/classes/?cols=cached,disk_io")
    (row,) = page.context["rows"]
    return row.cells, page


def test_the_best_that_is_sure_has_a_higher_one_in_doubt_below_it(client, sold):
    (cached, disk_io), page = cells(client)

    sure, doubted = sold.results.get(tps=FASTER), sold.results.get(tps=DOUBTED)
    assert (disk_io.text, disk_io.doubt) == ("1,500", "")
    assert disk_io.href == f"/results/{sure.pk}/"
    assert (disk_io.above.text, bool(disk_io.above.doubt)) == ("2,000", True)
    assert disk_io.above.href == f"/results/{doubted.pk}/"
    assert cached.above is None
    html = page.content.decode()
    assert f'href="/results/{doubted.pk}/"' in html
    assert "Higher, in doubt:" in html


def test_nothing_stands_below_a_best_that_is_sure_or_the_only_one(client, sold):
    sold.results.filter(doubt="").delete()
    (_cached, doubted), _page = cells(client)
    sold.results.update(doubt="")
    (_cached, sure), _page = cells(client)

    assert doubted.doubt
    assert doubted.above is None
    assert sure.above is None


def test_a_doubt_of_the_regime_leaves_a_load_of_any_regime_sure(client, db):
    sold = InstanceClassFactory()
    for tpm, findings in ((300, [CAUTION]), (200, [OF_REGIME]), (100, [])):
        ResultFactory(
            instance_class=sold,
            workload="tpcc",
            regime=None,
            tps=None,
            qps=None,
            tpm=tpm,
            findings=findings,
        )

    (row,) = client.get("/classes/?cols=tpm").context["rows"]

    assert row.cells[0].text == "200"
    assert row.cells[0].above.text == "300"


@pytest.fixture
def sold_in_turn(db):
    """Classes by name, with their best disk I/O; each doubted one beats all before it."""
    for code, figures in {
        "slow": [(100, [])],
        "fast": [(900, [])],
        "mixed": [(500, []), (5000, [CAUTION])],
        "doubted": [(8000, [OF_REGIME])],
        "none": [],
    }.items():
        of = InstanceClassFactory(code=code)
        for tps, findings in figures:
            ResultFactory(
                instance_class=of,
                regime="disk_io",
                tps=tps,
                qps=None,
                findings=findings,
            )


def codes(client, query):
    rows = client.get(f"/classes/?{query}").context["rows"]
    return [each.row.instance_class.code for each in rows]


@pytest.mark.parametrize(
    ("sort", "first"),
    [("-disk_io", ["fast", "mixed", "slow"]), ("disk_io", ["slow", "mixed", "fast"])],
)
def test_doubted_figures_are_sorted_after_those_that_are_sure(
    client, sold_in_turn, sort, first
):
    assert codes(client, f"sort={sort}") == [*first, "doubted", "none"]


def test_a_figure_is_looked_for_among_those_that_are_sure_where_there_are_any(
    client, sold_in_turn
):
    assert set(codes(client, "disk_io=>%3D800")) == {"fast", "doubted"}


def test_files_and_the_api_have_the_figure_that_the_list_names_first(
    client, sold_in_turn
):
    rows = csv_of(client.get("/classes/?format=csv&cols=disk_io"))
    of_csv = {row["code"]: (row["best_disk_io_tps"], row["in_doubt"]) for row in rows}
    answer = client.get("/api/v1/instance-classes/").json()["results"]
    of_api = {each["code"]: each["best"]["disk_io_tps"] for each in answer}

    assert of_csv["mixed"] == ("500.0", "")
    assert of_csv["doubted"] == ("8000.0", "best_disk_io_tps")
    assert (of_api["mixed"]["value"], of_api["mixed"]["doubt"]) == (500, None)
    assert (of_api["doubted"]["value"], of_api["doubted"]["doubt"]) == (8000, "regime")


def test_doubts_take_two_queries_more_however_many_classes(
    client, sold, django_assert_max_num_queries
):
    client.get("/classes/")
    with django_assert_max_num_queries(30) as few:
        client.get("/classes/")
    for _ in range(20):
        each = InstanceClassFactory()
        ResultFactory(instance_class=each, tps=2, findings=[CAUTION])
        ResultFactory(instance_class=each, tps=1)

    with django_assert_max_num_queries(len(few)):
        client.get("/classes/")
