"""A submitted figure above what its class is known to reach rests on its submitter's word."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from benchruns.catalogue.needs.need import ANY_REGIME, Need
from benchruns.catalogue.needs.report import find
from benchruns.catalogue.ranks.report import ranking
from benchruns.catalogue.summaries.refresh import refresh
from benchruns.models import Result
from benchruns.sentences.doubts import doubt_of_result
from benchruns.trends import exclusions
from benchruns.units import GB
from benchruns.workloads import MAIN
from tests.factories import InstanceClassFactory, ResultFactory
from tests.submission_factories import SubmittedResultFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
CODE = "above_best_of_class"


@pytest.fixture
def size():
    return InstanceClassFactory(vcpus=4, memory_gb=16)


def own(size, tps=1013.0, **facts):
    return ResultFactory(
        **{"instance_class": size, "tps": tps, "regime": "disk_io"} | facts
    )


def claimed(size, tps=1498.0, **facts):
    """With data far above the memory, so that its sizes do not belie it."""
    words = {"regime": "disk_io", "data_bytes": 90 * GB, "memory_gb": 16}
    of_class = {"instance_class": size, "provider": size.provider}
    return SubmittedResultFactory(**{"tps": tps} | words | of_class | facts)


def marked(result):
    """Written as by the worker that looks at what changed; what the row then says."""
    refresh()
    result.refresh_from_db()
    return [each["code"] for each in result.findings if each["code"] == CODE]


def test_above_the_vendor_s_own_figure_the_regime_is_a_claim(size):
    vendor, row = own(size), claimed(size)

    assert marked(row) == [CODE]
    assert row.doubt == "regime"
    assert row.findings[-1]["results"] == [str(vendor.pk)]
    assert doubt_of_result(row) == (
        "Above the vendor's own 1,013 TPS of this class; disk I/O is as the submitter "
        "claims."
    )


def test_a_run_of_this_portal_is_held_against_it_as_well(size):
    own(size, measured=True, visibility="public", tps=1100.0)
    row = claimed(size)

    assert marked(row) == [CODE]
    assert doubt_of_result(row).startswith("Above the 1,100 TPS measured of this class")


@pytest.mark.parametrize("tps", [1013.0, 900.0])
def test_what_the_vendor_reached_too_is_no_doubt(size, tps):
    own(size)

    assert marked(claimed(size, tps=tps)) == []


@pytest.mark.parametrize(
    "facts",
    [
        {"regime": "cached"},
        {"regime": None},
        {"engine_version": "5.7"},
        {"workload": "oltp_read_only"},
        {"variant": "skip_trx"},
        {"visibility": "private"},
        {"status": "withdrawn"},
        {"doubt": "figure"},
    ],
    ids=lambda facts: "-".join(map(str, *facts.items())),
)
def test_another_load_and_what_is_no_evidence_is_held_against_nothing(size, facts):
    row = own(size)
    Result.objects.filter(pk=row.pk).update(**facts)

    assert marked(claimed(size)) == []


def test_what_was_left_out_is_held_against_nothing(size):
    own_run = own(size, measured=True, visibility="public")
    exclusions.exclude(own_run.pk, by=own_run.owner, reason="A backup ran beside it.")

    assert marked(claimed(size)) == []


def test_no_submitted_row_is_held_against_another(size):
    """Neither of the same submitter nor of others: none of them is evidence."""
    first = claimed(size, tps=1100.0)

    assert marked(claimed(size)) == []
    assert marked(claimed(size, owner=first.owner)) == []


def test_who_claims_no_regime_is_not_doubted_for_it(size):
    own(size)

    assert marked(claimed(size, regime=None)) == []


@pytest.mark.parametrize(
    "sizes",
    [
        {"tables": 32, "table_size": 25_000},
        {"data_bytes": 6 * GB},
        {"data_bytes": 10 * GB, "buffer_bytes": 20 * GB},
    ],
    ids=["rows-in-memory", "bytes-in-memory", "bytes-in-buffer"],
)
def test_data_well_within_the_buffer_is_cached_whoever_says_so(size, sizes):
    own(size, regime="cached")
    row = claimed(size, regime="cached", **{"data_bytes": None} | sizes)

    assert marked(row) == []
    assert row.doubt == ""


def test_a_scale_is_a_size_as_its_page_says(size):
    load = {"engine": "postgresql", "engine_version": "15", "regime": "cached"}
    load |= {"workload": "pgbench_read_only"}
    own(size, **load)

    assert marked(claimed(size, **load, data_bytes=None, scale=10)) == []
    assert marked(claimed(size, **load, data_bytes=None, scale=500)) == [CODE]


@pytest.mark.parametrize(
    ("sizes", "lacks"),
    [
        ({"data_bytes": 7 * GB}, ["buffer"]),
        ({"data_bytes": None, "buffer_bytes": 4 * GB}, ["data"]),
        ({"data_bytes": None}, ["data", "buffer"]),
        ({"data_bytes": 3 * GB, "buffer_bytes": 4 * GB}, []),
    ],
    ids=["no-buffer", "no-data", "nothing", "nearly-full"],
)
def test_what_no_size_shows_stays_a_claim_and_says_what_is_missing(size, sizes, lacks):
    own(size, regime="cached")
    row = claimed(size, regime="cached", **sizes)

    assert marked(row) == [CODE]
    (found,) = [each for each in row.findings if each["code"] == CODE]
    assert found["values"]["lacks"] == lacks


def test_it_goes_with_the_vendor_s_row_and_comes_with_a_new_one(size):
    row = claimed(size)
    vendor = own(size)

    assert marked(row) == [CODE]
    Result.objects.filter(pk=vendor.pk).update(status="withdrawn")
    assert marked(row) == []
    own(size, tps=1200.0)
    assert marked(row) == [CODE]


def test_a_draft_is_marked_before_its_review(size):
    own(size)

    assert marked(claimed(size, draft=True)) == [CODE]


@pytest.mark.parametrize("damaged", [["x", {}], "x", {"code": CODE}], ids=str)
def test_a_damaged_row_stays_as_it_is_and_keeps_no_other_from_its_mark(size, damaged):
    own(size)
    row, whole = claimed(size), claimed(size)
    Result.objects.filter(pk=row.pk).update(findings=damaged)

    assert marked(whole) == [CODE]
    row.refresh_from_db()
    assert row.findings == damaged


def asked(tps, regime="disk_io"):
    return find(Need(tps=tps, regime=regime), user=AnonymousUser())


def test_a_need_that_the_vendor_s_own_did_not_reach_is_not_proven_by_a_claim(size):
    own(size)
    row = claimed(size)
    refresh()

    report = asked(1400)

    assert report.found == []
    (told,) = report.unproven
    assert (told.result.pk, str(told.standing.outcome)) == (row.pk, "doubted")


def test_what_both_reached_is_shown_by_the_vendor_s_own(size):
    vendor = own(size)
    claimed(size)
    refresh()

    (found,) = asked(900).found

    assert found.result.pk == vendor.pk
    assert (found.reached, found.doubted) == (1, 1)


def test_a_claim_that_no_other_figure_belies_answers(size):
    row = claimed(size)
    refresh()

    (found,) = asked(1400).found

    assert found.result.pk == row.pk


def test_in_any_regime_a_claimed_one_leaves_nothing_open(size):
    own(size)
    row = claimed(size)
    refresh()

    (found,) = asked(1400, ANY_REGIME).found

    assert found.result.pk == row.pk


def test_a_ranking_has_the_vendor_s_own_figure(size):
    vendor = own(size, duration_s=60, measured_at=timezone.now())
    claimed(size)
    refresh()

    load = Need(tps=0, regime="disk_io", workload=MAIN)
    (place,) = ranking(load, user=AnonymousUser()).places

    assert place.result.pk == vendor.pk
