"""The list of classes beside a best figure that is in doubt: the best that is not."""

import pytest

from tests.benchruns.catalogue.test_needs import CAUTION, OF_REGIME
from tests.factories import InstanceClassFactory, ResultFactory

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


def test_a_doubted_best_has_the_best_that_is_not_in_doubt_below_it(client, sold):
    (cached, disk_io), page = cells(client)

    proven = sold.results.get(tps=FASTER)
    assert (disk_io.text, bool(disk_io.doubt)) == ("2,000", True)
    assert (disk_io.proven.text, disk_io.proven.doubt) == ("1,500", "")
    assert disk_io.proven.href == f"/results/{proven.pk}/"
    assert cached.proven is None
    html = page.content.decode()
    assert f'href="/results/{proven.pk}/"' in html
    assert "Best not in doubt:" in html


def test_nothing_stands_below_a_best_that_is_sure_or_the_only_one(client, sold):
    sold.results.filter(doubt="").delete()
    (_cached, doubted), _page = cells(client)
    sold.results.update(doubt="")
    (_cached, sure), _page = cells(client)

    assert doubted.doubt
    assert doubted.proven is None
    assert sure.proven is None


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

    assert row.cells[0].text == "300"
    assert row.cells[0].proven.text == "200"


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
