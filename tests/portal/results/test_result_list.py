"""The list of all results: what its reader may see, filtered, sorted, and as a file."""

import csv
import re
from datetime import UTC, date, datetime
from itertools import combinations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchruns.models import Result, Run
from benchruns.reports.shelf.refresh import refresh
from portal.pages.results.selection import Selection
from tests.factories import InstanceClassFactory, ResultFactory, UserFactory
from tests.portal.runs.run_pages.measured import measured_run
from tests.portal.web.test_overview import text_of

PATH = "/results/"


def ids(page):
    assert page.status_code == 200
    return [line.row.id for line in page.context["lines"]]


def rows_of(page):
    """The words of each row of the table, by the id of its result."""
    ids(page)
    rows = page.content.decode().split("<tr")[2:]
    ids_ = [re.search(r'value="result:([\w-]+)"', row)[1] for row in rows]
    words = [" ".join(re.sub(r"<[^>]*>", " ", row).split()) for row in rows]
    return dict(zip(ids_, words, strict=True))


def csv_ids(page):
    return [row["id"] for row in csv.DictReader(page.content.decode().splitlines())]


def result(code, **facts):
    sold = InstanceClassFactory(code=code, engine=facts.get("engine", "mysql"))
    return ResultFactory(instance_class=sold, provider=sold.provider, **facts)


def measured(**facts):
    run = measured_run(owner=UserFactory())
    Result.objects.filter(pk=run.result.pk).update(**facts)
    return run


def test_a_reader_sees_what_is_public_and_an_owner_what_is_his(client, db):
    seen = result("seen", tps=1.0)
    run = measured()

    assert ids(client.get(PATH)) == [str(seen.pk)]
    client.force_login(UserFactory())
    assert ids(client.get(PATH)) == [str(seen.pk)]
    assert csv_ids(client.get(f"{PATH}?format=csv")) == [str(seen.pk)]
    client.force_login(run.owner)
    assert set(ids(client.get(PATH))) == {str(seen.pk), str(run.result.pk)}


def test_a_private_row_says_so_and_names_its_run_to_its_owner_alone(client, db):
    result("seen", tps=1.0)
    run = measured()
    Run.objects.filter(pk=run.pk).update(name="Before the tuning")

    client.force_login(UserFactory(is_staff=True))
    seen_by_staff = rows_of(client.get(PATH))
    client.force_login(run.owner)
    own = rows_of(client.get(PATH))

    assert [("private" in row) for row in seen_by_staff.values()].count(True) == 1
    assert "private" in own[str(run.result.pk)]
    assert "Before the tuning" in own[str(run.result.pk)]
    assert "Before the tuning" not in " ".join(seen_by_staff.values())
    Run.objects.filter(pk=run.pk).update(visibility="public")
    Result.objects.filter(run=run).update(visibility="public")
    assert "private" not in " ".join(rows_of(client.get(PATH)).values())
    client.force_login(UserFactory())
    assert "Before the tuning" not in " ".join(rows_of(client.get(PATH)).values())


def test_the_file_has_the_visibility_and_the_run_of_each_row(client, db):
    seen = result("seen", tps=1.0)
    run = measured()
    client.force_login(run.owner)

    lines = client.get(f"{PATH}?format=csv").content.decode().splitlines()

    found = {row["id"]: row for row in csv.DictReader(lines)}
    assert found[str(seen.pk)]["visibility"] == "public"
    assert found[str(seen.pk)]["run"] == ""
    assert found[str(run.result.pk)]["visibility"] == "private"
    assert found[str(run.result.pk)]["run"] == str(run.pk)


def test_versions_are_offered_as_other_pages_write_them(client, db):
    for engine, version in (
        ("sqlserver", "2012 EE"),
        ("sqlserver", "2008 R2"),
        ("postgresql", ""),
    ):
        result("seen", engine=engine, engine_version=version)

    page = client.get(f"{PATH}?version=2012-ee")

    (versions,) = [
        each for each in page.context["selection"].filters if each.name == "version"
    ]
    assert set(versions.choices) == {
        ("2012-ee", "2012 EE"),
        ("2008-r2", "2008 R2"),
        ("unstated", "not stated"),
    }
    assert page.context["page"].paginator.count == 1
    unknown = text_of(client.get(f"{PATH}?engine=sqlserver&version=7"))
    assert "2012 EE" in unknown.partition("Versions with results:")[2].partition(".")[0]


def test_the_file_writes_counts_and_bytes_as_whole_numbers(client, db):
    counted = result("counted", tps=1.5, transactions=5661264.0)
    sized = ResultFactory(tables=10, table_size=100_000, total_records=1_000_000)

    lines = client.get(f"{PATH}?format=csv").content.decode().splitlines()

    found = {row["id"]: row for row in csv.DictReader(lines)}
    assert found[str(counted.pk)]["transactions"] == "5661264"
    assert found[str(sized.pk)]["data_bytes"] == "240000000"
    assert found[str(sized.pk)]["data_bytes_is_estimate"] == "True"


@pytest.mark.parametrize(
    ("query", "columns"),
    [
        ("engine=mysql", {"engine": "mysql"}),
        ("engine=mysql&version=8.0", {"engine": "mysql", "engine_version": "8.0"}),
        ("version=unstated", {"engine_version": ""}),
        ("provider=huawei-cloud", {"provider": "huawei-cloud"}),
        ("provenance=published", {"provenance": "published"}),
        ("workload=oltp_read_write", {"workload": "oltp_read_write"}),
        ("regime=disk_io", {"regime": "disk_io"}),
        ("regime=null", {"regime": None}),
        ("class=C2.xlarge", {"instance_class__code__icontains": "c2.xlarge"}),
        ("doubt=no", {"doubt": ""}),
        ("engine=&regime=cached&doubt=", {"regime": "cached"}),
    ],
)
def test_a_filter_keeps_what_fits_on_the_page_and_in_the_file(
    client, published, query, columns
):
    page = client.get(f"{PATH}?{query}")
    file = client.get(f"{PATH}?{query}&format=csv")

    wanted = {
        str(pk) for pk in Result.objects.filter(**columns).values_list("pk", flat=True)
    }
    assert wanted
    assert page.context["page"].paginator.count == len(wanted)
    assert set(ids(page)) <= wanted
    assert set(csv_ids(file)) == wanted
    assert csv_ids(file)[: len(ids(page))] == ids(page)


def test_rows_in_doubt_are_found_and_carry_a_dagger(client, published):
    page = client.get(f"{PATH}?engine=mysql&doubt=yes")

    html = page.content.decode()
    found = Result.objects.filter(engine="mysql").exclude(doubt="")
    assert len(ids(page)) == found.count() > 0
    speeds = sum(value is not None for each in found for value in (each.tps, each.qps))
    regimes = found.filter(doubt="regime").count()
    assert html.count('class="bb-dagger"') == speeds + regimes >= found.count()


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("", "bca"), ("date", "acb"), ("-tps", "abc"), ("tps", "bac"),
        ("latency", "cab"), ("-latency", "acb"),
    ],
)  # fmt: skip
def test_a_list_is_sorted_and_what_is_not_known_comes_last(client, db, sort, order):
    made = {
        "a": result("a", tps=20.0, latency_p95_ms=9.0, published_on="2020-01-01"),
        "b": measured(
            tps=10.0, latency_p95_ms=None, visibility="public",
            measured_at=datetime(2024, 5, 1, tzinfo=UTC),
        ).result,
        "c": result("c", tps=None, latency_p95_ms=1.0, published_on="2022-01-01"),
    }  # fmt: skip

    page = client.get(PATH, {"sort": sort} if sort else {})

    names = {str(each.pk): name for name, each in made.items()}
    assert "".join(names[pk] for pk in ids(page)) == order


@pytest.mark.parametrize("sort", ["tps", "-tps", "qps", "-latency", "date", "-date"])
def test_pages_of_any_length_are_parts_of_one_order(rf, db, sort):
    for tps, day in ((3, date(2026, 1, 1)), (None, None), (1, None), (None, None)):
        ResultFactory(tps=tps, qps=tps, latency_p95_ms=tps, published_on=day)
    request = rf.get(PATH, {"sort": sort})
    request.user = AnonymousUser()
    selection = Selection(request)

    order = [each.pk for each in selection.results()]

    for first, last in combinations(range(7), 2):
        assert selection.keys()[first:last] == order[first:last]


def test_a_head_sorts_by_the_best_first_and_then_the_other_way_round(client, published):
    heads = client.get(f"{PATH}?engine=mysql&sort=-tps&page=1").context["sorts"]

    assert heads["tps"] == {"href": "?engine=mysql&sort=tps", "state": "descending"}
    assert heads["latency"] == {"href": "?engine=mysql&sort=latency", "state": ""}
    assert heads["qps"]["href"] == "?engine=mysql&sort=-qps"


def test_pages_go_on_with_the_same_selection(client, published):
    first = client.get(f"{PATH}?provenance=published&sort=-tps")
    second = client.get(f"{PATH}?provenance=published&sort=-tps&page=2")

    assert len(ids(first)) == 50
    assert not set(ids(first)) & set(ids(second))
    link = 'href="?provenance=published&amp;sort=-tps&amp;page=2"'
    assert link in first.content.decode()
    assert "51 to 100 of" in text_of(second)


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("engine=oracle", "There is no engine “oracle”. Known: mysql, mariadb, "),
        ("regime=warm", "There is no regime “warm”. Known: "),
        ("provenance=mine", "There is no provenance “mine”. Known: published, "),
        ("workload=ww", "There is no workload “ww”. Known: oltp_read_write, "),
        ("provider=nope", "There is no provider “nope”. Known: "),
        ("sort=colour", "There is no order “colour”."),
        ("doubt=maybe", "“doubt” is yes or no."),
        (
            "engine=mysql&version=9.9",
            "There is no result of MySQL 9.9. Versions with results: 8.0, 5.7, 5.6.",
        ),
        ("version=9.9", "There is no result of 9.9. Versions with results: 8.0, "),
        ("colour=red", "There is no filter “colour”."),
        ("engine=mysql&engine=mariadb", "Give “engine” once."),
        ("class=" + "x" * 200, "No class has so long a name."),
    ],
)
def test_what_an_address_has_wrong_is_said_and_lists_nothing(
    client, published, query, sentence
):
    page = client.get(f"{PATH}?{query}")

    assert page.status_code == 400
    assert sentence in text_of(page)
    assert page.context["lines"] == []


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("format=xml", "There is no format “xml”: ask for csv."),
        ("engine=xx&sort=y&format=csv", "There is no order “y”."),
    ],
)
def test_a_program_reads_what_is_wrong_as_plain_text(
    client, published, query, sentence
):
    answer = client.get(f"{PATH}?{query}")

    assert answer.status_code == 400
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert sentence in answer.content.decode()


def test_all_unknown_words_are_said_at_once(client, published):
    address = f"{PATH}?engine=oracle&workload=ww&provider=nope&version=9.9"

    text = text_of(client.get(address))

    assert text.count("Known:") == 3
    assert "There is no result of 9.9." in text


def test_what_a_choice_of_filters_has_wrong_is_shown_in_place_of_the_rows(
    client, published
):
    """A script puts in only what comes with 200, and only what is in ``#results``."""
    address = f"{PATH}?engine=postgresql&version=5.6"

    page = client.get(address, headers={"HX-Request": "true"})

    assert page.status_code == 200
    part = page.content.decode().partition('id="results"')[2]
    assert "There is no result of PostgreSQL 5.6." in part


def test_a_version_is_found_by_its_word_of_addresses(client, db):
    seen = result("seen", engine="sqlserver", engine_version="2019 SP1", tps=1.0)

    assert ids(client.get(f"{PATH}?version=2019-sp1")) == [str(seen.pk)]


def test_nothing_found_is_said(client, published):
    text = text_of(client.get(f"{PATH}?class=none-such"))

    assert "No result fits. Show all" in text


def test_each_row_can_be_ticked(client, published):
    html = client.get(f"{PATH}?engine=mysql&version=8.0").content.decode()

    ticked = re.findall(r'name="item"\s+value="result:([\w-]+)"', html)
    assert (
        len(ticked)
        == Result.objects.filter(engine="mysql", engine_version="8.0").count()
    )


@pytest.mark.django_db
def test_by_date_the_newest_comes_first_and_what_has_no_date_last(client):
    printed = ResultFactory(published_on=date(2020, 5, 1))
    undated = ResultFactory(published_on=None)
    measured = ResultFactory(measured=True, visibility="public")

    newest, oldest = (ids(client.get(f"{PATH}?sort={w}")) for w in ("-date", "date"))

    assert newest == [str(each.pk) for each in (measured, printed, undated)]
    assert oldest == [str(each.pk) for each in (printed, measured, undated)]


def test_the_number_of_queries_is_not_that_of_the_rows(client, published):
    counts = []
    refresh()
    for query in ("class=rds.mysql.c2.xlarge&regime=cached&version=8.0", ""):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.get(f"{PATH}?{query}")
        counts.append(len(queries))

    assert counts[1] <= counts[0] <= 8


def test_a_damaged_row_is_left_out_and_counted(client, published):
    damaged = Result.objects.filter(engine="mysql", engine_version="8.0").first()
    Result.objects.filter(pk=damaged.pk).update(variant="odd")

    page = client.get(f"{PATH}?engine=mysql&version=8.0")

    assert str(damaged.pk) not in ids(page)
    assert page.context["left_out"] == 1


@pytest.mark.parametrize("path", ["/", "/engines/", "/search/?q=mysql"])
def test_the_list_is_led_to(client, published, path):
    assert f'href="{PATH}"' in client.get(path).content.decode()


def test_a_program_that_asks_for_json_reads_a_problem(client, published):
    answer = client.get(f"{PATH}?engine=xx&format=json")

    told = answer.json()
    assert answer.status_code == told["status"] == 400
    assert answer["Content-Type"] == "application/problem+json"
    assert "There is no engine “xx”." in told["errors"][0]["message"]


def test_rows_that_differ_in_hot_records_are_told_apart(client, db):
    same = {"engine": "postgresql", "workload": "pgbench_read_only", "scale": 100}
    few = result("one", tps=1.0, hot_records=100_000, **same)
    many = result("two", tps=2.0, hot_records=10_000_000, **same)

    rows = rows_of(client.get(PATH))

    assert "0.1 M hot" in rows[str(few.pk)]
    assert "10 M hot" in rows[str(many.pk)]


def test_a_row_shows_the_figure_that_its_load_is_known_by(client, db):
    row = result("one", engine="sqlserver", workload="tpcc", tps=None, tpm=54_321.0)

    assert "54,321 TPM" in rows_of(client.get(PATH))[str(row.pk)]
