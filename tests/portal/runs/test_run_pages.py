"""The pages of runs: list, new run, one run and what it leaves behind."""

from datetime import timedelta

import pytest
from django.utils import timezone

from benchruns.models import DataSet, Result
from benchruns.sentences.failures.table import drop_error
from benchruns.workloads import WORKLOADS
from tests.factories import (
    FACTS,
    NOON,
    AttemptFactory,
    DataSetFactory,
    EndpointFactory,
    EventFactory,
    InstanceClassFactory,
    OutputFactory,
    ResultFactory,
    RunFactory,
    SampleFactory,
    ServerFactory,
    UserFactory,
)

OLTP = WORKLOADS["oltp_read_write"]
PARAMETERS = OLTP.clean({"warmup_seconds": 10, "duration_seconds": 60})


@pytest.fixture
def endpoint(user):
    return EndpointFactory(owner=user, name="shop-db", checked=True)


def url_of(run, tail=""):
    return f"/runs/{run.pk}/{tail}"


def text_of(answer):
    assert answer.status_code == 200
    return answer.content.decode()


def measured_run(**fields):
    """A succeeded run with the figures that its page prints."""
    run = RunFactory(
        parameters=fields.pop("parameters", PARAMETERS),
        started_at=NOON,
        finished_at=NOON + timedelta(seconds=75),
        ended=True,
        state="succeeded",
        **fields,
    )
    AttemptFactory(
        run=run,
        succeeded=True,
        command="sysbench --mysql-password=... oltp_read_write --db-driver=mysql "
        "--mysql-host=10.1.2.3 --mysql-user=bench_account --tables=4 --time=60 run",
    )
    ResultFactory(
        measured=True,
        run=run,
        owner=run.owner,
        endpoint=run.endpoint,
        visibility=run.visibility,
        tps=336.98,
        qps=6739.6,
        transactions=20219,
        duration_s=60,
        errors_per_s=0.5,
        latency_p95_ms=12.3,
        latency_max_ms=24.6,
        data_bytes=64,
        buffer_bytes=128,
    )
    return run


# The list ---------------------------------------------------------------------------


def test_the_list_shows_own_and_public_runs_newest_first(page, user):
    own = RunFactory(owner=user)
    RunFactory()
    public = RunFactory(succeeded=True, public=True)

    rows = page.get("/runs/").context["runs"]

    assert [row.run for row in rows] == [public, own]


@pytest.mark.parametrize("is_doubted", [True, False])
def test_a_dagger_in_the_list_is_explained_under_it(page, user, is_doubted):
    RunFactory(owner=user)  # without a figure
    ResultFactory(
        measured=True,
        visibility="public",
        doubted=is_doubted,
        latency_p95_ms=70.5,
        run__visibility="public",
    )

    shown = text_of(page.get("/runs/"))

    assert ("†" in shown) == is_doubted
    # of TPS, of p95 on a phone, of QPS and of p95
    assert shown.count('class="bb-dagger"') == 4 * is_doubted
    assert ("† is in doubt: its page says why." in shown) == is_doubted


def test_endpoint_names_are_for_their_owner(client, page, user):
    sold = InstanceClassFactory(code="c2.xlarge")
    RunFactory(
        succeeded=True,
        public=True,
        owner=user,
        endpoint__name="secret-name",
        endpoint__instance_class=sold,
    )
    own = text_of(page.get("/runs/"))
    client.logout()

    others = text_of(client.get("/runs/"))

    assert "secret-name" in own
    assert "secret-name" not in others


def test_public_runs_of_an_endpoint_are_found_by_who_may_know_it(page, client, user):
    run = RunFactory(owner=user, public=True, succeeded=True)
    path = f"/runs/?endpoint={run.endpoint_id}"

    own = page.get(path).context["runs"]
    client.force_login(UserFactory(staff=True))
    staff = client.get(path).context["runs"]
    client.force_login(UserFactory())
    stranger = client.get(path).context["runs"]
    client.logout()

    assert len(own) == len(staff) == 1
    assert stranger == client.get(path).context["runs"] == []


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("", 3),
        ("state=failed", 1),
        ("state=queued", 2),
        ("engine=postgresql", 1),
        ("workload=oltp_read_only", 1),
        ("state=failed&engine=postgresql", 0),
        ("state=nonsense", 0),
        ("endpoint=nonsense", 0),
    ],
)
def test_filters_narrow_the_list(page, user, query, count):
    RunFactory(owner=user, failed=True)
    RunFactory(owner=user, endpoint__engine="postgresql")
    RunFactory(owner=user, workload="oltp_read_only")

    assert len(page.get(f"/runs/?{query}").context["runs"]) == count


def test_the_list_is_paged_and_keeps_its_filters(page, user):
    endpoint = EndpointFactory(owner=user)
    RunFactory.create_batch(51, owner=user, endpoint=endpoint)

    first = page.get("/runs/?state=queued")
    second = page.get("/runs/?state=queued&page=2")

    assert "?state=queued&amp;page=2" in text_of(first)
    assert "1 to 50 of 51" in text_of(first)
    assert len(second.context["runs"]) == 1


def test_the_list_costs_the_same_however_long(page, user, django_assert_num_queries):
    endpoint = EndpointFactory(owner=user)
    for _ in range(4):
        RunFactory(owner=user, endpoint=endpoint, succeeded=True)

    with django_assert_num_queries(7):  # session, user, stop, notices, and three
        page.get("/runs/")


def test_an_empty_list_says_what_to_do(client, db):
    assert "No run yet." in text_of(client.get("/runs/"))


# One run ----------------------------------------------------------------------------


@pytest.mark.parametrize("tail", ["", "live/", "samples.csv", "output/", "publish/"])
def test_private_runs_of_others_do_not_exist(page, tail):
    assert page.get(url_of(RunFactory(succeeded=True), tail)).status_code == 404


def test_a_queued_run_says_its_place_and_why_it_waits(page, user, endpoint):
    first = RunFactory(owner=user, endpoint=endpoint, parameters=PARAMETERS)
    second = RunFactory(owner=user, endpoint=endpoint, parameters=PARAMETERS)

    waits = text_of(page.get(url_of(first)))
    assert f"Next in line on {endpoint.name}" in waits
    assert "starts when a worker is free" in waits
    shown = text_of(page.get(url_of(second)))
    assert "Number 2 in line on" in shown
    assert "1 run on this server is before it" in shown


def test_a_scheduled_run_says_when(page, user):
    run = RunFactory(owner=user, scheduled=True)

    assert "2126-01-31T12:00:00" in text_of(page.get(url_of(run)))


def test_a_running_run_has_its_phase_figures_and_a_way_to_stop_it(page, user):
    run = RunFactory(owner=user, running=True, parameters=PARAMETERS)
    EventFactory(run=run, attempt=1, code="phase", data={"phase": "measure"}, at=NOON)

    answer = page.get(url_of(run))

    shown = text_of(answer)
    assert "Measuring" in shown
    assert url_of(run, "cancel/") in shown
    states = {step.phase.value: step.state for step in answer.context["steps"]}
    assert states["measure"] == "active"
    assert states["cleanup"] == "pending"


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


@pytest.mark.parametrize("how", ["cancelled", "failed", "succeeded"])
def test_what_could_not_be_dropped_is_told(page, client, user, how):
    run = RunFactory(
        owner=user, public=True, claimed=True, parameters=PARAMETERS, **{how: True}
    )
    left = DataSetFactory(
        endpoint=run.endpoint,
        server=run.server,
        run=run,
        drop_code="unreachable",
    )

    own = text_of(page.get(url_of(run)))
    client.logout()
    others = text_of(client.get(url_of(run)))
    DataSet.objects.update(dropped_at=NOON)
    dropped = text_of(page.get(url_of(run)))

    assert left.workspace in own
    assert drop_error(left) in own
    assert "dropped on the next connection" in own
    assert "dropped on the next connection" in others
    assert left.workspace not in others
    assert "dropped on the next connection" not in dropped


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


def test_a_failed_run_says_what_happened_where_and_in_the_tool_s_words(page, user):
    run = RunFactory(owner=user, failed=True, parameters=PARAMETERS)
    for phase in ("preflight", "prepare", "cleanup"):
        EventFactory(run=run, attempt=1, code="phase", data={"phase": phase})

    shown = text_of(page.get(url_of(run)))

    assert "Failed in Prepare." in shown
    assert "Free or add space there" in shown
    assert "The table &#x27;sbtest1&#x27; is full" in shown


def test_a_failed_run_leads_to_a_check_and_shows_what_was_asked_for(page, user):
    run = RunFactory(
        owner=user, endpoint__owner=user, failed=True, parameters=PARAMETERS
    )

    shown = text_of(page.get(url_of(run)))

    assert f'bb-btn-primary" href="/endpoints/{run.endpoint_id}/">Check' in shown
    assert ">Repeat</a>" in shown
    assert "Parameters" in shown
    assert "<dt>Rows a table</dt><dd>25,000 rows</dd>" in shown


def test_a_run_on_a_deleted_endpoint_is_not_repeated(page, user):
    run = RunFactory(
        owner=user,
        endpoint__owner=user,
        endpoint__deleted=True,
        failed=True,
        parameters=PARAMETERS,
    )

    shown = text_of(page.get(url_of(run)))

    assert ">Repeat</a>" not in shown
    assert "Check the endpoint" not in shown
    assert "endpoint has been deleted" in shown


def test_a_running_run_names_the_version_that_preflight_found(page, user):
    run = RunFactory(owner=user, running=True, parameters=PARAMETERS)

    assert "MySQL 8.0.36" in text_of(page.get(url_of(run)))


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


def test_lost_attempts_are_told(page, user):
    run = RunFactory(owner=user, running=True, attempt=2, parameters=PARAMETERS)
    AttemptFactory(run=run, number=2)

    assert "Attempts" in text_of(page.get(url_of(run)))


@pytest.mark.parametrize(
    ("dropped_at", "told"),
    [(None, "Its data set stays on"), (NOON, "Nothing that it created is left")],
)
def test_a_cancelled_run_says_whether_its_data_stays(page, user, dropped_at, told):
    run = RunFactory(owner=user, cancelled=True, server=ServerFactory())
    run.data_set = DataSetFactory(
        endpoint=run.endpoint,
        server=run.server,
        run=run,
        is_ready=True,
        is_kept=True,
        dropped_at=dropped_at,
    )
    run.save(update_fields=["data_set"])
    EventFactory(run=run, code="phase", data={"phase": "measure"})

    shown = text_of(page.get(url_of(run)))

    assert told in shown


def test_a_cancelled_run_says_that_nothing_was_created(page, user):
    run = RunFactory(owner=user, cancelled=True)

    assert "nothing was created on the server" in text_of(page.get(url_of(run)))


def test_others_see_a_public_run_without_its_endpoint(client, db):
    sold = InstanceClassFactory(code="c2.xlarge")
    run = measured_run(
        visibility="public",
        endpoint__name="secret-name",
        endpoint__instance_class=sold,
        endpoint__host="db.internal.example",
    )
    EventFactory(
        run=run,
        attempt=1,
        code="leftover",
        data={"message": "lost db.internal.example:3306 as bench_account"},
    )
    OutputFactory(attempt=run.attempts.get(), text="connect to db.internal.example\n")

    shown = text_of(client.get(url_of(run)))
    output = text_of(client.get(url_of(run, "output/")))

    assert "OLTP read/write on" in shown
    for secret in ("secret-name", "db.internal.example", "bench_account", "10.1.2.3"):
        assert secret not in shown
        assert secret not in output
    assert "Repeat" not in shown
    assert run.owner.username not in shown


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


# Cancel and publish -----------------------------------------------------------------


def test_cancelling_a_running_run_asks_its_worker(page, user):
    run = RunFactory(
        owner=user, running=True, parameters=PARAMETERS, started_at=timezone.now()
    )

    answer = page.post(url_of(run, "cancel/"), follow=True)

    run.refresh_from_db()
    assert run.cancel_requested_at is not None
    assert "Stopping" in text_of(answer)
    assert "Its owner asked for a cancel." in text_of(answer)


def test_a_cancel_that_loses_more_than_a_minute_of_work_asks_once(page, user):
    begun = timezone.now() - timedelta(minutes=12)
    run = RunFactory(owner=user, running=True, parameters=PARAMETERS, started_at=begun)
    form = {"next": "/schedules/"}

    asked = page.post(url_of(run, "cancel/"), form)

    assert "It has worked for 12 min" in text_of(asked)
    run.refresh_from_db()
    assert run.cancel_requested_at is None

    confirmed = {"next": "/schedules/", "confirmed": "yes"}
    assert 'name="next" value="/schedules/"' in text_of(asked)
    assert page.post(url_of(run, "cancel/"), confirmed)["Location"] == "/schedules/"
    run.refresh_from_db()
    assert run.cancel_requested_at is not None


def test_cancelling_an_ended_run_says_so(page, user):
    run = RunFactory(owner=user, cancelled=True)

    assert "has ended" in text_of(page.post(url_of(run, "cancel/"), follow=True))


@pytest.mark.parametrize("path", ["cancel/", "publish/"])
def test_only_its_owner_changes_a_public_run(page, path):
    run = RunFactory(succeeded=True, public=True)

    assert page.post(url_of(run, path)).status_code == 404


def test_a_get_cancels_nothing(page, user):
    assert page.get(url_of(RunFactory(owner=user), "cancel/")).status_code == 405


def test_publishing_asks_first_then_shows_it_to_everybody(client, page, user):
    run = measured_run(owner=user, endpoint__name="secret-name")

    asked = text_of(page.get(url_of(run, "publish/")))
    run.refresh_from_db()
    assert run.visibility == "private"
    page.post(url_of(run, "publish/"))

    assert "Keep it private" in asked
    run.refresh_from_db()
    assert run.visibility == run.result.visibility == "public"
    client.logout()
    assert client.get(url_of(run)).status_code == 200


# What it leaves behind --------------------------------------------------------------


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
