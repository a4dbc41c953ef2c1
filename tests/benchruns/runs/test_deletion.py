"""Runs that came to nothing are deleted; what something rests on stays."""

import pytest

from benchruns.errors import NotAllowed
from benchruns.models import AuditEntry, DataSet, Run, Sweep
from benchruns.runs import lifecycle
from benchruns.submissions.rewards import audit
from tests.factories import (
    NOON,
    DataSetFactory,
    EventFactory,
    OutputFactory,
    ResultFactory,
    RunFactory,
    SampleFactory,
    ServerFactory,
    UserFactory,
)
from tests.portal.api.rows import sweep_of

pytestmark = pytest.mark.django_db


def refused(run):
    with pytest.raises(NotAllowed) as refusal:
        lifecycle.delete(run.pk, by=run.owner)
    assert Run.objects.filter(pk=run.pk).exists()
    assert not AuditEntry.objects.exists()
    return str(refusal.value)


@pytest.mark.parametrize("state", ["failed", "cancelled"])
def test_its_events_go_to_the_audit_log(state):
    run = RunFactory(name="second try", **{state: True})
    SampleFactory(run=run)
    EventFactory(run=run, code="cancel_requested")
    if run.attempts.exists():
        OutputFactory(attempt=run.attempts.get())
    codes = list(run.events.order_by("id").values_list("code", flat=True))

    lifecycle.delete(run.pk, by=run.owner)

    assert not Run.objects.exists()
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.action) == (run.owner, "run_deleted")
    assert entry.details["run"] == str(run.pk)
    assert entry.subject_name == "second try"
    assert [event["code"] for event in entry.details["events"]] == codes
    assert not audit.entries(UserFactory(staff=True)).exists()  # is of rewards


@pytest.mark.parametrize(
    ("traits", "sentence"),
    [
        ({}, "Cancel it first."),
        ({"scheduled": True}, "Cancel it first."),
        ({"running": True}, "Cancel it first."),
        ({"succeeded": True}, "Unpublish it, or exclude the result"),
    ],
)
def test_a_run_of_another_state_stays_and_says_what_to_do(traits, sentence):
    assert sentence in refused(RunFactory(**traits))


def test_a_run_that_has_a_result_all_the_same_stays():
    run = RunFactory(failed=True)
    ResultFactory(measured=True, run=run)

    assert "keeps its address" in refused(run)


def test_a_run_whose_data_lies_on_the_server_stays():
    left = DataSetFactory(run=RunFactory(failed=True), server=ServerFactory())

    assert left.workspace in refused(left.run)


def test_data_sets_that_were_dropped_are_forgotten_unless_others_used_them():
    run = RunFactory(failed=True)
    own = DataSetFactory(run=run, server=ServerFactory(), dropped_at=NOON)
    used = DataSetFactory(run=run, server=ServerFactory(), dropped_at=NOON)
    Run.objects.filter(pk=run.pk).update(data_set=own)
    other = RunFactory(succeeded=True, data_set=used)

    lifecycle.delete(run.pk, by=run.owner)

    assert DataSet.objects.get() == used
    assert Run.objects.get() == other
    assert DataSet.objects.get().run is None


@pytest.mark.parametrize("traits", [{"succeeded": True}, {"running": True}])
def test_a_run_of_a_sweep_that_has_others_stays(traits):
    failed = RunFactory(failed=True)
    other = RunFactory(owner=failed.owner, endpoint=failed.endpoint, **traits)
    sweep_of(failed, other, threads=[1, 2])

    failed.refresh_from_db()
    assert "Its sweep has other runs" in refused(failed)


def test_a_sweep_goes_with_its_last_run():
    runs = [RunFactory(failed=True), RunFactory(cancelled=True)]
    sweep_of(*runs, threads=[1, 2])

    lifecycle.delete(runs[0].pk, by=runs[0].owner)
    assert Sweep.objects.exists()
    lifecycle.delete(runs[1].pk, by=runs[0].owner)

    assert not Sweep.objects.exists()
