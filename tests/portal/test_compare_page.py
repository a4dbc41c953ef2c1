"""The page of a comparison: what it says, its links, its answers as files."""

import csv
import io
import json
import re
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.contrib.messages import get_messages
from django.utils import timezone

from benchruns import exclusions
from benchruns.models import (
    InstanceClass,
    KeptComparison,
    Price,
    Result,
    Sample,
    Series,
)
from portal.pages.compare_cells import in_words, signed_percent
from tests import published_once
from tests.factories import ResultFactory, UserFactory
from tests.portal.api.rows import climbed
from tests.portal.test_engine_pages import charts_of
from tests.portal.test_overview import text_of

pytestmark = pytest.mark.django_db
ALIBABA = "alibaba-cloud/mysql/rds.mysql."
THREE = [f"{ALIBABA}{code}" for code in ("m1.medium", "c1.xlarge", "c2.xlarge")]


@pytest.fixture(scope="module", autouse=True)
def published(django_db_setup, django_db_blocker):
    yield from published_once.loaded(django_db_blocker)


def compared(client, classes=THREE, **words):
    response = client.get("/compare/", {"class": classes, **words})
    assert response.status_code == 200
    return response


def links_of(response):
    """The addresses of a page by what their link says."""
    found = re.findall(
        r'<a [^>]*?href="([^"]+)"[^>]*>(.*?)</a>', response.content.decode(), re.S
    )
    strip = re.compile(r"<[^>]+>")
    return {
        strip.sub("", text).strip(): href.replace("&amp;", "&") for href, text in found
    }


def words_of(address):
    return parse_qsl(urlsplit(address).query)


def own_sweep(user, *, threads, tps):
    """A sweep whose rungs are series, as runs make them."""
    sweep = climbed(user, threads=threads, tps=tps)
    for result in Result.objects.filter(run__sweep=sweep).select_related("run"):
        count = result.run.parameters["threads"]
        series, _is_new = Series.objects.get_or_create(
            endpoint=sweep.endpoint,
            workload=result.workload,
            parameters_key=str(count),
            defaults={"parameters": {"threads": count}},
        )
        Result.objects.filter(pk=result.pk).update(
            threads=count, series=series, latency_p95_ms=count * 1.5, regime="cached"
        )
    return [
        Result.objects.filter(run__sweep=sweep, threads=count).order_by("pk")
        for count in threads
    ]


# What it says


def test_three_sizes_stand_side_by_side_with_what_makes_them_unfair(client):
    response = compared(client)

    text = text_of(response)
    assert "MySQL 8.0: m1.medium, c1.xlarge, c2.xlarge" in text
    assert "OLTP read/write, cached and disk I/O; Alibaba Cloud; 60 s" in text
    assert "6 published results" in text
    assert "Comparable with 1 caution" in text
    assert "1.43 × memory" in text
    assert "+261.2 %" in text
    assert "261.2 % more than the baseline" in text
    assert "−33.4 %" in text  # a true minus sign
    assert "Not stated, and so not compared" in text
    assert "Not testable" in text


def test_charts_of_one_unit_share_their_scale_and_the_baseline_is_dashed(client):
    charts = charts_of(compared(client))

    cached = charts["chart-oltp_read_write-cached"]
    disk = charts["chart-oltp_read_write-disk_io"]
    assert (cached["kind"], cached["baseline"]) == (
        "lying",
        pytest.approx(1865.63, 1e-5),
    )
    assert cached["limit"] == disk["limit"] == pytest.approx(6739.6)
    assert [series["style"] for series in disk["series"]] == ["disk_io"]
    assert cached["series"][0]["texts"] == ["1,866", "3,480", "6,740"]
    assert cached["source"]


def test_best_is_bold_and_so_are_ties_at_the_printed_precision(client):
    html = compared(client).content.decode()

    cost = re.search(r"<tr>\s*<th[^>]*>Cost of leaving.*?</tr>", html, re.S)[0]
    cells = re.findall(r'<td class="(n[^"]*)"[^>]*>([\d.]+)', cost)
    assert [(("f" in css.split()), text) for css, text in cells] == [
        (False, "1.84"),
        (True, "1.23"),
        (True, "1.23"),
    ]


def test_what_is_refused_shows_its_figure_without_percent_and_a_mark(client):
    mysql = published_once.row(
        code="rds.mysql.c1.xlarge",
        campaign__slug="alibaba-mysql-8.0-60s",
        regime="cached",
    )
    postgres = published_once.row(
        code="pg.x8.xlarge.2",
        workload="pgbench_read_write",
        hot_records=500_000_000,
    )

    response = client.get("/compare/", {"result": [str(mysql.pk), str(postgres.pk)]})

    text = text_of(response)
    assert "Not comparable on QPS" in text
    assert "58,140" in text
    assert "not comparable" in text
    chart = charts_of(response)["chart-all"]
    assert chart["series"][0]["values"] == [pytest.approx(3479.92), None]
    assert "Not on this axis" in chart["note"]


def test_a_larger_class_that_is_slower_is_marked_at_its_figure(client):
    word = "alibaba-cloud/sqlserver/rds.mssql."

    text = text_of(compared(client, [f"{word}c2.2xlarge", f"{word}c2.xlp2"]))

    assert "stays below the smaller" in text


def test_providers_of_one_size_stand_on_one_line_across_their_loads(client):
    response = client.get("/compare/", {"size": "8x32", "engine": "mysql"})

    text = text_of(response)
    assert "MySQL, 8 vCPU, 32 GB" in text
    assert (
        "Across loads: OLTP read/write (disk I/O), Legacy OLTP (regime not known)"
    ) in text
    assert (
        "Both count the 18 statements of a transaction and its BEGIN and COMMIT" in text
    )
    assert "−16.7 %" in text


@pytest.mark.parametrize(
    ("percent", "signed", "words"),
    [
        (86.54, "+86.5 %", "86.5 % more than the baseline"),
        (-33.4, "−33.4 %", "33.4 % less than the baseline"),
        (-0.04, "0.0 %", "as much as the baseline"),
        (1234.5, "+1,234.5 %", "1,234.5 % more than the baseline"),
        (None, "", ""),
    ],
)
def test_a_percentage_is_signed_and_said_in_words(percent, signed, words):
    assert signed_percent(percent) == signed
    assert in_words(percent) == words


def test_a_class_that_was_never_tested_does_not_hide_what_the_others_share(client):
    untested = f"{ALIBABA}never"
    InstanceClass.objects.create(
        provider_id="alibaba-cloud",
        engine="mysql",
        code="rds.mysql.never",
        vcpus=2,
        memory_gb=4,
    )

    text = text_of(compared(client, [*THREE, untested]))

    assert "MySQL 8.0: m1.medium, c1.xlarge, c2.xlarge, never" in text
    assert "rds.mysql.never has no result" in text


# Switches


def test_every_switch_is_a_link_that_keeps_the_rest(client):
    response = compared(client, scale="log", hide=THREE[2])

    href = links_of(response)["% only"]
    assert words_of(href) == [
        ("class", THREE[0]),
        ("class", THREE[1]),
        ("class", THREE[2]),
        ("hide", THREE[2]),
        ("show", "percent"),
        ("scale", "log"),
    ]
    assert charts_of(response)["chart-oltp_read_write-cached"]["is_log"]
    assert "c2.xlarge" in links_of(response)  # to show it again


def test_a_choice_that_would_show_nothing_says_why_and_leads_nowhere(client):
    response = compared(client)

    assert "Timeline" not in links_of(response)
    assert "Only measured runs have seconds" in response.content.decode()
    assert "Only measured runs have seconds" in text_of(
        compared(client, view="timeline")
    )


def test_relative_and_percent_say_their_formula(client):
    relative = text_of(compared(client, show="relative"))
    percent = text_of(compared(client, show="percent"))

    assert "figure / best of its line" in relative
    assert "0.28" in relative  # 1,866 / 6,740
    assert "(figure / figure of m1.medium − 1) × 100" in percent


def test_per_vcpu_and_per_gb_divide_the_speeds(client):
    assert (
        "421"
        in charts_of(compared(client, per="vcpu"))["chart-oltp_read_write-cached"][
            "series"
        ][0]["texts"]
    )
    assert (
        charts_of(compared(client, per="gb"))["chart-oltp_read_write-cached"]["unit"]
        == "TPS / GB"
    )


def test_the_scaling_view_has_efficiency_and_what_each_doubling_brought(client):
    response = compared(client, view="scaling")

    text = text_of(response)
    assert "c2.xlarge 16 6,740 421 90 1.94" in text
    chart = charts_of(response)["chart-scaling-oltp_read_write-cached"]
    assert chart["series"][0]["xs"] == [4, 8, 16]
    # On a log scale only its points say what is in step, no straight line
    assert chart["series"][1]["xs"] == [4, 8, 16]


def test_only_rows_that_differ_leaves_out_the_equal_ones(client):
    words = {"versions": ["5.7", "8.0"]}

    all_rows = text_of(compared(client, THREE[:1], **words))
    differing = text_of(compared(client, THREE[:1], only="differing", **words))

    assert "Max connections" in all_rows
    assert "Max connections" not in differing


def test_a_word_that_is_no_choice_is_told(client):
    assert "“radar” is no choice of “view”" in text_of(compared(client, view="radar"))


# Columns


def test_each_column_can_become_the_baseline_or_leave(client):
    html = compared(client).content.decode()

    baselines = re.findall(r'id="baseline-\d" href="([^"]+)"', html)
    removals = re.findall(r'bb-compare-remove" href="([^"]+)"', html)
    assert ("baseline", THREE[1]) in words_of(baselines[0].replace("&amp;", "&"))
    assert words_of(removals[0].replace("&amp;", "&")) == [
        ("class", THREE[1]),
        ("class", THREE[2]),
    ]


@pytest.mark.parametrize(
    "typed", ["rds.mysql.c2.xlarge", "mysql/rds.mysql.c2.xlarge", THREE[2]]
)
def test_a_class_is_added_by_its_code(client, typed):
    response = client.get("/compare/", {"class": THREE[:1], "add": typed})

    assert response.status_code == 302
    assert words_of(response.url) == [("class", THREE[0]), ("class", THREE[2])]


def test_a_result_is_added_by_its_address(client):
    row = ResultFactory()

    response = client.get("/compare/", {"add": f"https://a.example/results/{row.pk}/"})

    assert words_of(response.url) == [("result", str(row.pk))]


def test_what_cannot_be_added_is_told_and_changes_nothing(client):
    response = client.get("/compare/", {"class": THREE[:1], "add": "nosuch"})

    assert words_of(response.url) == [("class", THREE[0])]
    (message,) = get_messages(response.wsgi_request)
    assert "“nosuch”" in str(message)


def test_prices_give_a_line_per_price(client):
    for code, amount in (("m1.medium", "0.5"), ("c1.xlarge", "1.0")):
        Price.objects.create(
            instance_class=InstanceClass.objects.get(code=f"rds.mysql.{code}"),
            region="cn-hangzhou",
            term="on-demand",
            currency="USD",
            amount=amount,
            unit="hour",
            priced_on="2020-01-01" if code == "m1.medium" else timezone.now().date(),
            source="a list",
        )

    text = text_of(compared(client))

    assert "Price USD / h" in text
    assert "TPS / USD / h" in text
    assert "3,731" in text  # 1,866 / 0.5
    assert "Price USD / h 0.5 stale: 2020-01-01 1 +100.0 %" in text


def test_scaling_names_the_columns_that_it_leaves_out(client):
    small = f"{ALIBABA}t1.small"

    text = text_of(compared(client, [*THREE, small], view="scaling"))

    assert "Not in it: t1.small." in text


def test_one_column_alone_is_not_called_comparable(client):
    text = text_of(compared(client, [THREE[0], f"{ALIBABA}never"]))

    assert "Nothing to hold against each other yet" in text
    assert "Comparable" not in text


def test_a_picture_that_leaves_the_page_names_the_version_and_its_unit_once(client):
    charts = charts_of(compared(client))

    chart = charts["chart-oltp_read_write-cached"]
    assert chart["heading"] == "MySQL 8.0, OLTP read/write, cached"
    assert chart["unit"] == "TPS"


# Measured results


def test_repeats_get_a_verdict_boxes_and_a_form_to_repeat_them(client, user):
    few, many = own_sweep(
        user, threads=[8, 16], tps=[100, 101, 99, 100, 102, 200, 201, 199, 202, 198]
    )
    client.force_login(user)
    words = {"result": [str(few[0].pk), str(many[0].pk)]}

    text = text_of(client.get("/compare/", words))
    charts = charts_of(client.get("/compare/", {**words, "view": "repeats"}))

    assert "better 5 against 5 repeats; from" in text
    assert "2.000 × (1.9" in text
    boxes = next(c for c in charts.values() if c["unit"] == "TPS")["boxes"]
    assert sorted(boxes[0]["values"]) == [99, 100, 100, 101, 102]
    assert boxes[1]["quartiles"]["median"] == 200


def test_too_few_repeats_say_how_many_are_missing_and_offer_them(client, user):
    (few,), (many,) = own_sweep(user, threads=[8, 16], tps=[100, 200])
    client.force_login(user)

    response = client.get("/compare/", {"result": [str(few.pk), str(many.pk)]})

    assert "4 more needed" in text_of(response)
    href = links_of(response)["Repeat 5 times"]
    assert ("repetitions", "5") in words_of(href)
    Result.objects.filter(pk__in=[few.pk, many.pk]).update(visibility="public")
    client.force_login(UserFactory())
    others = client.get("/compare/", {"result": [str(few.pk), str(many.pk)]})
    assert "Repeat 5 times" not in links_of(others)
    assert few.endpoint.name not in others.content.decode()


def test_the_seconds_of_runs_lie_over_each_other(client, user):
    (few,), (many,) = own_sweep(user, threads=[8, 16], tps=[100, 200])
    for result in (few, many):
        Sample.objects.bulk_create(
            Sample(
                run=result.run, attempt=1, second=second, tps=100 + second, latency_ms=5
            )
            for second in range(-1, 301)
        )
    client.force_login(user)
    words = {"result": [str(few.pk), str(many.pk)]}

    timeline = charts_of(client.get("/compare/", {**words, "view": "timeline"}))
    latency = charts_of(client.get("/compare/", {**words, "view": "latency"}))

    (chart,) = timeline.values()
    assert [len(series["xs"]) for series in chart["series"]] == [150, 150]
    assert chart["series"][0]["xs"][:2] == [2, 4]  # means of two seconds
    assert chart["series"][0]["values"][0] == 101.5
    kinds = {name.split("-")[2] for name in latency}
    assert kinds == {"seconds", "sweep", "results"}
    sweep = next(c for name, c in latency.items() if "-sweep-" in name)
    assert [series["xs"] for series in sweep["series"]] == [[100, 200]]


def test_a_result_that_its_owner_left_out_is_told(client, user):
    (few,), (many,) = own_sweep(user, threads=[8, 16], tps=[100, 200])
    exclusions.exclude(many.pk, by=user, reason="A backup ran beside it.")
    client.force_login(user)

    text = text_of(client.get("/compare/", {"result": [str(few.pk), str(many.pk)]}))

    assert "A backup ran beside it." in text
    assert "left out by its owner" in text


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
    href = links_of(client.get("/engines/mysql/8.0/"))["Compare versions"]

    assert words_of(href)[0] == ("class", THREE[2])
    assert "MySQL 5.6, MySQL 5.7, MySQL 8.0" in text_of(client.get(href))


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
    assert float(tps["c2.xlarge"]) == 6739.6
    assert float(tps["c2.xlarge ratio"]) == pytest.approx(1.93671, abs=1e-5)
    ids = next(row for row in rows if row["figure"] == "result")
    assert Result.objects.get(pk=ids["c1.xlarge"]).instance_class.code.endswith(
        "c1.xlarge"
    )


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
