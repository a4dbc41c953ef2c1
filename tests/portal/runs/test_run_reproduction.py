"""The page of a run that repeats a published row, and where such runs are marked."""

import io
from html import unescape

import pytest
from pypdf import PdfReader

from benchruns.models import Result, Run
from benchruns.runs import request as run_request
from benchruns.runs.request import RunRequest
from tests.factories import (
    NOON,
    SHORT,
    AttemptFactory,
    DataSetFactory,
    EndpointFactory,
    ResultFactory,
    RunFactory,
    SampleFactory,
    UserFactory,
)
from tests.portal.web.test_overview import text_of


@pytest.fixture
def endpoint(user):
    return EndpointFactory(owner=user, name="shop-db", engine="mariadb", checked=True)


@pytest.fixture
def row(published):
    rows = Result.objects.filter(workload="oltp_read_write", engine_version="8.0")
    return rows.filter(regime="cached").order_by("-vcpus")[0]


@pytest.fixture
def run(user, endpoint, row):
    """Queued: the row scaled down to a hundredth, for 3 s."""
    return started(endpoint, row, scale_down=100, parameters={"duration_seconds": 3})


def started(endpoint, row, **asked):
    settled = run_request.settle(RunRequest(endpoint=endpoint, reproduces=row, **asked))
    return run_request.start(settled, owner=endpoint.owner)


def finish(run, **figures):
    Run.objects.filter(pk=run.pk).update(
        state="succeeded", attempt=1, started_at=NOON, finished_at=NOON
    )
    run.refresh_from_db()
    AttemptFactory(run=run, succeeded=True)
    return ResultFactory(
        measured=True,
        run=run,
        owner=run.owner,
        endpoint=run.endpoint,
        reproduces=run.reproduces,
        engine="mariadb",
        engine_version="10.11",
        parameters=run.parameters,
        threads=64,
        **{"tps": 6712.0, "qps": 134_240.0, **figures},
    )


def plain(answer):
    assert answer.status_code == 200
    return unescape(text_of(answer))


def test_before_it_has_a_result_it_says_what_it_reproduces(page, run):
    text = plain(page.get(f"/runs/{run.pk}/"))

    assert "It reproduces" in text
    assert "6,740 TPS" in text
    assert "Rows a table scaled 25,000 250" in text
    assert "Duration changed 60 3 Given instead of the vendor's value." in text
    assert "Beside the vendor's row" not in text


def test_a_regime_as_published_is_told_from_the_one_planned_and_the_one_measured(
    page, endpoint, published
):
    rows = Result.objects.filter(workload="oltp_read_write", engine_version="8.0")
    row = rows.filter(regime="disk_io").order_by("-vcpus")[0]
    run = started(endpoint, row, scale_down=1000)
    form = f"/runs/new/?reproduce={row.pk}&scale_down=1000"

    assert "The vendor's label is disk I/O; planned here as cached," in plain(
        page.get(form)
    )
    waiting = plain(page.get(f"/runs/{run.pk}/"))
    assert "vendor's label disk I/O ; planned here as cached" in waiting
    assert "predicted" not in waiting
    finish(run, regime="cached")
    ended = plain(page.get(f"/runs/{run.pk}/"))
    assert "vendor's label disk I/O ; measured here as cached" in ended


def test_a_regime_of_one_s_own_choice_is_expected_not_published(page, endpoint, row):
    run = started(endpoint, row, scale_down=100, expected_regime="disk_io")

    shown = plain(page.get(f"/runs/{run.pk}/"))

    assert "expected disk I/O ; planned here as cached" in shown
    assert "vendor's label disk" not in shown


def test_its_figures_stand_beside_the_published_ones(page, run):
    finish(run)

    text = plain(page.get(f"/runs/{run.pk}/"))

    assert "99.6 % of the vendor's 6,740 TPS" in text
    assert "Transactions TPS 6,712 6,740 0.996" in text
    assert "Statements QPS 134,240 134,792 0.996" in text
    assert "Rows a table scaled 25,000 250" in text


def test_a_ratio_that_was_missed_is_said_where_it_was_promised(
    page, endpoint, published
):
    rows = Result.objects.filter(workload="oltp_read_write", engine_version="8.0")
    row = rows.filter(regime="disk_io").order_by("-vcpus")[0]
    run = started(endpoint, row, match_ratio=True)
    sized = "Sized so that data over buffer stays as in the paper"
    buffer_bytes = endpoint.last_check.server["buffer_bytes"]
    assert sized in plain(page.get(f"/runs/{run.pk}/"))

    finish(run, buffer_bytes=buffer_bytes, data_bytes=3 * buffer_bytes)

    text = plain(page.get(f"/runs/{run.pk}/"))
    (told,) = page.get(f"/api/v1/runs/{run.pk}/").json()["reproduction"]["differences"]
    assert sized not in text
    assert "Data over buffer came to 3, by what the server reports" in text
    assert told["why"] in text


def test_a_figure_in_doubt_is_marked_beside_the_vendor_s(page, run):
    finish(run, findings=[SHORT])

    text = plain(page.get(f"/runs/{run.pk}/"))

    assert "Transactions TPS 6,712 † in doubt 6,740 0.996 † in doubt" in text


def test_a_ratio_is_in_doubt_with_the_vendor_s_figure_alone(page, run, row):
    Result.objects.filter(pk=row.pk).update(findings=[SHORT], doubt="figure")
    finish(run)

    text = plain(page.get(f"/runs/{run.pk}/"))

    assert "Transactions TPS 6,712 6,740 † in doubt 0.996 † in doubt" in text


def test_the_headline_marks_a_vendor_s_figure_in_doubt_and_says_why(page, run, row):
    Result.objects.filter(pk=row.pk).update(findings=[SHORT], doubt="figure")
    finish(run)
    words = "100 % of the vendor's 6,740† TPS; † the vendor's is in doubt: only 4 s measured"

    html = unescape(page.get(f"/runs/{run.pk}/").content.decode())
    verdict, _rest = html.split('id="verdict"')[1].split("</p>", 1)
    paper = PdfReader(io.BytesIO(page.get(f"/runs/{run.pk}/pdf/").content))
    lead = " ".join(paper.pages[0].extract_text().split())

    assert words in verdict
    assert words in lead


def test_the_vendor_s_row_stands_above_the_charts_and_the_conditions_below(page, run):
    finish(run)
    SampleFactory(run=run, attempt=1)

    html = page.get(f"/runs/{run.pk}/").content.decode()

    assert html.count('id="reproduction"') == 1
    assert (
        html.index('id="reproduction"')
        < html.index('id="throughput-heading"')
        < html.index('id="conditions-heading"')
    )


def test_one_of_scaled_data_has_its_reason_in_the_verdict_and_no_ratio(page, run):
    """A hundredth of the data in 3 s on a laptop: 1.21 % of the vendor's says nothing."""
    finish(run, tps=81.5, qps=1_630.0, table_size=250, duration_s=3)

    html = page.get(f"/runs/{run.pk}/").content.decode()
    text = plain(page.get(f"/runs/{run.pk}/"))
    verdict, _rest = html.split('id="verdict"')[1].split("</p>", 1)
    home = page.get("/")

    assert (
        "another test than the vendor's 6,740 TPS: MariaDB 10.11 instead of MySQL 8.0"
    ) in unescape(verdict)
    assert "32,000 rows instead of 3,200,000" in unescape(verdict)
    assert "0.012" not in verdict
    assert "Transactions TPS 81.5 6,740 – " in text
    assert "0.012" not in text
    assert "No ratio is given: it would say nothing of the server." in text
    assert [each.of_published for each in home.context["overview"].newest] == [None]


def test_conditions_that_differ_come_before_those_that_are_the_same(page, run):
    finish(run)

    answer = page.get(f"/runs/{run.pk}/")

    lines = answer.context["beside"].conditions
    states = [line.state for line in lines]
    assert states == sorted(states, key=["differs", "unknown", "same"].index)
    assert {"differs", "unknown", "same"} == set(states)
    assert "Engine MariaDB MySQL differs" in plain(answer)
    assert "Threads 64 64 same" in plain(answer)
    estimates = [line for line in lines if line.label in ("Data", "Data over buffer")]
    assert [line.published[:6] for line in estimates] == ["about "] * 2
    assert not any("about" in line.here for line in estimates)


def test_another_load_gets_no_verdict(page, endpoint, row):
    run = started(endpoint, row, scale_down=100, parameters={"skip_trx": True})
    finish(run, variant="no_transactions")

    text = plain(page.get(f"/runs/{run.pk}/"))

    assert "% of the vendor's" not in text
    assert (
        "“without BEGIN and COMMIT”, and the vendor's is “the workload's own load”"
        in text
    )
    assert text.count("There is no ratio, because the loads differ") == 1
    assert "Transactions TPS 6,712 6,740 –" in text


def test_it_leads_into_a_comparison_that_begins_with_what_it_reproduces(page, run, row):
    result = finish(run)

    address = f"/results/{result.pk}/beside-published/"

    assert f'href="{address}"' in page.get(f"/runs/{run.pk}/").content.decode()
    assert page.get(address).url.startswith(
        f"/compare/?result={result.pk}&result={row.pk}&"
    )


@pytest.mark.parametrize("state", ["running", "failed", "cancelled"])
def test_one_without_a_result_says_what_it_is_to_reproduce(page, user, row, state):
    run = RunFactory(**{state: True}, owner=user, reproduces=row)

    assert "It reproduces" in plain(page.get(f"/runs/{run.pk}/"))


def test_a_run_that_reproduces_nothing_says_nothing_of_it(page, user, published):
    run = RunFactory(owner=user, succeeded=True)

    assert page.get(f"/runs/{run.pk}/").context["beside"] is None


def test_a_run_of_a_sweep_leads_to_it(page, endpoint, row):
    first = started(endpoint, row, threads=[1, 2, 4, 8, 16], repetitions=3)
    fifth = first.sweep.runs.get(sweep_position=5)

    answer = page.get(f"/runs/{fifth.pk}/")

    assert "run 5 of 15, repetition 2 of 3" in plain(answer)
    assert f'href="/sweeps/{first.sweep_id}/"' in answer.content.decode()


def test_a_run_says_which_data_it_used(page, user, endpoint):
    earlier = RunFactory(owner=user, endpoint=endpoint)
    data = DataSetFactory(
        endpoint=endpoint,
        server=endpoint.server,
        run=earlier,
        is_ready=True,
        is_kept=True,
    )
    own = RunFactory(owner=user, endpoint=endpoint, keeps_data_set=True, cancelled=True)
    other = RunFactory(
        owner=user,
        endpoint=endpoint,
        keeps_data_set=True,
        cancelled=True,
        data_set=data,
    )

    assert "stays on the server" in plain(page.get(f"/runs/{own.pk}/"))
    assert "a kept one, loaded by an earlier run" in plain(
        page.get(f"/runs/{other.pk}/")
    )


# Where it is marked -----------------------------------------------------------------


def test_lists_mark_what_reproduces_a_row(client, page, user, run):
    result = finish(run)
    target = f"/runs/{run.pk}/#reproduction"

    for address in ("/", "/runs/", "/engines/mariadb/10.11/"):
        assert target in page.get(address).content.decode()

    client.force_login(UserFactory())
    Result.objects.filter(pk=result.pk).update(visibility="public")
    text = text_of(client.get("/engines/mariadb/10.11/"))
    assert "reproduction" in text


def test_the_page_costs_no_more_queries_than_another(
    page, run, django_assert_num_queries
):
    finish(run)
    SampleFactory.create_batch(2, run=run)

    with django_assert_num_queries(18):
        page.get(f"/runs/{run.pk}/")
