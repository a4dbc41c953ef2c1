"""The page of one result: every number's own address, its repeats, what is left out."""

from datetime import timedelta

import pytest

from benchruns.models import Exclusion, Result, Series
from benchruns.trends import exclusions
from portal.templatetags.results import class_url
from tests.benchruns.catalogue.needs.asked import OF_REGIME
from tests.examples import few_or
from tests.factories import (
    NOON,
    SHORT,
    EndpointFactory,
    InstanceClassFactory,
    ResultFactory,
    RunFactory,
    UserFactory,
)
from tests.portal.engines.engine_pages.shown import csv_of
from tests.portal.web.test_overview import text_of

REASON = "A backup ran beside it."


def url_of(result, action=""):
    return f"/results/{result.pk}/{action}"


def repeats_on(endpoint, *, tps, visibility="private"):
    series = Series.objects.create(
        endpoint=endpoint, workload="oltp_read_write", parameters={}, parameters_key="a"
    )
    return [
        ResultFactory(
            measured=True,
            owner=endpoint.owner,
            run=RunFactory(
                ended=True, state="succeeded", owner=endpoint.owner, endpoint=endpoint
            ),
            endpoint=endpoint,
            series=series,
            measured_at=NOON + timedelta(minutes=number),
            visibility=visibility,
            tps=value,
            derived={},
        )
        for number, value in enumerate(tps)
    ]


def test_a_repeat_in_doubt_is_marked_and_the_median_that_rests_on_it(client, db):
    endpoint = EndpointFactory()
    client.force_login(endpoint.owner)
    proven, doubted, excluded = repeats_on(endpoint, tps=[800, 900, 1000])
    Result.objects.filter(pk=excluded.pk).update(findings=[SHORT], doubt="figure")
    exclusions.exclude(excluded.pk, by=endpoint.owner, reason=REASON)

    def marks():
        html = client.get(url_of(proven)).content.decode()
        repeats = html[html.index('id="repeats"') : html.index("</tfoot>")]
        return html.count("bb-dagger"), repeats.count("bb-dagger")

    assert marks() == (1, 1)
    Result.objects.filter(pk=doubted.pk).update(findings=[SHORT], doubt="figure")
    # the other repeat, its median in the table and the one among the facts
    assert marks() == (4, 3)


def test_a_published_row_stands_with_source_formula_and_conditions(client, published):
    row = Result.objects.get(
        engine="mysql",
        engine_version="8.0",
        instance_class__code="rds.mysql.c2.xlarge",
        regime="cached",
    )

    answer = client.get(url_of(row))
    shown = text_of(answer)

    assert "as printed" in shown
    assert row.source.title in shown
    assert row.derived["tps"] in shown
    assert "128 tables × 25,000 rows" in shown
    assert "Not stated:" in shown
    links = answer.content.decode()
    assert f'href="/runs/new/?reproduce={row.pk}"' in links
    assert 'href="/classes/alibaba-cloud/mysql/rds.mysql.c2.xlarge/"' in links
    assert 'href="/engines/mysql/8.0/"' in links


def test_each_figure_and_the_regime_of_a_doubted_row_carry_the_sign(client, db):
    row = ResultFactory(tps=2_000, qps=40_000, latency_p95_ms=4, findings=[OF_REGIME])

    page = client.get(url_of(row)).content.decode()
    of_class = client.get(class_url(row.instance_class.class_key))

    facts, table = page.split('id="figures"')
    assert facts.count("bb-dagger") == 1 + facts.count('class="bb-figure"')
    # all but the measured time, which nobody doubts
    figures = table[: table.index("</table>")].count('<th scope="row">')
    assert table.count("bb-dagger") == figures - 1 > 2
    # the regime once more, below the name, where a phone has no column for it
    assert of_class.content.decode().count("bb-dagger") == 4


def test_every_published_row_has_its_page(client, published):
    """Few examples are one of each campaign, regime and load."""
    rows = list(Result.objects.order_by("pk"))
    assert len(rows) == 143
    kinds = {(row.campaign_id, row.regime, row.workload): row for row in rows}

    for row in few_or(rows, few=list(kinds.values())):
        assert client.get(url_of(row)).status_code == 200


def test_the_way_to_a_result_ends_in_load_class_and_day(client, db):
    row = ResultFactory(
        measured=True,
        visibility="public",
        instance_class=InstanceClassFactory(code="rds.mysql.c2.xlarge"),
    )

    html = client.get(f"/results/{row.pk}/").content.decode()

    day = f"{row.measured_at:%Y-%m-%d}"
    here = f'<li aria-current="page">OLTP read/write, c2.xlarge, {day}</li>'
    assert here in html


def test_a_result_that_may_not_be_seen_is_not_there(client, page):
    hidden = ResultFactory(measured=True)
    published = ResultFactory(visibility="private")

    for result in (hidden, published):
        assert page.get(url_of(result)).status_code == 404
        assert page.post(url_of(result, "exclude/")).status_code == 404


def test_repeats_stand_with_their_median_and_what_was_excluded(page, user):
    endpoint = EndpointFactory(owner=user, name="shop-db")
    results = repeats_on(endpoint, tps=[100, 110, 120, 130, 900])
    exclusions.exclude(results[4].pk, by=user, reason=REASON)

    answer = page.get(url_of(results[0]))
    shown = text_of(answer)

    assert [line.value for line in answer.context["repeats"]] == [
        "100",
        "110",
        "120",
        "130",
        "900",
    ]
    assert "median 115 TPS, interquartile range 108 to 122, all 100 to 130" in shown
    assert "<s>900</s>" in answer.content.decode()
    assert f"excluded: {REASON}" in shown
    assert f"by {user.username}" in shown


def test_three_repeats_have_no_quartiles(page, user):
    results = repeats_on(EndpointFactory(owner=user), tps=[100, 110, 120])

    shown = text_of(page.get(url_of(results[0])))

    assert "median 110 TPS, all 100 to 120" in shown
    assert "interquartile" not in shown


def test_the_owner_excludes_and_includes_again(page, user):
    (result,) = repeats_on(EndpointFactory(owner=user), tps=[100])

    left_out = page.post(url_of(result, "exclude/"), {"reason": REASON}, follow=True)
    assert "It counts in no median, no best figure and no trend." in text_of(left_out)
    assert REASON in text_of(left_out)
    twice = page.post(url_of(result, "exclude/"), {"reason": "Again."}, follow=True)
    assert f"{user.username} excluded it already" in text_of(twice)

    back = page.post(url_of(result, "include/"), follow=True)

    assert f"{REASON} excluded" in text_of(back)
    assert f"by {user.username} included again" in text_of(back)
    assert Result.objects.get().exclusion is None
    again = page.post(url_of(result, "include/"), follow=True)
    assert "It is not excluded." in text_of(again)


@pytest.mark.parametrize(
    ("reason", "problem"),
    [
        ("", "Fill this in."),
        (" ", "Say in some words why the result is left out."),
        ("x" * 501, "A reason has at most 500 characters; this one has 501."),
    ],
)
def test_a_wrong_reason_is_told_beside_its_field(page, user, reason, problem):
    (result,) = repeats_on(EndpointFactory(owner=user), tps=[100])

    answer = page.post(url_of(result, "exclude/"), {"reason": reason})

    assert problem in text_of(answer)
    assert not Exclusion.objects.exists()


def test_others_read_why_and_not_whose_hand_it_was(client, page, user):
    endpoint = EndpointFactory(owner=UserFactory(username="secret-owner"))
    endpoint.name = "secret-db"
    endpoint.save()
    results = repeats_on(endpoint, tps=[100, 120], visibility="public")
    exclusions.exclude(results[1].pk, by=endpoint.owner, reason=REASON)

    shown = text_of(page.get(url_of(results[1])))

    assert REASON in shown
    assert "by its owner" in shown
    assert "secret" not in shown
    assert "Include it again" not in shown
    refused = page.post(url_of(results[0], "exclude/"), {"reason": REASON})
    assert refused.status_code == 404


@pytest.mark.django_db
def test_a_change_needs_a_login(client):
    result = ResultFactory(measured=True, visibility="public")

    assert client.get(url_of(result, "exclude/")).status_code == 405
    assert "/login/" in client.post(url_of(result, "exclude/"))["Location"]
    assert not Exclusion.objects.exists()


def test_csv_and_json_hold_the_result_and_its_repeats(page, user):
    results = repeats_on(EndpointFactory(owner=user), tps=[100, 110, 120])
    exclusions.exclude(results[1].pk, by=user, reason=REASON)

    lines = csv_of(page.get(url_of(results[0], "?format=csv")))
    told = page.get(url_of(results[0], "?format=json")).json()

    assert [line["tps"] for line in lines] == ["100.0", "110.0", "120.0"]
    assert [line["exclusion_reason"] for line in lines] == ["", REASON, ""]
    assert told["result"]["figures"]["tps"] == 100
    assert [each["excluded"] is None for each in told["repeats"]] == [True, False, True]
    spread = told["spreads"]["tps"]
    assert (spread["median"], spread["q1"], spread["q3"]) == (110, None, None)
    assert page.get(url_of(results[0], "?format=xml")).status_code == 400


def test_excluded_results_lead_no_list_and_are_marked_in_each(page, user):
    results = repeats_on(EndpointFactory(owner=user), tps=[100, 9000])
    exclusions.exclude(results[1].pk, by=user, reason=REASON)

    version = page.get("/engines/mysql/8.0/?beside=none")
    home = page.get("/")

    for answer in (version, home):
        text = answer.content.decode()
        assert "<s>9,000</s>" in text
        assert f'title="{REASON}">excluded' in text
        assert f'href="{url_of(results[1])}"' in text
    facts = {fact.value for fact in version.context["report"].facts}
    assert 100 in facts
    assert 9000 not in facts
    tile = home.context["overview"].tiles[0]
    assert tile.picture.highest == 100


def test_the_number_of_queries_does_not_grow(
    page, user, django_assert_max_num_queries, django_assert_num_queries
):
    results = repeats_on(EndpointFactory(owner=user), tps=[100])
    page.get(url_of(results[0]))
    with django_assert_max_num_queries(13) as captured:
        page.get(url_of(results[0]))
    few = len(captured)
    series, endpoint = results[0].series, results[0].endpoint
    for number in range(12):
        ResultFactory(
            measured=True,
            owner=user,
            run=RunFactory(
                ended=True, state="succeeded", owner=user, endpoint=endpoint
            ),
            series=series,
            measured_at=NOON + timedelta(minutes=number),
        )

    with django_assert_num_queries(few):
        page.get(url_of(results[0]))
