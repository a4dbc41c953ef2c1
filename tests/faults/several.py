"""Runs of two load generators, each a process of its own, in a phase that lasts."""

from django.utils import timezone

from benchruns.models import DataSet, Run, RunPart
from portal import dispatch
from tests import waiting
from tests.stack import tools
from tests.targets import endpoint_of, queue

MUCH = {
    "prepare": {"table_size": 1_000_000},
    "warmup": {"warmup_seconds": waiting.ENDLESS_SECONDS},
    "measure": {"duration_seconds": waiting.ENDLESS_SECONDS},
}
LITTLE = {"table_size": 2_000, "warmup_seconds": 1, "duration_seconds": 3}


def begun(target, phase: str, *, goes_on: bool = False, **parameters) -> Run:
    asked = MUCH[phase] | parameters
    run = queue(endpoint_of(target), "oltp_read_only", **asked)
    Run.objects.filter(pk=run.pk).update(generators=2, goes_on_without_lost=goes_on)
    dispatch.announce(run.id)
    waiting.for_phase(run, phase)
    expected = 1 if phase == "prepare" else 2
    waiting.until(lambda: len(tools(target)) == expected, what=f"the tools of {phase}")
    return run


def program_of(worker: str) -> str:
    """``second@host`` is the program of this name."""
    return worker.partition("@")[0]


def let_parts_run_out() -> None:
    RunPart.objects.exclude(lease_expires_at=None).update(
        lease_expires_at=timezone.now()
    )


def nothing_is_left(run: Run, target) -> None:
    waiting.until(lambda: not tools(target), what="the end of all tools")
    assert not RunPart.objects.exclude(lease_expires_at=None).exists()
    assert not DataSet.objects.filter(dropped_at__isnull=True).exists()
    seconds = list(run.samples.values_list("attempt", "second"))
    assert len(seconds) == len(set(seconds))
