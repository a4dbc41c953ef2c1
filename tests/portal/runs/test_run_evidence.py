"""What the run page says of regime, bottleneck, steady window and findings."""

import io
import subprocess

import pytest
from pypdf import PdfReader

from benchruns.evidence import bottleneck, regime, run_findings
from benchruns.models import Counter, Result
from tests.factories import RunFactory

COUNTED = regime.Counted(
    through_os_cache=True,
    transactions=1000,
    requests=100_000,
    misses=56_600,
    read_time_ms=62.26,
    is_timed=True,
    data_bytes=978_000_000,
    buffer_bytes=16_777_216,
)
WATCHED = bottleneck.Watched(
    thread_cpu=0.18,
    thread_wait=0.12,
    client_cpu=0.31,
    client_idle=0.6,
    round_trip_ms=0.18,
    statements_per_transaction=20.0,
    latency_avg_ms=9.53,
)


def finished(user, *, watched=WATCHED, **fields):
    evidence = {
        "regime": {**regime.judge(COUNTED), "expected": None},
        "bottleneck": bottleneck.judge(watched),
    }
    given = {"regime": "os_cache"} | fields
    return RunFactory(
        owner=user,
        succeeded=True,
        last__evidence=evidence,
        **{f"row__{name}": value for name, value in given.items()},
    )


def page_of(client, run):
    answer = client.get(f"/runs/{run.pk}/")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_the_verdict_names_regime_and_limit(page, user):
    shown = page_of(page, finished(user))

    assert "OS cache (43.40 % hits)" in shown
    assert "server-bound" in shown


def test_the_evidence_is_a_table_with_its_numbers(page, user):
    shown = page_of(page, finished(user))

    assert "Why OS cache, why server-bound" in shown
    for label, value in (
        ("Data / buffer", "58.29 ×"),
        ("Hit ratio", "43.40 %"),
        ("Physical reads", "56.600 per transaction"),
        ("Time per read", "1.1 µs"),
        ("Client CPU", "tool 31 %, its machine 60 % idle"),
        ("Client threads", "ran 18 %, waited for a CPU 12 %"),
        (
            "Shortest round trip",
            "3.60 ms of a 9.53 ms transaction are network round trips "
            "(20 statements × 0.18 ms)",
        ),
    ):
        assert f"<dt>{label}</dt>" in shown
        assert value in shown
    assert "shared a machine" not in shown


def test_the_time_that_decides_between_cached_and_disk_io_stands_with_its_limits(
    page, user
):
    """Of InnoDB, whose reads are not timed."""
    counted = regime.Counted(
        through_os_cache=False,
        transactions=1000,
        requests=1_000_000,
        misses=1000,
        session_seconds=40.0,
        flush_method="O_DIRECT",
    )
    run = finished(user)
    attempt = run.attempts.get()
    attempt.evidence["regime"] = regime.judge(counted)
    attempt.save()

    shown = page_of(page, run)

    assert "<dt>Time spent reading</dt>" in shown
    assert "at most 2.50 % of the sessions&#x27; time, at 1 ms a read" in shown
    assert "cached below 1 % of the time, and disk I/O from 5 %" in shown


def test_a_shared_machine_is_told(page, user):
    watched = bottleneck.Watched(
        thread_cpu=0.1,
        thread_wait=0.1,
        client_idle=0.1,
        is_same_host=True,
        other_cpu=0.6,
    )

    shown = page_of(page, finished(user, watched=watched))

    assert "shared a machine" in shown
    assert "<dt>All CPU but the tool&#x27;s</dt>" in shown
    assert "<dt>Server CPU</dt>" not in shown


def test_what_an_earlier_release_called_server_cpu_is_named_as_it_was_counted(
    page, user
):
    """It held all that ran beside the tool for the server's."""
    watched = bottleneck.Watched(client_idle=0.1, is_same_host=True, other_cpu=0.6)
    run = finished(user, watched=watched)
    attempt = run.attempts.get()
    evidence = attempt.evidence["bottleneck"]["evidence"]
    for name in ("server_cpu", "programs_cpu"):
        del evidence[name]
    attempt.save()

    charts = page.get(f"/runs/{run.pk}/").context["counter_charts"]

    labels = {name: str(label) for name, label, _unit in charts}
    assert labels["server_cpu_percent"] == "CPU beside tool"


def test_a_server_beside_the_tool_is_told_from_other_programs(page, user):
    watched = bottleneck.Watched(
        thread_cpu=0.1,
        thread_wait=0.1,
        client_idle=0.05,
        is_same_host=True,
        other_cpu=0.94,
        server_cpu=0.41,
        programs_cpu=0.53,
        waits={"log": 0.2, "working": 0.8},
    )
    run = finished(user, watched=watched)
    found = [
        each.as_dict()
        for each in run_findings.find(
            evidence=run.attempts.get().evidence, tool_facts={}
        )
    ]
    Result.objects.filter(run=run).update(findings=found, doubt="figure")

    shown = page_of(page, run)
    verdict = shown.split('id="verdict"')[1].split("</p>", 1)[0]

    assert "<dt>Server CPU</dt>" in shown
    assert "41 %, other programs 53 %" in shown
    assert "94 %" not in shown
    assert (
        "client and server shared a machine with other programs, which took 53 % of its CPU"
        in verdict
    )
    told = page.get(f"/api/v1/runs/{run.pk}/").json()
    assert told["bottleneck"]["evidence"]["server_cpu"] == 0.41
    assert (
        "Of its CPU the server took 41 %, other programs 53 %."
        in told["findings"][0]["message"]
    )


def test_a_shared_machine_without_cpu_is_the_limit_and_not_the_server(page, user):
    watched = bottleneck.Watched(
        thread_cpu=0.1,
        thread_wait=0.1,
        client_idle=0.006,
        is_same_host=True,
        server_cpu=0.3883,
        programs_cpu=0.4387,
        waits={"log": 0.3, "working": 0.7},
    )

    shown = page_of(page, finished(user, watched=watched))

    assert "Why OS cache, why limited by the shared machine" in shown
    assert "server-bound" not in shown.split('id="verdict"')[1].split("</p>", 1)[0]


def test_a_share_is_rounded_alike_wherever_it_stands(page, user):
    watched = bottleneck.Watched(
        thread_cpu=0.1,
        thread_wait=0.1,
        client_cpu=0.167,
        client_idle=0.0087,
        is_same_host=True,
        server_cpu=0.3883,
        programs_cpu=0.4387,
        other_cpu=0.827,
    )
    run = finished(user, watched=watched)
    evidence = run.attempts.get().evidence
    found = run_findings.find(evidence=evidence, tool_facts={})
    stored = [each.as_dict() for each in found]
    Result.objects.filter(run=run).update(findings=stored, doubt="figure")

    shown = page_of(page, run)

    assert "the server took 39 %, other programs 44 %" in shown
    assert "39 %, other programs 44 %</dd>" in shown
    assert "tool 17 %, its machine 1 % idle" in shown


@pytest.mark.parametrize(
    ("ratio", "told"),
    [(0.999363, "99.94"), (0.999999, "99.99"), (1.0, "100.00"), (0.434, "43.40")],
)
def test_hits_are_rounded_and_a_miss_is_never_100_percent(page, user, ratio, told):
    run = finished(user)
    attempt = run.attempts.get()
    attempt.evidence["regime"]["evidence"]["hit_ratio"] = ratio
    attempt.save()

    shown = page_of(page, run)

    assert f"({told} % hits)" in shown
    assert f"{told} %</dd>" in shown


def test_the_cpu_of_a_machine_that_an_exporter_tells_of_is_that_machines(page, user):
    watched = bottleneck.Watched(
        thread_cpu=0.1, thread_wait=0.1, client_idle=0.5, other_cpu=0.6
    )

    shown = page_of(page, finished(user, watched=watched))

    assert "<dt>CPU of the server&#x27;s machine</dt>" in shown


VARIED = {"variation": 0.3412, "samples": 60, "uncertainty": 0.0863, "bound": 0.2}
NOISE = [
    {"code": "variation", "severity": "caution", "values": VARIED},
    {"code": "short", "severity": "caution", "values": {"seconds": 4.0, "least": 60}},
    {"code": "same_host", "severity": "caution", "values": {}},
]
IN_DOUBT = "client and server shared a machine, only 4 s measured, TPS varied by 34 %"


def test_the_verdict_says_its_own_doubts_in_the_same_line(page, user):
    run = finished(user, findings=NOISE, doubt="figure")

    verdict, _rest = page_of(page, run).split('id="verdict"')[1].split("</p>", 1)
    told = page.get(f"/api/v1/runs/{run.pk}/").json()["bottleneck"]

    assert "server-bound" in verdict
    assert f"in doubt: {IN_DOUBT}" in verdict
    assert (told["verdict"], told["doubts"]) == ("server", IN_DOUBT.split(", "))


def test_the_first_calls_of_a_program_print_what_is_in_doubt_in_words(page, user):
    run = finished(user, findings=NOISE, doubt="figure")

    call = page.get("/api/").context["calls"]["figure"]
    answer = page.get(f"/api/v1/runs/{run.pk}/").content
    printed = subprocess.run(
        ["sh", "-c", call.rpartition("| ")[2]],
        input=answer,
        capture_output=True,
        check=True,
    ).stdout.decode()

    told = ",".join(f'"{doubt}"' for doubt in IN_DOUBT.split(", "))
    assert f'"doubts":[{told}]' in printed.splitlines()


def test_each_figure_of_a_run_in_doubt_is_marked_and_the_first_names_all_doubts(
    page, user
):
    run = finished(user, findings=NOISE, doubt="figure", latency_p95_ms=70.5)

    facts = {fact.name: fact for fact in page.get(f"/runs/{run.pk}/").context["facts"]}
    marked = {name for name, fact in facts.items() if fact.doubted}

    assert marked == {"tps", "qps", "latency"}
    assert facts["tps"].doubt == f"C{IN_DOUBT[1:]}."
    assert facts["variation"].figure == "34.1"  # that of the finding


def test_the_verdict_says_any_other_doubt_of_the_figure(page, user):
    long = {"measured_s": 90.0, "asked_s": 60}
    lost = {"share": 0.04, "failed": 40, "begun": 1000}
    found = [
        {"code": "duration", "severity": "caution", "values": long},
        {"code": "many_errors", "severity": "caution", "values": lost},
    ]
    run = finished(user, findings=found, doubt="figure")

    verdict, _rest = page_of(page, run).split('id="verdict"')[1].split("</p>", 1)
    told = page.get(f"/api/v1/runs/{run.pk}/").json()["bottleneck"]

    assert told["doubts"] == [
        "measured for 90 s, 60 s were asked for",
        "4 % of the transactions failed: 40 of 1,000",
    ]
    assert f"in doubt: {', '.join(told['doubts'])}" in verdict


def test_a_verdict_without_doubts_says_none(page, user):
    run = finished(user)

    assert "in doubt" not in page_of(page, run)
    assert page.get(f"/api/v1/runs/{run.pk}/").json()["bottleneck"]["doubts"] == []


@pytest.mark.long
def test_the_paper_of_a_run_says_the_doubts_beside_its_verdict(page, user):
    run = finished(user, findings=NOISE, doubt="figure")

    answer = page.get(f"/runs/{run.pk}/pdf/")

    lead = PdfReader(io.BytesIO(answer.content)).pages[0].extract_text()
    assert f"in doubt: {IN_DOUBT}" in " ".join(lead.split())


def test_a_finding_whose_values_are_damaged_is_left_out_of_the_line(page, user):
    broken = [{"code": "short", "severity": "caution", "values": {}}]

    assert page_of(page, finished(user, findings=broken))


def test_the_steady_window_states_what_was_trimmed(page, user):
    steady = {
        "tps": 6709.5,
        "qps": 134_190.0,
        "from_s": 2,
        "to_s": 59,
        "trimmed_start_s": 2,
        "trimmed_end_s": 1,
    }

    shown = page_of(page, finished(user, steady=steady))

    assert "6,710 TPS, 2 to 59 s" in shown
    assert "2 s trimmed at the start and 1 s at the end" in shown


def test_a_fixed_rate_shows_offered_achieved_and_queue(page, user):
    facts = {
        "offered_tps": 150,
        "achieved_tps": 149.2,
        "queue_length_max": 17,
        "queue_length_mean": 3.5,
        "schedule_lag": {"avg_ms": 0.61, "max_ms": 12.5},
    }

    shown = page_of(page, finished(user, tool_facts=facts))

    assert "150 TPS, achieved 149" in shown
    assert "3.50 waiting, at most 17" in shown
    assert "0.61 ms, at most 12.50" in shown


@pytest.mark.parametrize(
    ("share", "is_whole", "told"),
    [
        (1.0, True, "all transactions"),
        (0.166, True, "16.6 % of the transactions"),
        (0.166, False, "not whole, so there are no percentiles"),
    ],
)
def test_the_share_of_transactions_that_was_logged_is_told(
    page, user, share, is_whole, told
):
    log = {"share": share, "transactions": 9, "is_whole": is_whole}

    shown = page_of(page, finished(user, tool_facts={"latency_log": log}))

    assert "<dt>Latency log</dt>" in shown
    assert told in shown


def test_findings_are_numbered_and_marked(page, user):
    finding = {
        "code": "same_host",
        "severity": "caution",
        "message": "Client and server ran on one machine.",
        "results": [],
        "values": {},
        "why": "They took CPU from each other.",
        "remedy": "Run the client elsewhere.",
    }

    shown = page_of(page, finished(user, findings=[finding]))

    assert 'id="finding-1"' in shown
    assert 'href="#finding-1"' in shown
    assert "They took CPU from each other. Run the client elsewhere." in shown


def test_the_figures_of_counters_are_named(page, user):
    run = finished(user)
    Counter.objects.create(
        run=run, attempt=run.attempt, second=7, values={"buffer_hit_percent": 43.25}
    )
    going = RunFactory(owner=user, running=True)

    assert "each figure is the mean of the measured time" in page_of(page, run)
    assert "each figure is of the newest second" in page_of(page, going)


def test_counters_have_a_table(page, user):
    run = finished(user)
    Counter.objects.create(
        run=run, attempt=run.attempt, second=7, values={"buffer_hit_percent": 43.25}
    )

    shown = page_of(page, run)

    assert "Counters as a table" in shown
    assert ">43.2<" in shown or ">43.3<" in shown


@pytest.mark.parametrize("evidence", [{}, {"regime": {}, "bottleneck": {}}])
def test_a_run_that_was_not_watched_has_no_evidence(page, user, evidence):
    run = RunFactory(owner=user, succeeded=True, last__evidence=evidence)

    assert 'id="evidence"' not in page_of(page, run)


HELD_UP = {
    "waits": {"working": 0.2, "row_lock": 0.67, "log": 0.03, "client": 0.1},
    "longest_wait": "row_lock",
    "hot_row": {"table": "sbtest1", "key": "100"},
}


def test_the_longest_wait_is_named_in_the_verdict_and_the_row(page, user):
    run = finished(user)
    attempt = run.attempts.get()
    attempt.evidence["bottleneck"]["evidence"] |= HELD_UP
    attempt.save()

    shown = page_of(page, run)

    assert "server-bound: 67 % row locks" in shown
    assert "Most waited for the row with key 100 of sbtest1." in shown
    assert shown.index("<span>row locks</span>") < shown.index("<span>working</span>")


def test_a_cpu_that_is_busier_than_sessions_wait_is_named_before_their_wait(page, user):
    run = finished(user)
    attempt = run.attempts.get()
    waited = {"waits": {"log": 0.2, "client": 0.53}, "longest_wait": "log"}
    attempt.evidence["bottleneck"]["evidence"] |= waited | {"other_cpu": 0.92}
    attempt.save()

    assert "server-bound: CPU 92 % busy, 20 % log writes" in page_of(page, run)


def test_a_client_that_is_the_limit_has_no_wait_of_the_server_beside_it(page, user):
    run = finished(user)
    attempt = run.attempts.get()
    attempt.evidence["bottleneck"]["evidence"] |= HELD_UP
    attempt.evidence["bottleneck"]["verdict"] = "client"
    attempt.save()

    assert "client-bound:" not in page_of(page, run)


def test_a_machine_that_was_not_told_of_is_named_to_its_owner(page, user):
    evidence = {"metrics": "silent", "regime": {}, "bottleneck": {}}
    run = RunFactory(owner=user, succeeded=True, last__evidence=evidence)

    assert "metrics address gave no figures" in page_of(page, run)
    assert "metrics address gave no figures" not in page_of(page, finished(user))


def test_a_wait_that_was_seen_is_not_nothing(page, user):
    run = finished(user)
    attempt = run.attempts.get()
    waits = {"working": 0.6, "row_lock": 0.0004, "log": 0.3996}
    attempt.evidence["bottleneck"]["evidence"] |= {"waits": waits}
    attempt.save()

    shown = page_of(page, run)

    assert "<b>under 1 %</b>" in shown
    assert "<b>40 %</b>" in shown


def test_idle_sessions_are_no_waiting_for_a_client_that_limits(page, user):
    run = finished(user)
    attempt = run.attempts.get()
    waits = {"working": 0.36, "client": 0.64}
    attempt.evidence["bottleneck"]["evidence"] |= {"waits": waits}
    attempt.save()

    shown = page_of(page, run)

    assert "between statements" in shown
    assert "waiting for the client" not in shown
    assert "does not make a run client-bound" in shown
