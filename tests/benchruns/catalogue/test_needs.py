"""Which classes reached what is needed, and what is said of the others."""

import pytest
from django.contrib.auth.models import AnonymousUser

from benchruns.catalogue.needs.need import ANY_REGIME, Need
from benchruns.catalogue.needs.report import MOST_MISSED, MOST_UNPROVEN, PAGE_SIZE, find
from benchruns.catalogue.pricing.prices import Choice
from benchruns.catalogue.summaries.refresh import refresh
from benchruns.models import Exclusion, Result
from benchruns.workloads import MAIN
from tests.benchruns.results.published_files import number, rows_of
from tests.factories import (
    InstanceClassFactory,
    PriceFactory,
    ResultFactory,
    UserFactory,
)
from tests.published_database import fill

pytestmark = pytest.mark.django_db
USD = Choice(region="eu-west-1", term="on-demand", currency="USD")


def asked(*, user=None, **need):
    words = {"tps": 2000, "regime": "disk_io"} | need
    return find(Need(**words), user=user or AnonymousUser())


def sold(vcpus=2, memory_gb=4.0, **facts):
    return InstanceClassFactory(vcpus=vcpus, memory_gb=memory_gb, **facts)


def result(of, tps=2500, **facts):
    words = {"regime": "disk_io", "tps": tps, "latency_p95_ms": None} | facts
    return ResultFactory(instance_class=of, **words)


def codes(candidates):
    return [candidate.instance_class.code for candidate in candidates]


def outcomes(candidates):
    return {c.instance_class.code: str(c.standing.outcome) for c in candidates}


def by_hand(*, regime, tps, engine_version="8.0", duration=None):
    """TPS of MySQL's classes by the papers' CSV: proven, and with data in doubt.

    The best of each class, doubted only where none is proven. sysbench's tables take
    240 bytes a row; an oltp_read_write reads 14 rows a transaction,
    writes 4 and sends 20 statements.
    With a ``duration`` those alone that ran for so many seconds.
    """
    memory = {
        row["code"]: number(row["memory_gb"]) for row in rows_of("instance_classes.csv")
    }
    campaigns = {
        row["slug"]
        for row in rows_of("campaigns.csv")
        if (row["engine"], row["engine_version"]) == ("mysql", engine_version)
    }
    rows = rows_of("results.csv")
    proven, doubted = {}, {}
    for row in rows:
        reads, seconds = number(row["reads"]) or 0, number(row["duration_seconds"])
        reached = number(row["tps"]) or reads / 14 / (seconds or 60)
        is_asked = row["campaign"] in campaigns and row["workload"] == MAIN
        if not is_asked or row["regime"] != regime or reached < tps:
            continue
        if duration not in (None, seconds):
            continue
        gb = 240 * number(row["tables"]) * number(row["table_size"]) / 2**30
        fits = gb < memory[row["class_code"]]
        is_whole = (
            abs(reads / number(row["writes"]) - 14 / 4) < 0.01
            if reads
            else abs(number(row["qps"]) / number(row["tps"]) - 20) < 0.5
        )
        is_sure = is_whole and fits == (regime == "cached")
        found = proven if is_sure else doubted
        found[row["class_code"]] = max(reached, found.get(row["class_code"], 0))
    return proven, {code: tps for code, tps in doubted.items() if code not in proven}


@pytest.mark.parametrize("version", ["8.0", "5.7", "5.6"])
@pytest.mark.parametrize(
    ("regime", "tps"),
    [("cached", 2000), ("disk_io", 2000), ("disk_io", 500), ("disk_io", 3000)],
)
def test_the_answer_is_that_of_a_query_of_the_papers_csv_by_hand(regime, tps, version):
    fill()
    proven, doubted = by_hand(regime=regime, tps=tps, engine_version=version)

    report = asked(tps=tps, regime=regime, engine="mysql", engine_version=version)

    told = {c.instance_class.code: c.result.tps for c in report.found}
    assert told == pytest.approx(proven)
    open_ones = {
        c.instance_class.code: c.result.tps
        for c in report.unproven
        if c.standing.outcome == "doubted"
    }
    assert open_ones == pytest.approx(doubted)


def test_disk_rows_whose_data_fits_in_memory_prove_nothing():
    fill()

    report = asked(tps=3000, engine="mysql", engine_version="8.0")

    assert report.found == []
    assert outcomes(report.unproven) == {"rds.mysql.c2.xlarge": "doubted"}
    assert codes(report.missed)[0] == "rds.mysql.c1.xlarge"


def test_the_versions_of_an_engine_are_answered_apart():
    fill()

    report = asked(tps=2000, regime="cached", engine="mysql")

    told = {each.engine_version: (each.code, each.reached) for each in report.versions}
    by_csv = {}
    for version in ("8.0", "5.7", "5.6"):
        proven, _doubted = by_hand(regime="cached", tps=2000, engine_version=version)
        by_csv[version] = (min(proven, key=_vcpus_by_csv), len(proven))
    assert told == by_csv
    for each in report.found:
        proven, _doubted = by_hand(
            regime="cached", tps=2000, engine_version=each.result.engine_version
        )
        assert proven[each.instance_class.code] == pytest.approx(each.result.tps)


def _vcpus_by_csv(code):
    (vcpus,) = {
        number(row["vcpus"])
        for row in rows_of("instance_classes.csv")
        if row["code"] == code
    }
    return vcpus


@pytest.mark.parametrize(
    ("version", "seconds"),
    [(None, (60, 1200)), ("8.0", (60, 60)), ("5.6", (60, 1200))],
)
def test_an_answer_of_different_tests_knows_it(version, seconds):
    fill()
    refresh()

    report = asked(tps=400, engine="mysql", engine_version=version)

    assert report.seconds == seconds
    assert report.is_of_different_tests == (seconds == (60, 1200))


def test_the_versions_may_be_of_different_tests_where_no_class_shown_is():
    one = sold()
    result(one, 5000, engine_version="8.0", duration_s=60)
    result(one, 4000, engine_version="5.6", duration_s=1200)
    refresh()

    report = asked(engine="mysql")

    assert [c.row.seconds for c in report.found] == [60]
    assert report.is_of_different_tests


def test_like_durations_are_one_test():
    result(sold(), duration_s=60)
    result(sold(), duration_s=240)
    result(sold(), duration_s=None)

    report = asked()

    assert report.seconds == (60, 240)
    assert not report.is_of_different_tests


def test_a_version_that_is_named_has_no_others_beside_it():
    fill()

    assert asked(engine="mysql", engine_version="8.0").versions == []
    assert asked().versions == []


def test_a_near_miss_is_smaller_and_reached_most_of_it():
    for vcpus, tps in ((2, 1500), (4, 1900), (8, 1999), (8, 2400), (16, 1950)):
        result(sold(vcpus), tps)

    near = asked().near_misses

    assert [(c.standing.vcpus, c.share) for c in near] == [(4, 0.95)]


def test_a_row_whose_doubt_is_planted_is_no_answer_to_any_question():
    fill()
    planted = Result.objects.exclude(tps=None).exclude(doubt="")
    keys = set(planted.values_list("pk", flat=True))
    assert keys

    for regime in ("disk_io", "cached"):
        for version in (None, "8.0", "5.7", "5.6"):
            report = asked(tps=1, regime=regime, engine="mysql", engine_version=version)
            assert not keys & {c.result.pk for c in (*report.found, *report.named)}


CAUTION = {"code": "qps_tps_ratio", "severity": "caution"}
OF_REGIME = {"code": "regime_label", "severity": "caution"}
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
