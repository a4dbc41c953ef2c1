"""Load generators: known by name, idle, busy, away, and forgotten at last."""

from datetime import timedelta

import pytest
from django.utils import timezone

from benchruns.generators import registration
from benchruns.models import Generator
from tests.factories import GeneratorFactory, RunFactory

pytestmark = pytest.mark.django_db

FACTS = {"vcpus": 8, "memory_gb": 15.3, "os": "Debian", "tools": {}, "labels": {}}


def state_of(generator):
    return registration.with_states().get(pk=generator.pk).state


def test_one_that_tells_again_stays_one_row_with_what_it_told_last():
    registration.tell("runs@a", FACTS)
    first = Generator.objects.get()
    registration.tell("runs@a", FACTS | {"vcpus": 16})

    last = Generator.objects.get()
    assert (last.pk, last.vcpus, last.created_at) == (first.pk, 16, first.created_at)
    assert last.seen_at > first.seen_at


def test_one_is_busy_while_it_holds_a_run():
    holder, other = GeneratorFactory(), GeneratorFactory()
    RunFactory(
        running=True,
        lease_owner=holder.name,
        lease_expires_at=timezone.now() + timedelta(seconds=30),
    )

    assert (state_of(holder), state_of(other)) == ("busy", "idle")


def test_a_lease_that_ran_out_keeps_nobody_busy():
    holder = GeneratorFactory()
    RunFactory(
        running=True,
        lease_owner=holder.name,
        lease_expires_at=timezone.now() - timedelta(seconds=1),
    )

    assert state_of(holder) == "idle"


def test_one_that_is_silent_is_away_and_comes_back():
    silent = GeneratorFactory(seen_at=timezone.now() - timedelta(seconds=61))

    assert state_of(silent) == "away"
    registration.tell(silent.name, FACTS)
    assert state_of(silent) == "idle"


def test_one_that_was_away_for_long_is_forgotten():
    GeneratorFactory(seen_at=timezone.now() - timedelta(days=31))
    stays = GeneratorFactory(seen_at=timezone.now() - timedelta(days=29))

    registration.tell("runs@a", FACTS)

    assert {g.name for g in Generator.objects.all()} == {stays.name, "runs@a"}
