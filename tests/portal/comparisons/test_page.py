"""The page of a comparison: what it says, its switches and columns."""

import re

import pytest
from django.contrib.messages import get_messages
from django.utils import timezone

from benchruns.models import (
    InstanceClass,
    Price,
)
from portal.pages.comparisons.cells import in_words
from tests import published_database
from tests.factories import InstanceClassFactory, ProviderFactory, ResultFactory
from tests.portal.comparisons.comparing import (
    ALIBABA,
    THREE,
    compared,
    links_of,
    words_of,
)
from tests.portal.engines.engine_pages.shown import charts_of
from tests.portal.web.test_overview import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def published(django_db_setup, django_db_blocker):
    yield from published_database.loaded(django_db_blocker)


# What it says


def test_three_sizes_stand_side_by_side_with_what_makes_them_unfair(client):
    response = compared(client)

    text = text_of(response)
    assert "MySQL 8.0: m1.medium, c1.xlarge, c2.xlarge" in text
    assert "OLTP read/write, cached and disk I/O; Alibaba Cloud; 60 s" in text
    assert "6 vendor results" in text
    assert "In doubt: 2 results" in text
    assert "1.43 × memory" in text
    assert "3.6 times" in text
    assert "3.6 times the baseline" in text
    assert "+86.5 %" in text
    assert "86.5 % more than the baseline" in text
    assert "−33 %" in text  # a true minus sign, of a figure in doubt
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


def test_best_is_bold(client):
    html = compared(client).content.decode()

    speed = re.search(r"<tr>\s*<th[^>]*>\s*Transactions .*?</tr>", html, re.S)[0]
    cells = re.findall(r'<td\s+class="([^"]*)"[^>]*>\s*<a[^>]*>([\d,]+)<', speed)
    assert [(("f" in css.split()), text) for css, text in cells] == [
        (False, "1,866"),
        (False, "3,480"),
        (True, "6,740"),
    ]


def test_what_is_refused_shows_its_figure_without_percent_and_a_mark(client):
    mysql = published_database.row(
        code="rds.mysql.c1.xlarge",
        campaign__slug="alibaba-mysql-8.0-60s",
        regime="cached",
    )
    postgres = published_database.row(
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
        "Different workloads: OLTP read/write (disk I/O) vs Legacy OLTP (regime unknown)"
    ) in text
    assert (
        "Both count the 18 statements of a transaction and its BEGIN and COMMIT" in text
    )
    assert "−17 %" in text  # of figures in doubt


@pytest.mark.parametrize(
    ("percent", "words"),
    [
        (86.54, "86.5 % more than the baseline"),
        (-33.4, "33.4 % less than the baseline"),
        (-0.04, "as much as the baseline"),
        (1233.3, "13.3 times the baseline"),
    ],
)
def test_a_change_from_the_baseline_is_said_in_words(percent, words):
    assert in_words(percent) == words


def test_what_is_in_doubt_is_said_in_whole_percent():
    assert in_words(86.54, is_doubted=True) == "87 % more than the baseline"
    assert in_words(0.4, is_doubted=True) == "as much as the baseline"


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
    assert (
        "Only measured and submitted results have seconds" in response.content.decode()
    )
    assert "Only measured and submitted results have seconds" in text_of(
        compared(client, view="timeline")
    )


def test_relative_and_percent_say_their_formula(client):
    relative = text_of(compared(client, show="relative"))
    percent = text_of(compared(client, show="percent"))

    assert "figure / best of its line" in relative
    assert "0.28" in relative  # 1,866 / 6,740
    assert "(figure / figure of m1.medium − 1) × 100" in percent
    assert "times = figure / figure of m1.medium" in percent


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


def test_a_size_in_doubt_is_marked_in_the_scaling_chart(client):
    charts = charts_of(compared(client, view="scaling"))

    disk = next(c for c in charts.values() if "disk" in c["id"])
    tested, ideal = disk["series"]
    assert len(tested["doubts"]) == len(tested["values"])
    assert any("fit" in doubt for doubt in tested["doubts"])
    assert ideal["doubts"] == []
    assert "regime or method in doubt" in [item["label"] for item in disk["legend"]]


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
    "typed", ["rds.mysql.c2.xlarge", "mysql/rds.mysql.c2.xlarge", THREE[2], "c2.xlarge"]
)
def test_a_class_is_added_by_its_code_or_as_charts_name_it(client, typed):
    response = client.get("/compare/", {"class": THREE[:1], "add": typed})

    assert response.status_code == 302
    assert words_of(response.url) == [("class", THREE[0]), ("class", THREE[2])]


@pytest.mark.parametrize(
    "typed", ["4C/16G", "acme/mysql/4C/16G", "acme/mysql/4C~2F16G"]
)
def test_a_code_may_hold_a_slash_where_it_is_typed(client, typed):
    InstanceClassFactory(provider=ProviderFactory(slug="acme"), code="4C/16G")
    InstanceClassFactory(code="16G")

    response = client.get("/compare/", {"add": typed})

    assert words_of(response.url) == [("class", "acme/mysql/4C~2F16G")]


def test_a_result_is_added_by_its_address(client):
    row = ResultFactory()

    response = client.get("/compare/", {"add": f"https://a.example/results/{row.pk}/"})

    assert words_of(response.url) == [("result", str(row.pk))]


def test_a_class_beside_a_result_leaves_that_the_baseline(client):
    """Classes stand first: all figures would have been set against the one just added."""
    row = ResultFactory()

    response = client.get("/compare/", {"result": row.pk, "add": "rds.mysql.c1.xlarge"})

    assert ("baseline", str(row.pk)) in words_of(response.url)
    comparison = client.get(response.url).context["comparison"]
    assert comparison.entries[comparison.baseline].key == str(row.pk)


def test_of_classes_that_charts_name_alike_each_is_named(client):
    provider = ProviderFactory(slug="acme")
    for code in ("rds.mysql.z9.large", "db.z9.large"):
        InstanceClassFactory(provider=provider, code=code)

    response = client.get("/compare/", {"add": "z9.large"})

    (message,) = get_messages(response.wsgi_request)
    assert "acme/mysql/rds.mysql.z9.large" in str(message)
    assert "acme/mysql/db.z9.large" in str(message)


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

    assert "Nothing to compare yet" in text
    assert "Comparable" not in text


def test_a_picture_that_leaves_the_page_names_the_version_and_its_unit_once(client):
    charts = charts_of(compared(client))

    chart = charts["chart-oltp_read_write-cached"]
    assert chart["heading"] == "MySQL 8.0, OLTP read/write, cached"
    assert chart["unit"] == "TPS"
