"""Where a comparison is reached from, and how it leaves: files, frames, addresses."""

import csv
import io
import json
import re
from html import unescape
from urllib.parse import urlsplit

import pytest

from benchruns.models import (
    KeptComparison,
    Result,
    Run,
)
from tests import published_database
from tests.portal.comparisons.comparing import (
    ALIBABA,
    THREE,
    compared,
    links_of,
    own_sweep,
    words_of,
)
from tests.portal.engines.engine_pages.shown import charts_of, csv_of
from tests.portal.web.test_overview import text_of
from tests.submission_factories import SubmissionFactory, SubmittedResultFactory

pytestmark = pytest.mark.django_db
NOBODY = "00000000-0000-0000-0000-000000000000"


@pytest.fixture(scope="module", autouse=True)
def published(django_db_setup, django_db_blocker):
    yield from published_database.loaded(django_db_blocker)


# Ways in


def test_a_class_leads_to_its_neighbours_its_size_elsewhere_and_its_versions(client):
    links = links_of(client.get(f"/classes/{THREE[1]}/"))

    assert words_of(links["Compare with neighbours"]) == [("class", c) for c in THREE]
    assert words_of(links["Compare this size elsewhere"]) == [
        ("size", "8x32"),
        ("engine", "mysql"),
    ]
    assert words_of(links["Compare its versions"]) == [
        ("class", THREE[1]),
        ("versions", "5.6"),
        ("versions", "5.7"),
        ("versions", "8.0"),
    ]


def test_a_version_leads_to_its_largest_class_on_all_versions(client):
    href = links_of(client.get("/engines/mysql/8.0/"))["Largest class on all versions"]

    assert words_of(href)[0] == ("class", THREE[2])
    assert "MySQL 5.6, MySQL 5.7, MySQL 8.0" in text_of(client.get(href))


def test_two_buttons_of_a_version_say_two_things(client):
    text = text_of(client.get("/engines/mysql/8.0/"))

    assert "Compare with another version" in text
    assert "Put a version beside" not in text
    assert "Compare versions" not in text


def test_a_sweep_leads_to_its_loads(client, user):
    (few,), (many,) = own_sweep(user, threads=[8, 16], tps=[100, 200])
    client.force_login(user)

    href = links_of(client.get(f"/sweeps/{few.run.sweep_id}/"))["Compare its loads"]

    assert words_of(href) == [("result", str(few.pk)), ("result", str(many.pk))]


# Files, frames, permanent addresses


def test_the_table_leaves_as_csv_with_exact_figures(client):
    response = compared(client, THREE[1:], format="csv")

    rows = list(csv.DictReader(io.StringIO(response.content.decode())))
    tps = next(
        r for r in rows if (r["load"], r["figure"]) == ("oltp_read_write-cached", "tps")
    )
    assert (rows[0]["figure"], rows[0]["column_2"]) == ("name", "c2.xlarge")
    assert float(tps["column_2"]) == 6739.6
    assert float(tps["ratio_2"]) == pytest.approx(1.93671, abs=1e-5)
    ids = next(row for row in rows if row["figure"] == "result")
    assert Result.objects.get(pk=ids["column_1"]).instance_class.code.endswith(
        "c1.xlarge"
    )


def test_files_say_what_is_in_doubt_of_a_result_and_a_figure(client):
    load = "oltp_read_write-disk_io"

    parsed = json_of(compared(client, THREE[1:], format="json"))
    lines = csv_of(compared(client, THREE[1:], format="csv"))
    markdown = compared(client, THREE[1:], format="md").content.decode()

    for rows in (parsed, lines):
        told = {row["figure"]: row for row in rows if row["load"] == load}
        assert told["doubt"]["column_1"].startswith("† Labelled disk I/O, but")
        assert told["tps"]["doubt"] == "† c1.xlarge, c2.xlarge"
    cached = [row for row in lines if row["load"] == "oltp_read_write-cached"]
    assert not any(row["doubt"] for row in cached)
    assert "† Labelled disk I/O, but" in markdown


@pytest.mark.parametrize(
    "names", [("load", "doubt"), ("A ratio", "A"), ("unit", "column_1")]
)
def test_no_name_of_a_run_takes_the_column_of_another_figure(client, user, names):
    rungs = own_sweep(user, threads=[8, 16], tps=[100, 200])
    for (result,), name in zip(rungs, names, strict=True):
        Run.objects.filter(pk=result.run_id).update(name=name)
    client.force_login(user)
    words = {"result": [str(result.pk) for (result,) in rungs]}

    for read in (json_of, csv_of):
        word = "json" if read is json_of else "csv"
        lines = read(client.get("/compare/", {**words, "format": word}))
        tps = next(line for line in lines if line["figure"] == "tps")
        values = [float(tps[key]) for key in ("column_1", "column_2", "ratio_2")]
        assert values == [100, 200, 2]
        assert (tps["load"], tps["unit"]) == ("oltp_read_write-cached", "TPS")
        told = (lines[0]["column_1"], lines[0]["column_2"])
        assert told == names
    tsv = client.get("/compare/", {**words, "format": "tsv"}).content.decode()
    heads = tsv.splitlines()[0].split("\t")
    assert len(heads) == len(set(heads))


def json_of(response):
    return json.loads(response.content)


@pytest.mark.parametrize(
    ("word", "start"), [("tsv", "load\tfigure"), ("md", "| load"), ("json", '[{"load"')]
)
def test_the_table_leaves_as_text_too(client, word, start):
    assert compared(client, format=word).content.decode().startswith(start)


def test_json_honours_the_view(client):
    response = compared(client, THREE[1:], format="json", per="vcpu", only="differing")

    figures = {(row["load"], row["figure"]) for row in json.loads(response.content)}
    assert ("oltp_read_write-cached", "tps_per_vcpu") in figures
    assert ("oltp_read_write-cached", "tps") not in figures


def test_a_chart_leaves_as_a_picture_and_in_a_frame(client):
    chart = "chart-oltp_read_write-disk_io"
    picture = compared(client, format="svg", chart=chart)
    frame = client.get("/compare/embed/", {"class": THREE, "chart": chart})

    assert picture["Content-Type"] == "image/svg+xml"
    assert "5,457" in picture.content.decode()
    assert frame.status_code == 200
    assert "frame-ancestors *" in frame["Content-Security-Policy"]
    assert list(charts_of(frame)) == [chart]


@pytest.mark.parametrize("word", ["csv", "svg", "pdf"])
def test_a_file_of_nothing_says_so(client, word):
    response = client.get("/compare/", {"result": "nope", "format": word})

    assert response.status_code == 400
    assert "“nope” is no result's id" in response.content.decode()


@pytest.mark.parametrize("word", ["csv", "tsv", "md", "svg", "pdf", "docx"])
def test_a_file_names_every_word_that_it_would_leave_out(client, word):
    wrong = {"results": "x", "view": "radar", "pin": "x", "baseline": "x", "price": "x"}

    response = client.get("/compare/", {"class": THREE, "format": word} | wrong)

    assert response.status_code == 400
    assert response["Content-Type"].startswith("text/plain")
    told = response.content.decode().splitlines()
    named = [*wrong, "format"] if word == "docx" else [*wrong]
    assert sorted(line.partition(":")[0] for line in told) == sorted(named)


def test_a_file_for_programs_names_the_words_as_the_api_does(client):
    asked = {"class": THREE, "baseline": "x"}

    response = client.get("/compare/", asked | {"format": "json"})

    assert response.status_code == 400
    assert response["Content-Type"] == "application/problem+json"
    own = client.get("/api/v1/compare/", asked).json()
    assert response.json()["errors"] == own["errors"]


def test_a_page_with_mistakes_leads_to_files_of_what_it_shows(client):
    """The page says what it left out; its files are of the same address without it."""
    wrong = {
        "results": "x",
        "view": "radar",
        "baseline": "x",
        "price": "x",
        "hide": "x",
    }
    nobody = {"result": NOBODY, "size": "4x16"}
    gone = f"{ALIBABA}gone"

    page = compared(client, [*THREE, gone], **wrong, **nobody)

    assert len(page.context["problems"]) == len((*wrong, *nobody, gone))
    clean = compared(client).context
    assert page.context["formats"] == clean["formats"]
    assert page.context["pdf_href"] == clean["pdf_href"]
    drawn = re.findall(r'(?:src|href)="([^"]*format=svg[^"]*)"', page.content.decode())
    assert drawn
    for href in (*drawn, *(href for _word, href in page.context["formats"])):
        assert client.get(unescape(href)).status_code == 200, href


def test_a_comparison_is_kept_under_one_short_address(page):
    query = urlsplit(links_of(compared(page, scale="log"))["Bars"]).query

    first = page.post("/compare/keep/", {"query": query})
    again = page.post("/compare/keep/", {"query": query})

    assert first.status_code == 302
    assert first.url == again.url
    assert KeptComparison.objects.count() == 1
    shown = page.get(first.url)
    text = text_of(shown)
    assert "Permanent address" in text
    assert "MySQL 8.0: m1.medium, c1.xlarge, c2.xlarge" in text
    assert charts_of(shown)["chart-oltp_read_write-cached"]["is_log"]
    assert page.get(first.url, {"format": "csv"}).status_code == 200


def test_only_who_is_logged_in_keeps_and_nothing_is_not_kept(client, user):
    assert client.post("/compare/keep/", {"query": "size=4x16"}).url.startswith(
        "/login/"
    )
    assert client.get("/compare/keep/").status_code in (302, 405)
    client.force_login(user)
    for query in ("", "class=%00"):
        assert client.post("/compare/keep/", {"query": query}).url == "/compare/"
    assert not KeptComparison.objects.exists()
    assert client.get("/c/nosuchcode/").status_code == 404


def test_nothing_to_compare_says_what_to_do_with_examples_that_work(client):
    client.cookies["compare"] = "class%3A" + THREE[1].replace("/", "%2F").replace(
        ".", "%2E"
    )

    response = client.get("/compare/")

    text = text_of(response)
    assert "Tick classes in the catalogue" in text
    assert "c1.xlarge" in text
    examples = {
        href for href in links_of(response).values() if href.startswith("/compare/?")
    }
    assert len(examples) == 4  # three examples, and what is ticked
    for href in examples:
        assert "table-compare" in client.get(href).content.decode()


@pytest.mark.parametrize(
    "query",
    [
        "result=" + "9" * 300,
        "size=1e9x1e99&engine=mysql",
        "class=" + THREE[0] + "&view=&scale=",
        "class=" + THREE[0] + "&hide=" + "x" * 500,
        "pin=x&class=" + THREE[0],
        "price=USD&class=" + THREE[0],
        "add=%ED%A0%80",
    ],
)
def test_hostile_words_are_told_and_harm_nothing(client, query):
    assert client.get(f"/compare/?{query}").status_code in (200, 302)


@pytest.mark.cases_in_turn
@pytest.mark.parametrize("view", ["bars", "scaling", "latency", "timeline", "repeats"])
def test_the_number_of_queries_does_not_grow_with_the_columns(
    client, user, django_assert_max_num_queries, view
):
    results = own_sweep(user, threads=list(range(1, 13)), tps=list(range(1, 13)))
    client.force_login(user)
    limit = 16
    for count in (2, 12):
        words = {"result": [str(each[0].pk) for each in results[:count]], "view": view}
        with django_assert_max_num_queries(limit) as seen:
            client.get("/compare/", words)
        limit = len(seen)  # twelve take no more than two


def not_current(status):
    accepted = SubmissionFactory(accepted=True)
    result = SubmittedResultFactory(submission=accepted, status=status, tps=7771.0)
    return [str(result.pk), str(SubmittedResultFactory(tps=50.0).pk)]


@pytest.mark.parametrize("status", ["withdrawn", "superseded"])
@pytest.mark.parametrize("word", ["csv", "tsv", "md", "json"])
def test_a_table_that_leaves_says_what_is_not_current(client, status, word):
    shown = client.get("/compare/", {"result": not_current(status), "format": word})

    lines = shown.content.decode().splitlines()
    told = next(line for line in lines if "status" in line)
    assert status in told
    assert "current" in told


@pytest.mark.parametrize("status", ["withdrawn", "superseded"])
def test_a_picture_and_a_frame_say_what_is_not_current(client, status):
    results = not_current(status)

    picture = client.get("/compare/", {"result": results, "format": "svg"})
    frame = client.get("/compare/embed/", {"result": results})

    assert f"({status})" in picture.content.decode()
    assert f"({status})" in text_of(frame)


def test_what_is_current_is_not_told(client):
    results = [str(SubmittedResultFactory(tps=tps).pk) for tps in (40.0, 50.0)]

    table = client.get("/compare/", {"result": results, "format": "csv"})
    frame = client.get("/compare/embed/", {"result": results})

    assert "status" not in table.content.decode()
    assert "Not current" not in text_of(frame)
