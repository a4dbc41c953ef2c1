"""What one user may have at most, and when there is room again."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from benchruns.limits import allowance, door
from benchruns.limits.door import LimitReached
from benchruns.limits.usage import seconds_of, used_of
from benchruns.models import AuditEntry, LimitUse, Run
from benchruns.vocabulary import AuditAction, Limit
from tests.factories import EndpointFactory, RunFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _limits(settings):
    settings.LIMITS = {**settings.LIMITS, "endpoints": 2, "checks": 2, "upload_mb": 1}


def test_one_more_endpoint_than_the_limit_is_refused_with_what_to_do():
    owner = EndpointFactory().owner
    door.admit(owner, Limit.ENDPOINTS)
    EndpointFactory(owner=owner)

    with pytest.raises(LimitReached, match="Delete one") as refused:
        door.admit(owner, Limit.ENDPOINTS)

    assert refused.value.until is None


def test_checks_of_a_minute_are_refused_with_when_there_is_room():
    user = UserFactory()
    door.spend(user, Limit.CHECKS)
    door.spend(user, Limit.CHECKS)

    with pytest.raises(LimitReached) as refused:
        door.spend(user, Limit.CHECKS)

    assert 1 <= refused.value.wait_seconds <= 61
    LimitUse.objects.update(at=timezone.now() - timedelta(seconds=61))
    door.spend(user, Limit.CHECKS)
    assert used_of(user, Limit.CHECKS).amount == 1


def test_uploads_are_counted_by_the_byte():
    user = UserFactory()
    door.spend(user, Limit.UPLOAD_MB, amount=2**20 - 10)

    with pytest.raises(LimitReached):
        door.spend(user, Limit.UPLOAD_MB, amount=11)
    door.spend(user, Limit.UPLOAD_MB, amount=10)


def test_runs_that_wait_or_run_count_for_user_and_endpoint(settings):
    settings.LIMITS = {**settings.LIMITS, "runs": 3, "endpoint_runs": 2}
    run = RunFactory()
    owner, endpoint = run.owner, run.endpoint
    short = {"duration_seconds": 1}
    door.admit_runs(owner, endpoint, parameters=[short])

    with pytest.raises(LimitReached, match="one endpoint"):
        door.admit_runs(owner, endpoint, parameters=[short, short])
    other = EndpointFactory(owner=owner)
    door.admit_runs(owner, other, parameters=[short, short])
    with pytest.raises(LimitReached, match="Runs that wait or run:"):
        door.admit_runs(owner, other, parameters=[short, short, short])


def test_load_of_a_day_counts_what_is_asked_for_and_what_is_deleted(settings):
    settings.LIMITS = {**settings.LIMITS, "load_seconds": 100}
    run = RunFactory(parameters={"duration_seconds": 50, "warmup_seconds": 10})
    door.admit_runs(run.owner, run.endpoint, parameters=[{"duration_seconds": 40}])

    with pytest.raises(LimitReached) as refused:
        door.admit_runs(run.owner, run.endpoint, parameters=[{"duration_seconds": 41}])

    assert refused.value.until == run.created_at + timedelta(days=1)
    door.keep_load_of(run)
    owner = run.owner
    run.delete()
    assert used_of(owner, Limit.LOAD_SECONDS).amount == 60


def test_load_that_was_asked_for_long_ago_counts_on_the_day_on_which_it_was_made():
    now = timezone.now()
    run = RunFactory(parameters={"duration_seconds": 50}, succeeded=True)
    made = {
        "created_at": now - timedelta(days=9),
        "started_at": now - timedelta(hours=1),
    }
    Run.objects.filter(pk=run.pk).update(finished_at=now, **made)

    assert used_of(run.owner, Limit.LOAD_SECONDS).amount == 50
    Run.objects.filter(pk=run.pk).update(finished_at=now - timedelta(hours=25))
    assert used_of(run.owner, Limit.LOAD_SECONDS).amount == 0


def test_load_of_a_day_is_that_of_each_load_generator(settings):
    settings.LIMITS = {**settings.LIMITS, "load_seconds": 100}
    run = RunFactory(parameters={"duration_seconds": 10}, generators=3)
    owner, ten = run.owner, {"duration_seconds": 10}
    assert used_of(owner, Limit.LOAD_SECONDS).amount == 30

    door.admit_runs(owner, run.endpoint, parameters=[ten], generators=7)
    with pytest.raises(LimitReached):
        door.admit_runs(owner, run.endpoint, parameters=[ten], generators=8)

    begun = timezone.now() - timedelta(seconds=4)
    run.started_at, run.finished_at = begun, begun + timedelta(seconds=4)
    assert seconds_of(run) == 12


def test_staff_set_another_value_for_one_user_and_the_audit_log_has_it():
    user, staff = UserFactory(), UserFactory(is_staff=True)

    allowance.change(user, {Limit.CHECKS: 7}, by=staff)

    assert allowance.most_of(user, Limit.CHECKS) == 7
    assert allowance.most_of(staff, Limit.CHECKS) == 2
    entry = AuditEntry.objects.get(action=AuditAction.LIMIT_CHANGED)
    assert entry.details == {"limit": "checks", "before": None, "after": 7}
    allowance.change(user, {Limit.CHECKS: None}, by=staff)
    assert allowance.most_of(user, Limit.CHECKS) == 2


@pytest.mark.django_db(transaction=True)
def test_a_limit_is_held_within_a_transaction_alone():
    user = UserFactory()

    with pytest.raises(transaction.TransactionManagementError):
        door.admit(user, Limit.CHECKS)
