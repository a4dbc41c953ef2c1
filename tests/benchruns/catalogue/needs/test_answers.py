"""Which classes reached what is needed, and what is said of the others."""

import pytest
from django.contrib.auth.models import AnonymousUser

from benchruns.catalogue.needs.need import ANY_REGIME
from benchruns.catalogue.needs.report import MOST_MISSED, MOST_UNPROVEN, PAGE_SIZE, find
from benchruns.catalogue.pricing.prices import Choice
from benchruns.models import Exclusion, Result
from tests.benchruns.catalogue.needs.asked import (
    CAUTION,
    OF_REGIME,
    asked,
    codes,
    outcomes,
    result,
    sold,
)
from tests.factories import PriceFactory, ResultFactory, UserFactory

pytestmark = pytest.mark.django_db

USD = Choice(region="eu-west-1", term="on-demand", currency="USD")


def test_a_near_miss_is_smaller_and_reached_most_of_it():
    for vcpus, tps in ((2, 1500), (4, 1900), (8, 1999), (8, 2400), (16, 1950)):
        result(sold(vcpus), tps)

    near = asked().near_misses

    assert [(c.standing.vcpus, c.share) for c in near] == [(4, 0.95)]


NOTE = {"code": "qps_tps_ratio", "severity": "note"}
AT_LEAST = {"code": "client_bound", "severity": "caution"}


@pytest.mark.parametrize(
    ("findings", "regime", "is_found"),
    [
        ([], "disk_io", True),
        ([NOTE, AT_LEAST], "disk_io", True),
        ([OF_REGIME], "disk_io", False),
        ([OF_REGIME], ANY_REGIME, True),
        ([CAUTION], "disk_io", False),
        ([OF_REGIME, CAUTION], ANY_REGIME, False),
        ([{"code": "of_a_later_release", "severity": "caution"}], ANY_REGIME, False),
    ],
)
def test_a_doubted_result_is_no_answer(findings, regime, is_found):
    result(sold(), findings=findings)

    report = asked(regime=regime)

    assert (len(report.found), len(report.unproven)) == (is_found, not is_found)


def test_the_next_proven_result_is_the_answer():
    one, other = sold(), sold(4, 8.0)
    result(one, 9000, findings=[OF_REGIME])
    result(other, 8000, findings=[OF_REGIME])
    proven = result(other, 2100)

    report = asked()

    (found,) = report.found
    assert found.result == proven
    assert (found.reached, found.doubted, found.not_reached) == (1, 1, 0)
    assert outcomes(report.unproven) == {one.code: "doubted"}


def test_the_smallest_come_first_by_vcpus_memory_and_price():
    places = [(8, 16), (4, 64), (4, 32), (4, 32)]
    classes = [sold(vcpus, memory) for vcpus, memory in places]
    for each, amount in zip(classes, (1, 1, 3, 2), strict=True):
        result(each)
        PriceFactory(instance_class=each, amount=amount)

    report = asked(choice=USD)

    assert codes(report.found) == [classes[n].code for n in (3, 2, 1, 0)]
    assert [c.standing.price for c in report.found] == [2, 3, 1, 1]


def test_smallest_is_what_no_other_found_class_is_below():
    sizes = [(2, 64), (4, 32), (4, 32), (4, 48), (8, 32), (8, 16), (16, 16)]
    for vcpus, memory in sizes:
        result(sold(vcpus, memory))

    report = asked()

    marked = [c.standing.size for c in report.found if c.is_smallest]
    assert marked == [(2, 64), (4, 32), (4, 32), (8, 16)]
    assert [s.size for s in report.smallest] == marked


def test_the_evidence_is_the_fastest_result_that_meets_everything():
    one = sold()
    result(one, 9000, latency_p95_ms=80)
    result(one, 8000)
    best = result(one, 2600, latency_p95_ms=19)
    result(one, 2400, latency_p95_ms=5)
    result(one, 1000, latency_p95_ms=1)
    result(one, 9999, regime="cached", latency_p95_ms=1)

    (found,) = asked(p95_ms=20).found

    assert found.result == best
    assert (found.reached, found.not_reached) == (2, 3)


def test_a_figure_that_is_just_enough_is_enough():
    result(sold(), 2000, latency_p95_ms=20)

    assert asked(p95_ms=20).count == 1


@pytest.mark.parametrize(
    "words",
    [
        {"engine": "postgresql"},
        {"engine_version": "5.7"},
        {"engine_version": ""},
        {"workload": "oltp_read_only"},
        {"provider": "nobody"},
        {"provenance": "measured"},
        {"regime": "cached"},
        {"tps": 2501},
    ],
    ids=str,
)
def test_each_word_of_the_need_narrows(words):
    result(sold())

    assert asked().count == 1
    assert asked(**words).count == 0


def test_an_unpublished_p95_is_never_taken_as_met():
    one = sold()
    result(one)

    report = asked(p95_ms=20)

    assert report.count == 0
    assert outcomes(report.unproven) == {one.code: "p95_not_known"}
    assert report.missed == []


def test_a_regime_that_is_not_determined_is_told_apart():
    one = sold()
    result(one, regime=None)

    report = asked()

    assert report.count == 0
    assert outcomes(report.unproven) == {one.code: "regime_not_determined"}
    assert asked(regime=ANY_REGIME).count == 1


def test_what_just_missed_it_is_told_with_its_nearest_figure():
    slow, late = sold(2), sold(4)
    result(slow, 1500)
    result(slow, 1900)
    result(late, 2100, latency_p95_ms=30)
    quicker = result(late, 2050, latency_p95_ms=25)

    report = asked(p95_ms=20)

    assert outcomes(report.missed) == {slow.code: "tps_below", late.code: "p95_above"}
    assert [c.result.tps for c in report.missed] == [1900, 2050]
    assert report.missed[1].result == quicker


def test_the_nearest_of_each_reason_are_few():
    for tps in range(1000, 1000 + 10 * (MOST_MISSED + 2), 10):
        result(sold(), tps)
    for _ in range(MOST_UNPROVEN + 2):
        result(sold(), regime=None)

    report = asked()

    assert [c.result.tps for c in report.missed] == [1060, 1050, 1040, 1030, 1020]
    assert len(report.unproven) == MOST_UNPROVEN
    assert report.unproven_count == MOST_UNPROVEN + 2


def test_a_budget_needs_a_known_price_that_is_not_above_it():
    cheap, dear, unknown, elsewhere = (sold(n) for n in (2, 4, 8, 16))
    for each in (cheap, dear, unknown, elsewhere):
        result(each)
    PriceFactory(instance_class=cheap, amount=1)
    PriceFactory(instance_class=dear, amount=1460, unit="month")
    PriceFactory(instance_class=elsewhere, amount=1, currency="EUR")

    report = asked(choice=USD, budget=1.0)

    assert codes(report.found) == [cheap.code]
    assert outcomes(report.missed) == {dear.code: "over_budget"}
    assert outcomes(report.unproven) == {
        unknown.code: "price_not_known",
        elsewhere.code: "price_not_known",
    }


def test_excluded_results_and_other_loads_count_for_nothing():
    one, user = sold(), UserFactory()
    left_out = result(one)
    result(one, variant="rate_limited")
    result(one, variant="no_transactions")
    result(one, tps=None)
    exclusion = Exclusion.objects.create(
        result=left_out, reason="warm-up was cut", excluded_by=user
    )
    Result.objects.filter(pk=left_out.pk).update(exclusion=exclusion)

    report = asked()

    assert (report.count, report.unproven, report.missed) == (0, [], [])


def test_private_results_count_for_their_owner_alone():
    row = ResultFactory(measured=True, regime="disk_io", tps=2500)
    Result.objects.filter(pk=row.pk).update(instance_class=sold())

    assert asked().count == 0
    assert asked(user=row.owner).count == 1


def test_results_of_no_class_are_told_apart():
    for tps in (2100, 2300, 900):
        result(None, tps, provider=None, vcpus=4)

    report = asked()

    assert report.count == 0
    assert report.without_class == 2
    assert report.elsewhere.tps == 2300


def test_the_classes_come_over_pages_and_the_smallest_of_all_are_known():
    for n in range(PAGE_SIZE + 3):
        result(sold(2 + n, 1000.0 - n))

    report = asked()
    second = find(report.need, user=AnonymousUser(), page=2)

    assert (report.count, len(report.found), len(second.found)) == (53, 50, 3)
    assert len(report.smallest) == 53
    assert all(c.is_smallest for c in second.found)


def test_the_number_of_queries_does_not_grow_with_rows(django_assert_max_num_queries):
    def one_of_each():
        for facts in (
            {"latency_p95_ms": 10},
            {"latency_p95_ms": 90},
            {"regime": None},
            {"tps": 100},
            {},
        ):
            PriceFactory(instance_class=result(sold(), **facts).instance_class)
        PriceFactory(
            instance_class=result(sold(), latency_p95_ms=1).instance_class, amount=99
        )
        result(sold(), latency_p95_ms=1)
        result(None, provider=None, latency_p95_ms=1)

    one_of_each()
    for _ in range(2):
        with django_assert_max_num_queries(14):
            report = asked(p95_ms=20, choice=USD, budget=2.0)
        for _ in range(5):
            one_of_each()

    assert len(outcomes([*report.unproven, *report.missed])) > 6
