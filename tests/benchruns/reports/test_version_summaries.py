"""What is kept of versions answers as their results do, whatever happens to these."""

import random

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import call_command

from benchruns.models import (
    Campaign,
    ChangedVersion,
    InstanceClass,
    Result,
    VersionSummary,
)
from benchruns.reports.overview import newest_papers
from benchruns.reports.shelf import picture
from benchruns.reports.shelf.refresh import refresh
from benchruns.reports.shelf.shelf import shelf
from benchruns.reports.source import source_report, source_reports
from benchruns.results.engine_versions import versions_of, versions_with_results
from benchruns.results.version_summaries import version_summaries
from tests.factories import InstanceClassFactory, ResultFactory, UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

NOBODY = AnonymousUser()
VERSIONS = ("5.7", "8.0")


def test_after_each_change_it_holds_again_and_says_what_the_results_do():
    rnd = seeded(5)
    for _ in range(8):
        a_result(rnd)
    changes = [
        lambda rows: rows.update(tps=rnd.uniform(1, 2000)),
        lambda rows: rows.update(visibility="private"),
        lambda rows: rows.update(status="withdrawn"),
        lambda rows: rows.update(doubt="figure", findings=[A_DOUBT]),
        lambda rows: rows.update(findings=[{"code": 1}]),
        lambda rows: rows.update(engine_version="9.0"),
        lambda rows: rows.update(instance_class=InstanceClassFactory()),
        lambda rows: rows.delete(),
    ]
    for change in changes:
        a_result(rnd)
        change(Result.objects.filter(pk=rnd.choice(Result.objects.order_by("pk")).pk))
        refresh()

        assert not version_summaries(NOBODY).live
        assert_alike()


def test_before_it_is_written_again_the_results_of_that_version_are_asked():
    rnd = seeded(6)
    for version in VERSIONS * 2:
        a_result(rnd, engine_version=version)
    refresh()
    a_result(rnd, engine_version="8.0", tps=5000.0)

    assert version_summaries(NOBODY).live == {("mysql", "8.0")}
    assert_alike()


def test_more_versions_than_a_query_is_deep_are_asked_at_once():
    a_result(seeded(12), engine_version="8.0")
    ChangedVersion.objects.bulk_create(
        ChangedVersion(engine="mysql", engine_version=f"8.{number}")
        for number in range(1200)
    )

    assert [each.version for each in versions_with_results(NOBODY)] == ["8.0"]
    assert len(shelf(NOBODY).tiles) == 1


def test_who_sees_more_of_a_version_is_shown_all_they_see():
    rnd, owner, staff = seeded(7), UserFactory(), UserFactory(is_staff=True)
    for version in VERSIONS:
        a_result(rnd, engine_version=version)
    mine = {"measured": True, "visibility": "private", "owner": owner}
    ResultFactory(engine_version="8.0", workload="oltp_legacy", **mine)
    ResultFactory(engine="postgresql", engine_version="15", **mine)
    refresh()

    totals = {
        user: [each.total for each in versions_with_results(user)]
        for user in (NOBODY, owner, staff)
    }
    assert totals == {NOBODY: [1, 1], owner: [2, 1, 1], staff: [2, 1, 1]}
    for user in (NOBODY, owner, staff):
        assert versions_with_results(user) == versions_of(
            Result.objects.visible_to(user)
        )
    assert len(shelf(NOBODY).tiles) == 2
    assert len(shelf(owner).tiles) == len(shelf(staff).tiles) == 3
    for user, expected in ((NOBODY, 0), (owner, 0), (staff, 1)):
        undrawn = {each.version.version: each.undrawn for each in shelf(user).tiles}
        assert undrawn["8.0"] == expected


@pytest.mark.parametrize(
    "change",
    [
        lambda: Campaign.objects.update(tool="another"),
        lambda: InstanceClass.objects.update(family="another"),
    ],
    ids=["campaign", "class"],
)
def test_what_a_picture_says_of_classes_and_methods_makes_it_old(change):
    for version in VERSIONS:
        a_result(seeded(8), engine_version=version)
    refresh()

    change()

    assert len(version_summaries(NOBODY).live) == len(VERSIONS)


def test_what_another_release_kept_does_not_hold():
    a_result(seeded(9), engine_version="8.0")
    refresh()
    VersionSummary.objects.update(made_for="another release")

    assert version_summaries(NOBODY).live == {("mysql", "8.0")}
    assert refresh() == 1
    assert not version_summaries(NOBODY).live


def test_one_command_writes_all_of_it_anew_and_removes_what_has_no_results():
    a_result(seeded(10), engine_version="8.0")
    refresh()
    VersionSummary.objects.update(class_count=77, papers={}, tables=[], tile=None)
    call_command("sum_up_classes")
    assert_alike()

    Result.objects.all().delete()
    refresh()

    assert not VersionSummary.objects.exists()
    assert not ChangedVersion.objects.exists()


def test_pages_are_told_by_what_is_kept(client):
    a_result(seeded(11), engine_version="8.0", workload="oltp_read_write")
    refresh()
    kept = VersionSummary.objects.get()
    kept.counts = {"public": {"published": {"oltp_read_write": 7654}}}
    kept.save()

    of_load = "/results/?workload=oltp_read_write&provenance=published&version=8.0"
    for path in ("/", "/engines/", "/api/v1/engines/", of_load):
        answer = client.get(path).content.decode()
        assert "7654" in answer.replace(",", "")


def test_a_paper_is_told_by_what_is_kept():
    source = ResultFactory(engine_version="8.0", source_section="3").source_id
    refresh()
    kept = VersionSummary.objects.get()
    kept.tables = [[*kept.tables[0][:3], 7654]]
    kept.save()

    assert source_report(source).counts["results"] == 7654


def test_a_picture_of_many_classes_has_as_many_places_as_can_be_told_apart(monkeypatch):
    monkeypatch.setattr(picture, "MOST_PLACES", 4)
    source = ResultFactory(tps=10, regime="cached")
    for number in range(9):
        ResultFactory(
            campaign=source.campaign,
            source=source.source,
            provider=source.provider,
            instance_class=InstanceClassFactory(
                provider=source.provider, vcpus=number + 2
            ),
            vcpus=number + 2,
            regime="cached",
            tps=20 + number if number != 4 else 5000,
        )

    [tile] = shelf(NOBODY).tiles

    assert len(tile.picture.places) == 4
    assert tile.picture.highest == 5000
    bars = [bar.value for place in tile.picture.places for bar in place]
    assert bars.count(5000) == 1


A_DOUBT = {
    "code": "short",
    "severity": "caution",
    "results": [],
    "values": {"seconds": 4},
}


def a_result(rnd, **facts):
    return ResultFactory(
        **{
            "engine_version": rnd.choice(VERSIONS),
            "workload": rnd.choice(["oltp_read_write", "oltp_legacy"]),
            "regime": rnd.choice(["cached", "disk_io", None]),
            "tps": rnd.choice([None, rnd.uniform(1, 2000)]),
            "qps": rnd.uniform(1, 2000),
            "source_section": rnd.choice(["", "2.1"]),
            **facts,
        }
    )


def seeded(number):
    return random.Random(number)  # noqa: S311 (figures, no secrets)


def assert_alike():
    """What is told of all versions, and what is told when none of what is kept holds."""
    kept = answers()
    noted = ChangedVersion.objects.bulk_create(
        ChangedVersion(engine=each.engine, engine_version=each.engine_version)
        for each in VersionSummary.objects.all()
    )
    assert kept == answers()
    ChangedVersion.objects.filter(pk__in=[each.pk for each in noted]).delete()


def answers():
    found = shelf(NOBODY)
    assert found.tiles
    return (
        versions_with_results(NOBODY),
        [(each.version, plain(each.picture)) for each in found.tiles],
        found.left_out,
        newest_papers(NOBODY, summaries=version_summaries(NOBODY, columns=["papers"])),
        [tables_told(each) for each in source_reports()],
    )


def tables_told(report):
    held = [(each.section.name, each.holdings.tables) for each in report.sections]
    return report.source.slug, report.counts, held


def plain(shown):
    return picture.Picture.of_json(shown.as_json())
