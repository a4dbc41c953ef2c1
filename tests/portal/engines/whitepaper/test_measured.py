"""The white paper: lines of measured results, and for whom they are printed."""

from datetime import timedelta

from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchruns.models import Result
from benchruns.reports.engine import report
from benchruns.trends import exclusions
from tests.factories import UserFactory
from tests.portal.engines.whitepaper.printed import PAGE, repeats, words_of


def test_repeats_are_one_line_with_median_and_quartiles(client, db):
    owner = UserFactory()
    repeats(owner, [100.0, 104.0, 101.0, 102.0, 150.0], visibility="public")
    last = Result.objects.get(tps=150.0)
    exclusions.exclude(last.pk, by=owner, reason="a backup ran")

    (chapter,) = client.get(PAGE, {"format": "json"}).json()["chapters"]

    (row,) = chapter["measured"]["rows"]
    told = dict(zip(chapter["measured"]["columns"], row, strict=True))
    assert told["Repeats"] == "4"
    assert told["Median TPS"] == "102"
    assert told["Quartiles TPS"] == "101 – 102"
    assert told["Interquartile range TPS"] == "1.75"
    assert told["Left out"] == "150"


def test_three_repeats_have_no_quartiles(client, db):
    repeats(UserFactory(), [100.0, 104.0, 101.0], visibility="public")

    (told,) = measured_lines(client)

    assert (told["Repeats"], told["Median TPS"]) == ("3", "101")
    assert told["Quartiles TPS"] == told["Interquartile range TPS"] == "–"


def measured_lines(client):
    (chapter,) = client.get(PAGE, {"format": "json"}).json()["chapters"]
    columns, rows = chapter["measured"]["columns"], chapter["measured"]["rows"]
    return [dict(zip(columns, row, strict=True)) for row in rows]


def test_a_run_stands_in_one_line_alone_however_runs_follow_one_another(client, db):
    values = [1000, 1100, 1200, 1300, 1400]
    repeats(UserFactory(), values, apart=timedelta(hours=5), visibility="public")

    told = {(line["Repeats"], line["Median TPS"]) for line in measured_lines(client)}

    assert told == {("3", "1,100"), ("2", "1,350")}


def test_the_same_load_read_from_memory_and_from_the_disk_is_two_lines(client, db):
    made = repeats(UserFactory(), [300, 310, 290, 3000, 3010], visibility="public")
    disk = [result.pk for result in made[:3]]
    Result.objects.filter(pk__in=disk).update(regime="disk_io")

    told = {(line["Regime"], line["Median TPS"]) for line in measured_lines(client)}

    assert told == {("disk I/O", "300"), ("cached", "3,005")}


def test_own_results_are_in_the_owners_paper_and_marked(client, published):
    owner = UserFactory()
    repeats(owner, [98_765.0], visibility="private")

    anonymous = words_of(client.get(PAGE))
    client.force_login(owner)
    own = words_of(client.get(PAGE))

    assert "98,765" not in anonymous
    assert "98,765" in own
    assert "(yours, not public)" in own
    assert "1 result in it is not public" in own


def test_measured_rows_that_are_in_no_paper_are_told(client, db, monkeypatch):
    owner = UserFactory()
    repeats(owner, [100.0, 101.0, 102.0], visibility="public")
    told = "Vendor results and the newest measured ones; the API has all."
    assert client.get(PAGE, {"format": "json"}).json()["is_cut"] is False
    assert told not in words_of(client.get(PAGE))

    monkeypatch.setattr(report, "NEWEST_MEASURED", 2)

    assert client.get(PAGE, {"format": "json"}).json()["is_cut"] is True
    assert told in words_of(client.get(PAGE))
    assert "only the newest are in it and in its files" in words_of(client.get(PAGE))


def test_the_number_of_queries_does_not_grow_with_the_rows(client, db):
    owner = UserFactory()
    repeats(owner, [100.0], visibility="public")
    with CaptureQueriesContext(connection) as few:
        client.get(PAGE)
    repeats(owner, [100.0 + n for n in range(12)], visibility="public")
    with CaptureQueriesContext(connection) as many:
        client.get(PAGE)
    with CaptureQueriesContext(connection) as rows_alone:
        client.get(PAGE, {"format": "csv"})

    assert len(many) == len(few)
    assert len(rows_alone) < len(many)
