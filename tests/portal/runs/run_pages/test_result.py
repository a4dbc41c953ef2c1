"""What the page of a run that succeeded says, and its files of samples and output."""

import re

import pytest

from benchruns.models import Result
from benchruns.workloads import WORKLOADS
from tests.factories import (
    FACTS,
    NOON,
    EndpointFactory,
    EventFactory,
    OutputFactory,
    ResultFactory,
    RunFactory,
    SampleFactory,
)
from tests.portal.runs.run_pages.measured import (
    PARAMETERS,
    measured_run,
    text_of,
    url_of,
)


@pytest.fixture
def endpoint(user):
    return EndpointFactory(owner=user, name="shop-db", checked=True)


# Its page ---------------------------------------------------------------------------


def test_a_succeeded_run_shows_its_result(page, user):
    run = measured_run(owner=user, endpoint__owner=user, endpoint__name="shop-db")

    answer = page.get(url_of(run))

    shown = text_of(answer)
    assert "OLTP read/write on shop-db, 8 threads" in shown
    for figure in ("337", "6,740", "12.3", "20,219 transactions in 60 s"):
        assert figure in shown
    assert [p.share for p in answer.context["percentiles"]] == [50, 100]
    assert answer.context["data_over_buffer"] == 0.5
    facts = {fact.name: fact.figure for fact in answer.context["facts"]}
    assert facts["errors"] == "30"


def test_data_for_which_the_server_reserves_more_space_is_told_as_such(page, user):
    sizes = [{"tables": 4, "table_size": rows} for rows in (3_000, 25_000)]
    small, large = (
        measured_run(owner=user, endpoint__owner=user, parameters=PARAMETERS | size)
        for size in sizes
    )

    shown = " ".join(text_of(page.get(url_of(small))).split())

    assert "space on disk, with what the server reserves for each table" in shown
    assert "rows and indexes take about 2.9 MB of it, 23,711.50 × the buffer" in shown
    assert "space on disk" not in text_of(page.get(url_of(large)))


def test_a_run_without_a_size_of_its_own_shows_its_100_rows(page, user, endpoint):
    run = RunFactory(
        owner=user,
        endpoint=endpoint,
        workload="hot_row_update",
        parameters=WORKLOADS["hot_row_update"].clean({"threads": 64}),
    )

    assert "1 table × 100 rows" in text_of(page.get(url_of(run)))
    assert "64" in text_of(page.get("/runs/"))


@pytest.mark.parametrize(
    ("rate", "figure", "context"),
    [
        (0, "0", "none in 60 s"),
        (0.004, "1", "0.004 a second"),
        (None, "–", "the tool does not tell"),
    ],
)
def test_none_is_said_of_no_errors_alone(page, user, rate, figure, context):
    run = measured_run(owner=user)
    Result.objects.filter(run=run).update(errors_per_s=rate)

    facts = {fact.name: fact for fact in page.get(url_of(run)).context["facts"]}

    assert facts["errors"].figure == figure
    assert facts["errors"].context == context


def test_the_tls_of_the_load_is_told_beside_the_probe_s(page, user):
    run = measured_run(owner=user)
    run.attempts.update(
        server_facts=FACTS | {"tls_in_use": "TLSv1.3", "tls_of_load": "none"}
    )

    assert "the load ran without" in text_of(page.get(url_of(run)))


@pytest.mark.parametrize(
    ("told", "shown"),
    [({"tls_in_use": None}, "none"), ({}, "not known"), ({"tls_in_use": "TLS"}, "TLS")],
)
def test_tls_of_the_probe_that_is_not_known_is_not_told_as_none(
    page, user, told, shown
):
    run = measured_run(owner=user)
    others = {name: fact for name, fact in FACTS.items() if name != "tls_in_use"}
    run.attempts.update(server_facts=others | told)

    text = text_of(page.get(url_of(run)))

    assert f"<dt>TLS of the probe</dt><dd>{shown}</dd>" in text


def test_repeating_fills_a_new_run_in(page, user):
    run = measured_run(owner=user, endpoint__owner=user)

    answer = page.get(page.get(url_of(run)).context["repeat_url"])

    assert answer.context["endpoint"] == run.endpoint
    assert answer.context["parameters"].cleaned_data == PARAMETERS


def test_the_commands_hold_no_host_and_no_account(page, user):
    run = measured_run(owner=user)

    command = page.get(url_of(run)).context["command"]

    assert "--mysql-host=HOST" in command
    assert "--mysql-user=USER" in command
    assert "--mysql-password=PASSWORD" in command
    assert "10.1.2.3" not in command


def test_the_verdict_leads_to_the_nearest_published_rows_where_there_are_any(
    page, user
):
    run = measured_run(owner=user)
    beside = f"/results/{run.result.pk}/beside-published/"

    alone = text_of(page.get(url_of(run)))
    nowhere = text_of(page.get(beside, follow=True))
    row = ResultFactory()
    shown = text_of(page.get(url_of(run)))
    opened = page.get(beside)

    assert beside not in alone
    assert "No vendor row was measured with this load." in nowhere
    assert f'href="{beside}"' in shown
    assert opened.url == f"/compare/?result={run.result.pk}&result={row.pk}"
    assert "Nothing to compare yet" not in text_of(page.get(opened.url))


def test_one_result_prints_the_same_on_every_page(page, user):
    run = measured_run(owner=user)
    Result.objects.filter(run=run).update(latency_p95_ms=23.948, tps=2.999)

    for address in (url_of(run), "/runs/", "/engines/mysql/8.0/"):
        shown = text_of(page.get(address))
        assert ">23.9" in shown
        assert "23.94<" not in shown
        assert "3.00" in shown


def test_a_run_without_samples_says_so_and_draws_no_empty_frames(client, db):
    run = RunFactory(succeeded=True, public=True)

    without = client.get(url_of(run))
    SampleFactory(run=run)
    with_samples = client.get(url_of(run))

    told = "No samples of this run are kept"
    assert told in text_of(without)
    assert "data-run-chart" not in without.content.decode()
    assert told not in text_of(with_samples)
    assert "data-run-chart" in with_samples.content.decode()


def test_the_page_of_a_run_costs_the_same_however_much_happened(
    page, user, django_assert_num_queries
):
    run = measured_run(owner=user, endpoint__owner=user)
    SampleFactory.create_batch(30, run=run)
    EventFactory.create_batch(30, run=run)

    # session, user, notices, run, attempts, events, output, leftovers, variation,
    # published; bounds and rows of the samples; bounds of the counters; repeats with the
    # sweeps of both, histograms
    with django_assert_num_queries(18):
        page.get(url_of(run))


def test_the_letters_of_events_stand_in_the_chart_as_the_server_draws_it(page, user):
    run = measured_run(owner=user)
    EventFactory(run=run, attempt=1, code="phase", data={"phase": "measure"}, at=NOON)
    for second in range(1, 4):
        SampleFactory(run=run, attempt=1, second=second, tps=300 + second)

    shown = text_of(page.get(url_of(run)))

    assert '<b class="bb-letter">a</b>' in shown
    lettered, plain = (
        re.findall(r'bb-course-mark" x="14.29%".*?</svg>', part, re.S)
        for part in shown.split('data-run-chart="throughput"')
    )
    assert ["<text" in each for each in lettered + plain] == [True, False]


def test_an_event_has_no_letter_where_there_is_no_chart(page, user):
    run = measured_run(owner=user)
    EventFactory(run=run, attempt=1, code="phase", data={"phase": "measure"}, at=NOON)

    shown = text_of(page.get(url_of(run)))

    assert 'id="run-events"' in shown
    assert "bb-letter" not in shown


# Its files --------------------------------------------------------------------------


def test_samples_come_as_csv_of_the_last_attempt(page, user):
    run = RunFactory(owner=user, running=True, attempt=2)
    SampleFactory(run=run, attempt=1, second=1)
    SampleFactory(run=run, attempt=2, second=-1, tps=7.25, latency_ms=None)

    lines = text_of(page.get(url_of(run, "samples.csv"))).splitlines()

    assert lines[0].startswith("second,threads,tps,qps,")
    assert lines[1:] == ["-1,8,7.25,2010.0,,,,,,,,"]


def test_samples_come_with_the_time_of_day_and_the_steady_window(page, user):
    run = RunFactory(
        owner=user,
        succeeded=True,
        last__evidence={"began_at": "2026-03-01T12:00:00.250+00:00"},
        row__steady={"from_s": 1, "to_s": 2, "tps": 100.0},
    )
    for second in (0, 1, 2, 3):
        SampleFactory(run=run, second=second)

    head, *lines = text_of(page.get(url_of(run, "samples.csv"))).splitlines()

    assert head.endswith(",measured_at,is_steady")
    assert [line.split(",")[-2:] for line in lines] == [
        ["", ""],
        ["2026-03-01T12:00:01.250Z", "false"],
        ["2026-03-01T12:00:02.250Z", "true"],
        ["2026-03-01T12:00:03.250Z", "false"],
    ]


def test_output_comes_by_phase_or_under_headings(page, user):
    run = RunFactory(owner=user, running=True)
    attempt = run.attempts.get()
    OutputFactory(attempt=attempt, phase="measure", text="measured\n")
    OutputFactory(attempt=attempt, phase="prepare", text="prepared\n")

    assert text_of(page.get(url_of(run, "output/?phase=measure"))) == "measured\n"
    assert (
        text_of(page.get(url_of(run, "output/")))
        == "== prepare ==\nprepared\n\n== measure ==\nmeasured\n"
    )
    assert page.get(url_of(run, "output/?phase=warmup")).status_code == 404
