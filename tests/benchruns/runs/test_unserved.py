"""A run that no load generator can serve: its owner is told, once."""

from datetime import timedelta

import pytest
from django.utils import timezone

from benchruns.models import Notice
from benchruns.runs.lifecycle import unserved
from benchruns.sentences.generators import notices as of_generators
from tests.factories import GeneratorFactory, RunFactory
from tests.portal.api.rows import sweep_of

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

RACK_5 = {"rack": "5"}
AWHILE_AGO = timezone.now() - timedelta(minutes=3)


def test_its_owner_is_told_once_by_a_notice_and_an_event():
    run = RunFactory(
        endpoint__name="shop", generator_labels=RACK_5, queued_at=AWHILE_AGO
    )

    unserved.tell()
    unserved.tell()

    told = Notice.objects.get()
    assert (told.user, told.run) == (run.owner, run)
    assert of_generators.notice(told) == (
        "A run on shop waited in vain. No load generator that is connected has rack=5."
    )
    assert [event.code for event in run.events.all()] == ["no_generator"]


def test_its_owner_is_told_which_tool_is_missing():
    GeneratorFactory(labels=RACK_5, tools={"sysbench": "1.0.20"})
    RunFactory(
        endpoint__name="shop",
        workload="pgbench_read_only",
        generator_labels=RACK_5,
        queued_at=AWHILE_AGO,
    )

    unserved.tell()

    told = Notice.objects.get()
    assert of_generators.notice(told) == (
        "A run on shop waited in vain. No load generator that is connected has pgbench "
        "and rack=5."
    )
    assert "Install pgbench on the machine of a worker of runs" in of_generators.body(
        told
    )


def test_nobody_is_told_of_one_that_can_be_served_or_has_just_come():
    GeneratorFactory(labels=RACK_5)
    RunFactory(generator_labels=RACK_5, queued_at=AWHILE_AGO)
    RunFactory(generator_labels={"rack": "6"}, queued_at=timezone.now())
    RunFactory(queued_at=AWHILE_AGO)

    unserved.tell()

    assert not Notice.objects.exists()


def test_several_generators_that_are_not_there_are_told_of_too():
    GeneratorFactory()
    RunFactory(generators=3, queued_at=AWHILE_AGO)

    unserved.tell()

    told = of_generators.notice(Notice.objects.get())
    assert "Fewer than 3 load generators are connected." in told


def test_of_a_sweep_one_run_is_told_of():
    sweep = sweep_of(
        *(RunFactory() for _ in range(3)), queued_at=AWHILE_AGO, generator_labels=RACK_5
    )

    unserved.tell()

    assert Notice.objects.get().run.sweep == sweep
