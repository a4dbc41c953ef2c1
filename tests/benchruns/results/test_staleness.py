"""What makes a result stale, on which day, and what is said of it."""

from datetime import UTC, date, datetime

import pytest

from benchruns.engines import ENGINES, support_of
from benchruns.results import staleness
from benchruns.sentences.catalogue import worded
from benchruns.sentences.findings.staleness import SENTENCES, shortly
from tests.factories import InstanceClassFactory, ResultFactory

TODAY = date(2026, 11, 23)


@pytest.fixture(autouse=True)
def today(monkeypatch):
    monkeypatch.setattr(staleness, "today", lambda: TODAY)


def codes(result):
    return [finding.code for finding in staleness.findings_of(result)]


@pytest.mark.parametrize("name", ENGINES)
def test_each_date_of_a_vendor_has_its_source(name):
    known = ENGINES[name].support

    assert known
    for line, support in known.items():
        assert ENGINES[name].family.versions.line(line) == line
        assert support.source.startswith("https://")
        assert support.ends_on.year > 2010


@pytest.mark.parametrize(
    ("engine", "version", "ends_on"),
    [
        ("mysql", "5.6", date(2021, 2, 5)),
        ("mysql", "8.4", date(2032, 4, 30)),
        ("mariadb", "10.11", date(2028, 2, 16)),
        ("postgresql", "12", date(2024, 11, 21)),
        ("sqlserver", "2008 R2", date(2019, 7, 9)),
        ("sqlserver", "2012 EE", date(2022, 7, 12)),
    ],
)
def test_a_release_line_ends_when_its_vendor_says(engine, version, ends_on):
    assert support_of(engine, version).ends_on == ends_on


@pytest.mark.parametrize("version", ["", "3.23", "8", "unstated EE"])
def test_of_other_versions_no_day_is_known(version):
    assert support_of("mysql", version) is None


@pytest.mark.django_db
def test_a_result_of_a_release_without_support_is_stale():
    old = ResultFactory.build(engine="mysql", engine_version="5.6", instance_class=None)
    new = ResultFactory.build(engine="mysql", engine_version="8.4", instance_class=None)

    (finding,) = staleness.findings_of(old)

    said = worded(finding)
    assert said.message == "MySQL 5.6 has had no support since 2021-02-05."
    assert "https://www.oracle.com" in said.why
    assert shortly(finding) == "no support since 2021-02-05"
    assert codes(new) == []


@pytest.mark.django_db
def test_the_last_day_of_support_is_not_over_yet(monkeypatch):
    last = support_of("mysql", "8.0").ends_on
    monkeypatch.setattr(staleness, "today", lambda: last)

    assert staleness.ended_support("mysql", "8.0") is None


@pytest.mark.django_db
def test_a_class_that_is_not_sold_any_more_makes_its_results_stale():
    gone = InstanceClassFactory(
        code="db.m1", sale_ends_on=date(2026, 6, 30), source_text="a notice"
    )
    going = InstanceClassFactory(sale_ends_on=date(2027, 6, 30))

    (finding,) = staleness.findings_of(
        ResultFactory(instance_class=gone, engine_version="8.4")
    )

    said = worded(finding)
    assert said.message == "db.m1 has not been sold since 2026-06-30."
    assert "a notice" in said.why
    assert codes(ResultFactory(instance_class=going, engine_version="8.4")) == []


@pytest.mark.django_db
def test_a_result_is_old_after_a_setting_of_years(settings):
    settings.RESULT_STALE_YEARS = 5
    published = ResultFactory(published_on=date(2021, 11, 1), engine_version="8.4")
    measured = ResultFactory(
        measured=True,
        measured_at=datetime(2025, 1, 1, tzinfo=UTC),
        engine_version="8.4",
    )
    undated = ResultFactory(published_on=None, engine_version="8.4")

    (finding,) = staleness.findings_of(published)

    assert worded(finding).message == "This is of 2021-11-01: more than 5 years ago."
    assert codes(measured) == codes(undated) == []
    settings.RESULT_STALE_YEARS = 1
    assert codes(measured) == ["old_result"]


@pytest.mark.django_db
def test_several_results_share_a_reason():
    rows = [ResultFactory(engine="mysql", engine_version="5.6") for _ in range(2)]

    (finding,) = staleness.of_several(rows)

    assert finding.results == tuple(str(row.pk) for row in rows)


def test_every_reason_is_told_shortly_too():
    assert SENTENCES.keys() == {"support_ended", "sale_ended", "old_result"}
