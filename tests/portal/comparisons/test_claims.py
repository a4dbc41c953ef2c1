"""A report that leaves out its time or its data is not comparable without a word."""

import pytest

from benchruns.units import GB
from tests.factories import ResultFactory
from tests.portal.web.test_overview import text_of
from tests.submission_factories import SubmittedResultFactory

pytestmark = pytest.mark.django_db
STATED = {
    "regime": "disk_io",
    "tables": None,
    "table_size": None,
    "data_bytes": 40 * GB,
    "memory_gb": 4.0,
    "vcpus": 2,
    "threads": 8,
}


@pytest.fixture
def vendor():
    row = ResultFactory(**STATED, tps=1000.0, qps=20_000.0)
    row.campaign.duration_seconds = 60
    row.campaign.save()
    return row


@pytest.mark.parametrize(
    ("left_out", "told"),
    [
        ({"duration_s": None}, "It is not stated how long it was measured."),
        ({"data_bytes": None}, "Labelled disk I/O, but no size of the data shows it."),
    ],
    ids=["time", "data"],
)
def test_a_claim_beside_a_vendor_s_row_is_in_doubt(client, vendor, left_out, told):
    claimed = SubmittedResultFactory(
        **STATED | left_out,
        instance_class=vendor.instance_class,
        provider=vendor.provider,
        workload=vendor.workload,
    )
    rows = {"result": [str(vendor.pk), str(claimed.pk)]}

    page = client.get("/compare/", rows)
    answer = client.get("/api/v1/compare/", rows).json()

    assert answer["standing"] == "cautions"
    assert answer["in_doubt"] == [str(claimed.pk)]
    assert page.context["comparison"].standing == "cautions"
    assert told in text_of(page)


def test_two_claims_of_disk_io_are_not_comparable_without_a_word(client, vendor):
    of = {"instance_class": vendor.instance_class, "provider": vendor.provider}
    claims = [
        SubmittedResultFactory(**STATED | {"data_bytes": None}, **of, tps=tps)
        for tps in (900.0, 1100.0)
    ]

    answer = client.get(
        "/api/v1/compare/", {"result": [str(each.pk) for each in claims]}
    ).json()

    assert answer["standing"] == "cautions"
    assert set(answer["in_doubt"]) == {str(each.pk) for each in claims}


def test_a_report_without_a_regime_is_not_comparable_without_a_word(client, vendor):
    """Its box was green, and a folded note said the rest."""
    claimed = SubmittedResultFactory(
        **STATED | {"regime": None, "tps": 900.0, "qps": 18_000.0},
        instance_class=vendor.instance_class,
        provider=vendor.provider,
        workload=vendor.workload,
    )
    rows = {"result": [str(vendor.pk), str(claimed.pk)]}

    page = client.get("/compare/", rows)
    answer = client.get("/api/v1/compare/", rows).json()

    banner = page.context["banner"]
    assert (banner.sign, banner.verdict) == ("caution", "Comparable with 1 caution")
    (mark,) = banner.shown
    assert mark.code == "regime_unknown"
    assert "was read from is not known" in text_of(page)
    assert answer["standing"] == "cautions"


def test_rows_of_which_none_names_a_regime_are_no_worse_for_it(client, vendor):
    vendor.regime = None
    vendor.save()
    alike = ResultFactory(
        **STATED | {"regime": None},
        instance_class=vendor.instance_class,
        campaign=vendor.campaign,
        source=vendor.source,
    )

    page = client.get("/compare/", {"result": [str(vendor.pk), str(alike.pk)]})

    assert "regime_unknown" not in [m.code for m in page.context["banner"].shown]
