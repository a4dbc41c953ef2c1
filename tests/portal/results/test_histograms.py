"""The latency histogram of a result: on its pages, in the API, and beside others."""

from html import unescape

import pytest

from benchruns.models import Histogram, Result
from benchruns.trends import exclusions
from tests.benchruns.runs.watched import measure, series_with
from tests.factories import HistogramFactory, ResultFactory, RunFactory
from tests.portal.api.conftest import client_of
from tests.portal.comparisons.comparing import own_sweep
from tests.portal.engines.engine_pages.shown import charts_of
from tests.submission_factories import SubmittedResultFactory

pytestmark = pytest.mark.django_db

QUICK, SLOW = [[1_000, 999], [2_000, 1]], [[100_000, 1000]]


def text_of(answer):
    assert answer.status_code == 200
    return " ".join(unescape(answer.content.decode()).split())


def repeats(user, *buckets, **columns):
    """Results of one load on one day, each with its buckets; None has no histogram."""
    series = series_with(owner=user)
    found = [measure(series, 100.0, **columns)[0] for _each in buckets]
    Result.objects.filter(series=series).update(measured_at=found[0].measured_at)
    for result, each in zip(found, buckets, strict=True):
        if each:
            HistogramFactory(result=result, buckets=each)
    return found


def body_of(user, result):
    return client_of(user).get(f"/api/v1/results/{result.pk}/histogram/").json()


def percentile(body, wanted):
    return next(
        each["latency_ms"]
        for each in body["percentiles"]
        if each["percentile"] == wanted
    )


def test_the_api_has_each_bucket_with_percentiles(user):
    (result,) = repeats(user, [*QUICK])

    body = body_of(user, result)

    assert body["buckets"] == [
        {"latency_ms": 1.0, "count": 999},
        {"latency_ms": 2.0, "count": 1},
    ]
    assert (body["transactions"], body["counted_by"]) == (1000, "sysbench")
    assert percentile(body, 99.9) == 1.0
    assert body["repeats"] is None


def test_repeats_are_counted_together_and_no_percentile_is_averaged(user):
    quick, _slow, bare = repeats(user, QUICK, SLOW, None)

    found = body_of(user, quick)["repeats"]

    assert (found["results"], found["without_histogram"]) == (2, 1)
    assert found["transactions"] == 2000
    assert percentile(found, 50) == 2.0
    assert percentile(found, 75) == 100.0
    answer = client_of(user).get(f"/api/v1/results/{bare.pk}/histogram/")
    assert answer.status_code == 404


def test_a_repeat_that_is_left_out_is_not_counted(user):
    quick, slow = repeats(user, QUICK, SLOW)
    exclusions.exclude(slow.pk, by=user, reason="a backup ran")

    assert body_of(user, quick)["repeats"] is None


def test_others_read_that_of_a_public_result_alone(user, client):
    private = HistogramFactory().result
    public = HistogramFactory(
        result=ResultFactory(measured=True, visibility="public")
    ).result

    def status(result):
        return client.get(f"/api/v1/results/{result.pk}/histogram/").status_code

    assert (status(private), status(public)) == (404, 200)


def test_the_page_of_a_result_draws_its_curve_beside_its_repeats(page, user):
    quick, _slow = repeats(user, QUICK, SLOW)

    text = text_of(page.get(f"/results/{quick.pk}/"))

    assert "Latency by percentile" in text
    assert "1,000 transactions counted" in text
    assert text.count("<polyline") == 2
    assert "All repeats are the 2,000 transactions of 2 runs" in text
    assert "99.9 %" in text


def test_that_of_an_uploaded_report_is_drawn_likewise(page, user):
    result = SubmittedResultFactory(submission__owner=user)
    HistogramFactory(result=result, buckets=QUICK)

    text = text_of(page.get(f"/results/{result.pk}/"))

    assert "Latency by percentile" in text
    assert "1,000 transactions counted" in text
    assert body_of(user, result)["transactions"] == 1000


def test_the_page_of_a_run_draws_it_too_and_says_where_there_is_none(page, user):
    run = RunFactory(owner=user, succeeded=True)

    before = text_of(page.get(f"/runs/{run.pk}/"))
    HistogramFactory(result=run.result)
    after = text_of(page.get(f"/runs/{run.pk}/"))

    assert "No histogram of latencies is kept of this run." in before
    assert "100 transactions counted" in after
    assert "sysbench's histogram" in after


def test_a_log_of_a_sample_says_how_large_it_is(page, user):
    (result,) = repeats(user, QUICK)
    Histogram.objects.update(source="pgbench_log", share=0.25)

    text = text_of(page.get(f"/results/{result.pk}/"))

    assert "25 % of the transactions were logged." in text


def test_a_comparison_draws_them_on_one_chart(client, user):
    (few,), (many,) = own_sweep(user, threads=[8, 16], tps=[100, 200])
    HistogramFactory(result=few, buckets=QUICK)
    HistogramFactory(result=many, buckets=SLOW)
    client.force_login(user)

    words = {"result": [str(few.pk), str(many.pk)], "view": "latency"}
    charts = charts_of(client.get("/compare/", words))

    chart = next(c for key, c in charts.items() if "percentiles" in key)
    assert ["99 %"] in chart["labels"]
    place = chart["labels"].index(["99 %"])
    assert [series["values"][place] for series in chart["series"]] == [1.0, 100.0]


def test_a_column_without_one_is_told(client, user):
    (few,), (many,) = own_sweep(user, threads=[8, 16], tps=[100, 200])
    HistogramFactory(result=few, buckets=QUICK)
    client.force_login(user)

    words = {"result": [str(few.pk), str(many.pk)], "view": "latency"}
    charts = charts_of(client.get("/compare/", words))

    chart = next(c for key, c in charts.items() if "percentiles" in key)
    assert len(chart["series"]) == 1
    assert "1 column has none that can stand here." in chart["note"]
