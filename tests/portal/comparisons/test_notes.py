"""What a comparison's page says of single figures: old prices, other results, costs."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from benchruns.models import InstanceClass, Result
from tests import published_database
from tests.benchruns.catalogue.needs.asked import repeats
from tests.factories import (
    EndpointFactory,
    InstanceClassFactory,
    PriceFactory,
    ResultFactory,
)
from tests.portal.api.rows import climbed
from tests.portal.engines.engine_pages.shown import charts_of, csv_of
from tests.portal.web.test_overview import text_of

pytestmark = pytest.mark.django_db
ALIBABA = "alibaba-cloud/mysql/rds.mysql."


@pytest.fixture(scope="module", autouse=True)
def published(django_db_setup, django_db_blocker):
    yield from published_database.loaded(django_db_blocker)


def compared(client, *codes, **words):
    classes = [f"{ALIBABA}{code}" for code in codes]
    response = client.get("/compare/", {"class": classes, **words})
    assert response.status_code == 200
    return response


def priced(code, **facts):
    instance_class = InstanceClass.objects.get(code=f"rds.mysql.{code}")
    return PriceFactory(instance_class=instance_class, **facts)


def test_an_old_price_says_so_at_each_figure_over_it(client):
    priced("m1.medium", amount="0.5", priced_on="2020-01-01")
    priced("c1.xlarge", amount="1.0", priced_on=timezone.now().date())

    page = compared(client, "m1.medium", "c1.xlarge", version="8.0")

    text = text_of(page)
    assert "Price USD / h 0.5 stale: 2020-01-01 1 +100.0 %" in text
    assert "3,731 stale: 2020-01-01 3,480" in text
    assert len(re.findall('class="[^"]*bb-stale"', page.content.decode())) == 3
    rows = csv_of(compared(client, "m1.medium", "c1.xlarge", format="csv"))
    days = next(row for row in rows if row["figure"] == "priced_on")
    assert days["column_1"] == "2020-01-01"


def test_a_median_says_of_how_many_repeats_it_is(client):
    one, other = InstanceClassFactory(), InstanceClassFactory()
    repeats(one, 2600, 3010, 2700)
    ResultFactory(instance_class=other, regime="disk_io", tps=2000)
    named = [f"{each.provider_id}/mysql/{each.code}" for each in (one, other)]

    text = text_of(client.get("/compare/", {"class": named}))

    assert re.search(r"TPS 2,700 .{0,10}median of 3 repeats 2,000", text)
    assert text.count("median of 3 repeats") == 1


def test_a_class_without_a_result_shows_its_price(client):
    provider = InstanceClass.objects.get(code="rds.mysql.c1.xlarge").provider
    never = InstanceClassFactory(provider=provider, code="rds.mysql.never")
    PriceFactory(instance_class=never, amount="0.25")

    text = text_of(compared(client, "c1.xlarge", "never"))

    assert re.search(r"Price USD / h – 0\.25", text)


def test_other_results_of_a_load_have_a_way_to_them(client):
    page = compared(client, "c1.xlarge", "c2.xlarge", version="5.6")

    html = page.content.decode()
    assert (
        '<a href="/classes/alibaba-cloud/mysql/rds.mysql.c1.xlarge/#results">'
        "1 other result"
    ) in html
    assert "1 other result of this class, version and load" in text_of(page)
    there = client.get("/classes/alibaba-cloud/mysql/rds.mysql.c1.xlarge/")
    assert 'id="results"' in there.content.decode()


def test_a_cost_of_leaving_the_cache_is_marked_where_more_than_the_data_differs(client):
    endpoint = EndpointFactory()
    size = InstanceClassFactory()
    for regime, threads in (("cached", 64), ("disk_io", 1)):
        ResultFactory(
            measured=True,
            visibility="public",
            endpoint=endpoint,
            owner=endpoint.owner,
            instance_class=size,
            regime=regime,
            threads=threads,
            tps=100 * threads,
        )

    response = client.get(
        "/compare/", {"class": f"{size.provider_id}/mysql/{size.code}"}
    )

    html = response.content.decode()
    row = re.search(r"<tr>\s*<th[^>]*>Cached over disk.*?</tr>", html, re.S)[0]
    assert "They were loaded by different numbers of threads" in row
    assert "bb-mark-caution" in row


def test_sweeps_of_other_work_share_no_plane(client, user):
    results = []
    for workload in ("oltp_read_write", "oltp_read_only"):
        sweep = climbed(user, threads=[1, 4], tps=[100, 300])
        own = Result.objects.filter(run__sweep=sweep)
        for place, result in enumerate(own.order_by("measured_at", "pk")):
            own.filter(pk=result.pk).update(
                workload=workload,
                threads=(1, 4)[place],
                latency_p95_ms=5,
                measured_at=result.measured_at + timedelta(seconds=place),
            )
        results.append(str(own.last().pk))
    client.force_login(user)

    page = client.get("/compare/", {"result": results, "view": "latency"})

    sweeps = [c for name, c in charts_of(page).items() if "-sweep-" in name]
    assert [len(chart["series"]) for chart in sweeps] == [1]


def test_a_result_that_stands_on_two_lines_is_to_be_repeated_once(client):
    page = client.get("/compare/", {"size": "4x16", "engine": "mysql"})

    names = [each.name for each in page.context["gaps"].repetitions]
    assert len(names) == 4
    assert not any("Different workloads" in name for name in names)


def published_row(code, **facts):
    found = Result.objects.get(
        instance_class__code=code, provenance="published", variant="", **facts
    )
    return f"result={found.pk}"


def of_mysql(code, regime):
    return published_row(
        code, engine_version="8.0", workload="oltp_read_write", regime=regime
    )


def test_rows_that_are_doubted_by_themselves_are_no_clean_comparison(client):
    rows = [of_mysql(f"rds.mysql.{size}.xlarge", "disk_io") for size in ("c1", "c2")]

    text = text_of(client.get(f"/compare/?{'&'.join(rows)}"))

    assert "In doubt: 2 results" in text
    assert "Comparable" not in text
    assert (
        "Labelled disk I/O, but the data (about 23 GB) fits in memory (32 GB)." in text
    )
    assert "fits in memory (64 GB)." in text


def test_a_row_in_doubt_beside_one_that_was_computed_otherwise_is_not_comparable(
    client,
):
    row = of_mysql("rds.mysql.c1.xlarge", "disk_io")
    printed = ResultFactory(
        measured=True, public=True, engine="mysql", engine_version="8.0",
        workload="oltp_read_write", regime="disk_io", tables=128, table_size=25_000,
        threads=64,
    )  # fmt: skip

    page = client.get(f"/compare/?{row}&result={printed.pk}")

    assert page.context["comparison"].judgement.in_doubt
    assert "<b>Comparable</b>" not in page.text
    assert " Comparable TPS" not in text_of(page)


def test_another_load_for_an_hour_is_a_different_test(client):
    hour = Result.objects.filter(
        workload="oltp_legacy", campaign__duration_seconds=3600
    )
    rows = [
        of_mysql("rds.mysql.c1.xlarge", "cached"),
        f"result={hour.order_by('pk')[0].pk}",
    ]

    text = text_of(client.get(f"/compare/?{'&'.join(rows)}"))

    assert "Different tests: workload, duration" in text
    assert "Comparable with" not in text
    assert "Comparable TPS" not in text


def test_different_tests_say_first_what_differs_and_what_would_make_them_one(client):
    hour = Result.objects.filter(
        workload="oltp_legacy", campaign__duration_seconds=3600
    )
    rows = [
        of_mysql("rds.mysql.c1.xlarge", "cached"),
        f"result={hour.order_by('pk')[0].pk}",
    ]

    page = client.get(f"/compare/?{'&'.join(rows)}")

    banner = re.search(r'id="verdict".*?class="bb-compare-notes"', page.text, re.S)[0]
    told = [mark.code for mark in page.context["banner"].shown]
    assert told.index("workload") < told.index("duration")
    first = banner.index("The workloads differ: OLTP read/write (")
    assert "Different tests:" in banner[:first]
    assert "same" not in banner[:first].partition("Different tests:")[2]
    assert "Repeat one of them with the other" in banner[first:]
    assert "To make it one test:" in banner[first:]
    assert banner[:first].rindex("bb-mark-bad") > banner.index("<ol")
    assert "conditions are the same" in text_of(page)
    # paper has no fold, and so not what it is called by
    assert "The same: statement mix" in text_of(page)


def test_of_different_tests_what_differs_beside_that_is_folded(client):
    hour = Result.objects.filter(
        workload="oltp_legacy", campaign__duration_seconds=3600
    )
    rows = [
        of_mysql("rds.mysql.c2.xlarge", "disk_io"),
        f"result={hour.order_by('pk')[0].pk}",
    ]

    page = client.get(f"/compare/?{'&'.join(rows)}")

    banner = page.context["banner"]
    codes = [mark.code for mark in banner.shown]
    assert codes[:2] == ["workload", "duration"]
    assert "regime_label" in codes  # a doubt of its own, as the verdict says
    assert {"storage", "client_machine"} <= {mark.code for mark in banner.beside}
    before, _fold, after = page.text.partition("more cautions")
    assert "The storage differs" not in before
    assert "The storage differs" in after
    assert "One measure" not in before.partition('id="verdict"')[2]


def test_what_is_folded_has_the_last_numbers(client):
    """A list of 1, 2, 3, 4 and 6 read as if a line of it were lost."""
    hour = Result.objects.filter(
        workload="oltp_legacy", campaign__duration_seconds=3600
    )
    apart = [
        of_mysql("rds.mysql.c2.xlarge", "disk_io"),
        f"result={hour.order_by('pk')[0].pk}",
    ]
    pages = [
        client.get(f"/compare/?{'&'.join(apart)}"),
        compared(client, "m1.medium", "c1.xlarge", version="5.6"),
    ]

    for page in pages:
        read = page.text.partition('id="verdict"')[2]
        numbers = [int(n) for n in re.findall(r'<li id="finding-(\d+)"', read)]
        assert len(numbers) > 1
        assert numbers == list(range(1, len(numbers) + 1))


def test_what_agrees_stands_on_a_line_of_its_own(client):
    rows = [of_mysql(f"rds.mysql.{size}.xlarge", "disk_io") for size in ("c1", "c2")]

    html = client.get(f"/compare/?{'&'.join(rows)}").content.decode()

    verdict = html.split('class="bb-compare-verdict"')[1].split("</div>")[0]
    assert "In doubt: 2 results" in verdict
    assert "statement mix" not in verdict
    assert "The same:" in html


def test_of_different_tests_none_is_best_and_percentages_are_greyed(client):
    hour = Result.objects.filter(
        workload="oltp_legacy", campaign__duration_seconds=3600
    )
    rows = [
        of_mysql("rds.mysql.c1.xlarge", "cached"),
        f"result={hour.order_by('pk')[0].pk}",
    ]

    apart = client.get(f"/compare/?{'&'.join(rows)}").content.decode()
    alike = [of_mysql(f"rds.mysql.{size}.xlarge", "cached") for size in ("c1", "c2")]

    assert "bb-compare-apart" in apart
    assert "of different tests, so it says nothing of the servers" in apart
    assert "(best)" not in apart
    together = client.get(f"/compare/?{'&'.join(alike)}").text
    assert "bb-compare-apart" not in together
    assert "(best)" in together


def test_the_end_of_support_is_a_note_by_its_number_and_no_way_to_a_fair_comparison(
    client,
):
    page = compared(client, "m1.medium", "c1.xlarge", version="5.6")

    told = [m for m in page.context["banner"].folded if m.code == "support_ended"]
    (mark,) = told
    summary = re.search(r"<summary>([^<]*notes?[^/].*?)</summary>", page.text, re.S)[1]
    assert f'<span class="bb-mark">{mark.number}</span>' in summary
    said = page.text[page.text.index(f'id="{mark.anchor}"') :]
    said = said[: said.index("</li>")]
    assert "Measure a release that is supported." in said
    assert "To make it fair" not in said
