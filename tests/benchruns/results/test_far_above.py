"""A submitted figure far above the vendor's own is in doubt, whatever regime it is of."""

import pytest
from django.contrib.auth.models import AnonymousUser

from benchruns.catalogue.needs.need import Need
from benchruns.catalogue.needs.report import find
from benchruns.catalogue.summaries.refresh import refresh
from benchruns.models import Result
from benchruns.results.datachecks import best_of_class
from benchruns.sentences.doubts import doubt_of_result
from benchruns.units import GB
from tests.factories import InstanceClassFactory, ProviderFactory, ResultFactory
from tests.submission_factories import SubmittedResultFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
CODE = "far_above_vendor"


@pytest.fixture
def size():
    return InstanceClassFactory(code="c1.xlarge", vcpus=8, memory_gb=32)


@pytest.fixture
def larger(size):
    return InstanceClassFactory(
        provider=size.provider, code="c2.xlarge", vcpus=16, memory_gb=64
    )


def row_of(size, **facts):
    known = {
        "instance_class": size,
        "provider": size.provider,
        "vcpus": size.vcpus,
        "memory_gb": size.memory_gb,
    }
    return known | {"regime": "cached"} | facts


def own(size, tps=3480.0, **facts):
    return ResultFactory(**row_of(size, tps=tps, **facts))


def uploaded(size, tps=34265.0, **facts):
    """On data that is cached whoever says so."""
    return SubmittedResultFactory(**row_of(size, tps=tps, data_bytes=GB, **facts))


def marked(row):
    refresh()
    row.refresh_from_db()
    return [each["code"] for each in row.findings if each["code"] == CODE]


def test_far_above_the_vendor_s_own_the_figure_is_in_doubt(size):
    vendor, row = own(size), uploaded(size)

    assert marked(row) == [CODE]
    assert row.doubt == "figure"
    assert row.findings[-1]["results"] == [str(vendor.pk)]
    assert doubt_of_result(row) == (
        "34,265 TPS, 9.8 times the 3,480 that the vendor itself reached with this class "
        "under this load."
    )


def test_of_a_class_without_rows_a_larger_one_tells(size, larger):
    own(larger, tps=7007.0)
    row = uploaded(size)

    assert marked(row) == [CODE]
    assert doubt_of_result(row) == (
        "34,265 TPS, 4.9 times the 7,007 that the vendor itself reached with the larger "
        "c2.xlarge under this load."
    )


@pytest.mark.parametrize(
    ("beside", "tps"), [("size", 3 * 3480), ("larger", 2 * 3480), ("smaller", 1e5)]
)
def test_what_versions_and_durations_can_make_is_no_doubt(size, larger, beside, tps):
    measured, known = {
        "size": (size, size),
        "larger": (size, larger),
        "smaller": (larger, size),
    }[beside]
    own(known)

    assert marked(uploaded(measured, tps=tps)) == []


def test_its_own_version_counts_before_others(size):
    own(size, engine_version="5.7")
    row = uploaded(size)
    assert marked(row) == [CODE]

    own(size, tps=20_000.0)

    assert marked(row) == []


@pytest.mark.parametrize(
    "facts",
    [
        {"regime": "disk_io"},
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

    assert marked(uploaded(size)) == []


def test_neither_another_provider_nor_a_run_of_this_portal_is_the_vendor(size):
    other = InstanceClassFactory(provider=ProviderFactory(), vcpus=16, memory_gb=64)
    own(other)
    own(size, measured=True, visibility="public")

    assert marked(uploaded(size)) == []


def test_without_a_regime_it_is_held_against_those_of_any(size):
    own(size, regime="disk_io", tps=300.0)

    assert marked(uploaded(size, regime=None)) == [CODE]


def test_it_goes_with_the_vendor_s_row(size):
    vendor, row = own(size), uploaded(size)
    assert marked(row) == [CODE]

    Result.objects.filter(pk=vendor.pk).update(status="withdrawn")

    assert marked(row) == []


def test_it_goes_with_the_row_of_a_larger_class(size, larger):
    """The class itself has no change that its summary would follow."""
    vendor, row = own(larger), uploaded(size)
    assert marked(row) == [CODE]
    Result.objects.filter(pk=vendor.pk).update(status="withdrawn")

    best_of_class.refresh_beside(Result.objects.filter(pk=vendor.pk))

    assert marked(row) == []


def test_a_draft_is_marked_before_its_review(size):
    own(size)

    assert marked(uploaded(size, draft=True)) == [CODE]


def test_a_need_is_not_answered_by_it(size):
    own(size)
    row = uploaded(size)
    refresh()

    report = find(Need(tps=20_000, regime="cached"), user=AnonymousUser())

    assert report.found == []
    (told,) = report.unproven
    assert (told.result.pk, str(told.standing.outcome)) == (row.pk, "doubted")
