"""Needs that the papers' figures meet, as by hand; versions and tests apart."""

import pytest

from benchruns.catalogue.summaries.refresh import refresh
from benchruns.models import Result
from tests.benchruns.catalogue.needs.asked import asked, codes, outcomes, result, sold
from tests.benchruns.catalogue.needs.by_hand import by_hand
from tests.benchruns.results.published_files import number, rows_of
from tests.published_database import fill

pytestmark = pytest.mark.django_db


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


def test_a_row_whose_doubt_is_planted_is_no_answer_to_any_question():
    fill()
    planted = Result.objects.exclude(tps=None).exclude(doubt="")
    keys = set(planted.values_list("pk", flat=True))
    assert keys

    for regime in ("disk_io", "cached"):
        for version in (None, "8.0", "5.7", "5.6"):
            report = asked(tps=1, regime=regime, engine="mysql", engine_version=version)
            assert not keys & {c.result.pk for c in (*report.found, *report.named)}
