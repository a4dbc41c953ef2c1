"""A sweep that ended on its page: curves, peak, table, doubts, how to repeat it."""

import json
import re

from django.utils import timezone

from benchruns.models import Attempt, Result, Run
from benchruns.runs import request as run_request
from benchruns.runs.request import RunRequest
from tests.factories import DataSetFactory, EndpointFactory, ResultFactory
from tests.portal.runs.sweep_pages.swept import (
    CLIMB,
    sweep_of,
    text_lines,
    text_of,
    url_of,
)


def chart_of(answer):
    body = answer.content.decode()
    start = body.index(">", body.index('id="sweep-data"')) + 1
    return json.loads(body[start : body.index("</script>", start)])


# One sweep --------------------------------------------------------------------------


def test_its_heading_and_its_peak_are_told_in_words(page, user):
    answer = page.get(url_of(sweep_of(user, CLIMB)))

    shown = text_of(answer)
    assert "OLTP read/write on shop-db, 1 to 16 threads, 3 repetitions" in shown
    assert "Peak 9,100 TPS at 16 threads (median of 3, 9,000 to 9,300)" in shown
    assert "The highest count won: try more." in shown
    assert "ladder=16+32+64" in shown
    assert "Not clearly above" not in shown


def test_at_a_fixed_rate_it_draws_what_was_offered_and_announces_no_peak(page, user):
    carried = {1: [980, 1000, 990], 8: [1000, 1005, 995], 16: ["failed"] * 3}
    answer = page.get(url_of(sweep_of(user, carried, rate=1000)))

    spec, shown = chart_of(answer), text_of(answer)
    assert (spec["offered"], spec["offered_text"]) == (1000, "1,000")
    assert not any(step["is_peak"] for step in spec["steps"])
    assert "offered: 1,000 TPS" in shown
    assert "Each step was offered 1,000 TPS: a fixed rate has no peak." in shown
    row = shown.partition("<tbody>")[2].partition("</tr>")[0]
    assert ">99.0</td>" in row
    assert "bb-diamond" not in answer.content.decode()


def test_without_a_rate_nothing_is_said_of_one(page, user):
    answer = page.get(url_of(sweep_of(user, CLIMB)))

    assert chart_of(answer)["offered"] is None
    assert "offered" not in text_of(answer).replace('"offered', "")


def test_every_repeat_is_a_point_and_the_peak_is_marked(page, user):
    spec = chart_of(page.get(url_of(sweep_of(user, CLIMB))))

    assert [step["threads"] for step in spec["steps"]] == [1, 8, 16]
    assert [step["is_peak"] for step in spec["steps"]] == [False, False, True]
    assert [dot["speed"] for dot in spec["steps"][1]["dots"]] == [8000, 8100, 7900]
    top = spec["steps"][2]
    assert (top["speed"]["lowest"], top["speed"]["highest"]) == (9000, 9300)
    assert top["latency"]["median"] == 6.5
    assert spec["style"] == "cached"


def test_the_table_has_all_that_the_charts_draw(page, user):
    sweep = sweep_of(user, {**CLIMB, 4: [4000, "failed", 4100]})

    answer = page.get(url_of(sweep))

    shown = text_of(answer)
    for figure in ("1,010", "990", "7,900", "9,300", "4,050"):
        assert f">{figure}<" in shown
    assert "server-bound" in shown
    assert ">3.3<" in shown  # 300 of 9,100 in percent
    assert [row.rung.threads for row in answer.context["rows"]] == [1, 4, 8, 16]
    for run in Run.objects.filter(sweep=sweep):
        assert f"/runs/{run.pk}/" in shown
    assert "bb-state-failed" in shown


def test_what_was_run_is_told_and_that_warm_up_does_not_count(page, user):
    sweep = sweep_of(user, CLIMB)
    DataSetFactory(
        endpoint=sweep.endpoint,
        server=sweep.runs.first().server,
        run=sweep.runs.first(),
        data_bytes=24_200_000,
        load_seconds=12.2,
        is_ready=True,
    )

    shown = text_of(page.get(url_of(sweep)))

    assert "4 tables of 25,000 rows, 23 MB, loaded in 12 s" in shown
    assert "10 s before each run, not counted in any figure" in shown
    assert "5 s before each run" in shown
    assert "<dt>Duration</dt><dd>60 s</dd>" in shown


def test_a_neighbour_whose_repeats_reach_into_the_peak_s_is_named(page, user):
    sweep = sweep_of(user, {4: [900, 950], 8: [1000, 1100], 16: [980, 1060]})

    shown = text_of(page.get(url_of(sweep)))

    assert "Not clearly above 16 threads" in shown
    assert "The highest count won" not in shown


def test_a_ladder_measured_once_says_that_chance_is_not_told(page, user):
    shown = text_of(page.get(url_of(sweep_of(user, {1: [100], 2: [300], 4: [200]}))))

    assert "Peak 300 TPS at 2 threads (one run)" in shown
    assert "only repetitions tell a peak from chance" in shown
    assert "repetitions=3" in shown


def test_a_peak_that_the_client_limited_says_so(page, user):
    sweep = sweep_of(user, CLIMB)
    Attempt.objects.update(evidence={"bottleneck": {"verdict": "client"}})

    shown = text_of(page.get(url_of(sweep)))

    assert "the load generator was the limit" in shown


def test_repetitions_of_one_count_have_no_peak_but_a_spread(page, user):
    answer = page.get(url_of(sweep_of(user, {8: [100, 104, 98]})))

    shown = text_of(answer)
    assert "OLTP read/write on shop-db, 8 threads, 3 repetitions" in shown
    assert "100 TPS at 8 threads (median of 3, 98 to 104), spread 6.0 %" in shown
    assert "TPS by repetition" in shown
    assert "The highest count won" not in shown


def test_clients_are_called_clients(page, user):
    sweep = sweep_of(
        user,
        {1: [1000], 8: [2000]},
        workload="pgbench_read_only",
        endpoint=EndpointFactory(owner=user, engine="postgresql"),
    )

    shown = text_of(page.get(url_of(sweep)))

    assert "1 to 8 clients" in shown
    assert "Peak 2,000 TPS at 8 clients" in shown


def test_without_a_percentile_there_is_one_chart(page, user):
    sweep = sweep_of(user, CLIMB)
    Result.objects.update(latency_p95_ms=None)

    shown = text_of(page.get(url_of(sweep)))

    assert 'data-sweep-chart="throughput"' in shown
    assert 'data-sweep-chart="latency"' not in shown


def test_its_figures_are_repeated_with_all_that_was_asked_for(page, user, published):
    row = Result.objects.filter(
        workload="oltp_read_write", engine="mysql", table_size=25_000, threads=64
    )[0]
    endpoint = EndpointFactory(owner=user, checked=True)
    asked = RunRequest(
        endpoint=endpoint,
        reproduces=row,
        scale_down=100,
        parameters={"prepared_statements": False},
        threads=[1, 2],
        settle_seconds=0,
        keeps_data_set=True,
        expected_regime=None,
    )
    sweep = run_request.start(run_request.settle(asked), owner=user).sweep
    finish(sweep, tps=[100, 200])

    answer = page.get(url_of(sweep))
    links = {doubt.remedy: doubt.url for doubt in answer.context["doubts"]}
    links["Repeat"] = answer.context["repeat_url"]

    assert list(links) == ["Repeat with 3 repetitions", "Sweep 2, 4, 8", "Repeat"]
    ladders = [[1, 2], [2, 4, 8], [1, 2]]
    for link, threads in zip(links.values(), ladders, strict=True):
        assert link in text_of(answer)
        draft = page.get(link).context["draft"]
        again = draft.settled
        assert again.request.reproduces == row
        assert again.request.keeps_data_set
        assert again.expected_regime is None
        assert again.parameters["prepared_statements"] is False
        assert again.parameters["table_size"] == 250
        assert (again.ladder.threads, again.ladder.settle_seconds) == (threads, 0)
        assert {d.name: d.kind for d in again.reproduction.differences} == {
            "table_size": "scaled",
            "prepared_statements": "overridden",
        }


def test_repetitions_of_one_count_are_repeated_without_a_ladder(page, user):
    endpoint = EndpointFactory(owner=user, checked=True)
    sweep = sweep_of(user, {8: [100, 104, 98]}, endpoint=endpoint)

    draft = page.get(page.get(url_of(sweep)).context["repeat_url"]).context["draft"]

    assert draft.settled.request.threads is None
    assert (draft.settled.ladder.threads, draft.settled.ladder.repetitions) == ([8], 3)


def finish(sweep, *, tps):
    now = timezone.now()
    sweep.runs.update(state="succeeded", started_at=now, finished_at=now)
    for run, value in zip(sweep.runs.order_by("sweep_position"), tps, strict=True):
        ResultFactory(measured=True, run=run, owner=run.owner, tps=value)


# Doubts, and what is near -----------------------------------------------------------


def test_what_is_doubted_of_a_repeat_stands_beside_its_verdict(page, user):
    sweep = sweep_of(user, {1: [1000], 2: [1900]})
    Attempt.objects.update(evidence={"bottleneck": {"verdict": "server"}})
    short = {
        "code": "short",
        "severity": "caution",
        "values": {"seconds": 4, "least": 60},
    }
    Result.objects.filter(run__sweep=sweep).update(findings=[short], doubt="figure")

    shown = text_of(page.get(url_of(sweep)))
    lines = text_lines(page.get(url_of(sweep, "repeats.csv")))
    repeats = page.get(f"/api/v1/sweeps/{sweep.pk}/").json()["points"][0]["repeats"]
    points = page.get(f"/api/v1/sweeps/{sweep.pk}/").json()["points"]

    listed = text_of(page.get("/sweeps/"))
    chart = page.get(url_of(sweep)).context["chart"]
    peak = page.get(f"/api/v1/sweeps/{sweep.pk}/").json()["peak"]

    marked = r"<span class=\"bb-dagger\""
    assert re.search(r"Peak 1,900 TPS at 2 threads \(one run\)" + marked, shown)
    # median, lowest, highest and the repeat that they are of
    assert len(re.findall("1,900" + marked, shown)) == 4
    assert "† In doubt, 1 of 1 repeats of the peak: " in shown
    assert re.search("1,900" + marked, listed)
    assert [step.speed.text for step in chart.steps] == ["1,000†", "1,900†"]
    assert peak["doubt"] == "figure"
    assert "server-bound; in doubt: only 4 s measured" in shown
    assert (lines[0][-1], lines[1][-1]) == ("doubts", "only 4 s measured")
    assert repeats[0]["doubts"] == ["only 4 s measured"]
    assert [point["doubt"] for point in points] == ["figure", "figure"]


def test_doubts_of_different_repeats_name_their_repeats(page, user):
    sweep = sweep_of(user, {1: [1000], 2: [1900, 1910, 1890, 1905, 1900]})
    Attempt.objects.update(evidence={"bottleneck": {"verdict": "server"}})

    def doubt(code, **values):
        return {"code": code, "severity": "caution", "values": values}

    unsteady = doubt("not_steady")
    for numbers, own in (
        ([2], [doubt("short", seconds=5, least=60), unsteady]),
        ([1, 3], [doubt("short", seconds=4, least=60), unsteady]),
        ([4], [unsteady]),
    ):
        rows = Result.objects.filter(run__sweep=sweep, run__repetition__in=numbers)
        rows.update(findings=own, doubt="figure")

    shown = text_of(page.get(url_of(sweep)))

    told = (
        "only 4 to 5 s measured (repetitions 1, 2, 3), "
        "throughput never settled (4 of 5 repetitions)"
    )
    assert f"server-bound; in doubt: {told}" in shown
    assert f"† In doubt, 4 of 5 repeats of the peak: {told}." in shown


def test_a_limit_is_said_as_the_pages_of_its_runs_say_it_and_shares_as_a_range(
    page, user
):
    sweep = sweep_of(user, {8: [100, 101, 102, 103, 104]})
    judged = {"verdict": "unclear", "reason": "other_programs"}
    Attempt.objects.update(evidence={"bottleneck": judged})
    for run, share in zip(
        sweep.runs.order_by("sweep_position"), (0.5, 0.47, 0.49, 0.51, 0.5), strict=True
    ):
        shared = {
            "code": "same_host",
            "severity": "caution",
            "values": {"programs_cpu": share, "server_cpu": 0.3},
        }
        Result.objects.filter(run=run).update(findings=[shared], doubt="figure")

    shown = text_of(page.get(url_of(sweep)))
    of_run = text_of(page.get(f"/runs/{sweep.runs.first().pk}/"))

    told = (
        "client and server shared a machine with other programs, which took 47 to 51 % "
        "of its CPU (all 5 repetitions)"
    )
    assert f"limited by the shared machine; in doubt: {told}" in shown
    assert "limit unclear" not in shown
    assert f"† In doubt, 5 of 5 repeats of the peak: {told}." in shown
    assert "limited by the shared machine" in of_run


def test_its_peak_leads_to_the_nearest_proven_vendor_rows(page, user):
    sweep = sweep_of(user, CLIMB)
    alone = text_of(page.get(url_of(sweep)))
    ResultFactory(doubted=True)
    proven = ResultFactory()
    typical = Result.objects.get(run__sweep=sweep, tps=9100)
    Result.objects.filter(run__sweep=sweep, tps=9000).update(doubt="figure")

    shown = text_of(page.get(url_of(sweep)))
    address = f"/results/{typical.pk}/beside-published/"

    assert "beside-published" not in alone
    assert f'href="{address}"' in shown
    assert page.get(address).url == (
        f"/compare/?result={typical.pk}&result={proven.pk}"
    )


# What it costs ----------------------------------------------------------------------


def test_the_page_costs_the_same_however_many_runs(
    page, user, django_assert_num_queries
):
    sweep = sweep_of(user, {threads: [threads] * 5 for threads in range(1, 9)})

    # session, user, notices, sweep, states, runs, attempts, data sets, vendor rows
    with django_assert_num_queries(10):
        page.get(url_of(sweep))
