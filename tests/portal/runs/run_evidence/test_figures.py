"""Steady window, offered rate, findings and counters on a run's page."""

import pytest

from benchruns.models import Counter
from tests.factories import RunFactory
from tests.portal.runs.run_evidence.watched import finished, page_of


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
