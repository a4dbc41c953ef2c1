"""Valid schedules and their times."""

from datetime import timedelta

import factory
from factory.django import DjangoModelFactory

from benchruns.models import Occurrence, Schedule
from tests.factories import NOON, EndpointFactory, UserFactory

LOAD = {
    "workload": "oltp_read_write",
    "parameters": {
        "tables": 1,
        "table_size": 1000,
        "threads": 1,
        "duration_seconds": 5,
    },
    "threads": None,
    "repetitions": 1,
}


class ScheduleFactory(DjangoModelFactory[Schedule]):
    """Every minute from noon on; due at ``next_at``, unless ``paused``."""

    class Meta:
        model = Schedule

    class Params:
        paused = factory.Trait(paused_at=NOON, paused_for="by_hand", next_at=None)
        sweep = factory.Trait(
            request=LOAD | {"threads": [1, 2], "repetitions": 2, "settle_seconds": 0}
        )

    owner = factory.SubFactory(UserFactory)
    endpoint = factory.SubFactory(
        EndpointFactory, checked=True, owner=factory.SelfAttribute("..owner")
    )
    name = factory.Sequence(lambda n: f"nightly-{n}")
    request = LOAD
    every_seconds = 60
    starts_at = NOON
    next_at = NOON + timedelta(minutes=1)


class OccurrenceFactory(DjangoModelFactory[Occurrence]):
    class Meta:
        model = Occurrence

    schedule = factory.SubFactory(ScheduleFactory)
    due_at = factory.Sequence(lambda n: NOON + timedelta(minutes=n))
    at = factory.SelfAttribute("due_at")
    state = "started"
