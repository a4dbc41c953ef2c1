"""The verdict on a run's page: regime, limit, longest wait and doubts."""

import io
import subprocess

import pytest
from pypdf import PdfReader

from tests.factories import RunFactory
from tests.portal.runs.run_evidence.watched import finished, page_of


def test_the_verdict_names_regime_and_limit(page, user):
    shown = page_of(page, finished(user))

    assert "OS cache (43.40 % hits)" in shown
    assert "server-bound" in shown


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
