"""Each event is written once, in the transaction of what it tells."""

import json
from collections import Counter

import pytest
from django.db import transaction
from django.utils import timezone

from benchruns.failures.failure import failure
from benchruns.models import Delivery, RegressionRule, Run, Sweep
from benchruns.runs import lifecycle
from benchruns.submissions.review import moves
from benchruns.trends import regressions
from benchruns.vocabulary import WebhookEvent
from tests.benchruns.runs.watched import measure, rule_for, series_with
from tests.benchruns.submissions.review.under_review import accept, submitted
from tests.factories import (
    EndpointFactory,
    ResultFactory,
    RunFactory,
    ServerFactory,
)
from tests.submission_factories import ReviewerFactory
from tests.webhook_factories import WebhookFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def told():
    """The events, in their order."""
    rows = Delivery.objects.order_by("created_at")
    return list(rows.values_list("event", flat=True))


def data():
    return json.loads(Delivery.objects.latest("created_at").body)["data"]


def test_each_end_of_a_run_is_told_with_what_came_of_it():
    run = RunFactory(running=True)
    WebhookFactory(owner=run.owner)
    reason = failure("disk_full")

    lifecycle.fail(run.pk, attempt=run.attempt, failure=reason)

    assert told() == ["run.failed"]
    assert data()["run"] | {"id": "", "endpoint": "", "address": ""} == {
        "id": "",
        "name": "",
        "state": "failed",
        "workload": run.workload,
        "endpoint": "",
        "attempt": run.attempt,
        "sweep": None,
        "schedule": None,
        "failure_code": "disk_full",
        "result": None,
        "address": "",
    }
    assert data()["run"]["address"] == f"http://127.0.0.1:8000/runs/{run.pk}/"


def test_a_run_that_is_claimed_cancelled_refused_or_lost_for_good_is_told(settings):
    settings.RUN_MAX_ATTEMPTS = 1
    claimed, called_off, refused = RunFactory(), RunFactory(), RunFactory()
    lost = RunFactory(running=True)
    for run in (claimed, called_off, refused, lost):
        WebhookFactory(owner=run.owner)

    lifecycle.claim(claimed.pk, server=ServerFactory(), worker="w")
    lifecycle.request_cancel(called_off.pk)
    lifecycle.refuse(refused.pk, failure=failure("unknown_host"))
    lifecycle.lose(lost.pk, attempt=lost.attempt)

    assert told() == ["run.started", "run.cancelled", "run.failed", "run.failed"]
    assert data()["run"]["failure_code"] == "worker_lost"


def test_a_run_that_waits_again_is_not_told():
    run = RunFactory(running=True)
    WebhookFactory(owner=run.owner)

    lifecycle.lose(run.pk, attempt=run.attempt, is_planned=True)

    assert told() == []


def test_what_is_rolled_back_was_never_told():
    run = RunFactory(running=True)
    WebhookFactory(owner=run.owner)

    with transaction.atomic():
        lifecycle.confirm_cancelled(run.pk, attempt=run.attempt)
        transaction.set_rollback(True)

    assert told() == []
    assert Run.objects.get().state == "running"


def test_a_result_is_told_with_its_figures():
    run = RunFactory(running=True)
    WebhookFactory(owner=run.owner)
    result = ResultFactory.build(
        measured=True, run=run, owner=run.owner, endpoint=run.endpoint
    )

    lifecycle.succeed(run.pk, attempt=run.attempt, result=result)

    assert data()["run"]["result"]["tps"] == result.tps
    assert data()["run"]["result"]["series"] == str(result.series_id)


def test_a_sweep_is_told_once_when_its_last_run_has_ended():
    endpoint = EndpointFactory()
    sweep = Sweep.objects.create(
        owner=endpoint.owner,
        endpoint=endpoint,
        workload="oltp_read_write",
        parameters={},
        threads=[1, 2, 4],
        repetitions=1,
    )
    runs = [
        RunFactory(
            owner=sweep.owner,
            endpoint=sweep.endpoint,
            sweep=sweep,
            sweep_position=place,
            repetition=1,
        )
        for place in range(3)
    ]
    WebhookFactory(owner=sweep.owner, events=[WebhookEvent.SWEEP_ENDED])

    for run in runs[:2]:
        lifecycle.call_off(run.pk)
    assert told() == []
    lifecycle.refuse(runs[2].pk, failure=failure("unknown_host"))

    assert told() == ["sweep.ended"]
    assert data()["sweep"]["runs"] == {"cancelled": 2, "failed": 1, "succeeded": 0}


def test_the_moves_of_a_report_are_told_to_its_owner():
    one = submitted()
    WebhookFactory(owner=one.owner)
    rita = ReviewerFactory()
    WebhookFactory(owner=rita)

    moves.request_changes(one.pk, by=rita, text="Name the zone.", version=1)
    moves.comment(one.pk, by=one.owner, text="Which one?")
    accept(moves.submit(one.pk, by=one.owner), by=rita)

    assert told() == [
        "submission.changes_requested",
        "submission.submitted",
        "submission.accepted",
    ]
    assert data()["submission"]["grade"] == "accepted"
    assert "zone" not in json.dumps(data())


def evaluate(rule):
    regressions.reconsider(rule.series_id)
    rule.refresh_from_db()
    assert regressions.evaluate(rule)


def test_a_regression_is_told_state_by_state():
    series = series_with(1000.0, 1010.0, 990.0, 1005.0)
    rule = rule_for(series)
    WebhookFactory(owner=rule.owner)

    for tps in (800, 810, 790, 1000, 1000, 1000):
        measure(series, tps)
        evaluate(rule)
        evaluate(rule)

    assert told() == [
        "regression.suspected",
        "regression.confirmed",
        "regression.ended",
    ]
    assert data()["regression"]["before"] == 1002.5
    assert data()["regression"]["percent"] < -19


def test_what_was_worse_before_its_rule_was_made_is_no_news():
    rule = rule_for(series_with(1000.0, 1010.0, 990.0, 1005.0, 800, 810, 790))
    RegressionRule.objects.update(created_at=timezone.now())
    WebhookFactory(owner=rule.owner)

    evaluate(rule)

    assert rule.regressions.count() == 1
    assert told() == []


def test_each_webhook_that_asked_is_told():
    run = RunFactory(running=True)
    for _ in range(2):
        WebhookFactory(owner=run.owner)
    WebhookFactory(owner=run.owner, events=[WebhookEvent.RUN_FAILED])

    lifecycle.confirm_cancelled(run.pk, attempt=run.attempt)

    assert Counter(told()) == {"run.cancelled": 2}
