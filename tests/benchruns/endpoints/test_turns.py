"""Whose check a worker takes: users in turn, each one's oldest first."""

import threading
from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from benchruns.endpoints import turns
from benchruns.models import Check
from tests import waiting
from tests.factories import CheckFactory, EndpointFactory, UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def asked(owner, *, minutes_ago: float = 0) -> Check:
    check = Check.objects.create(endpoint=EndpointFactory(owner=owner))
    at = timezone.now() - timedelta(minutes=minutes_ago)
    Check.objects.filter(pk=check.pk).update(requested_at=at)
    return check


def test_a_user_with_many_checks_has_one_of_them_done_before_another_has_theirs():
    ann, ben, eva = UserFactory(), UserFactory(), UserFactory()
    anns = [asked(ann, minutes_ago=60 - number) for number in range(4)]
    bens = asked(ben, minutes_ago=2)
    evas = asked(eva, minutes_ago=1)

    order = [turns.take() for _ in range(6)]

    assert order == [each.pk for each in (anns[0], bens, evas, *anns[1:])]
    assert turns.take() is None


def test_a_turn_outlives_the_check_that_it_was_for():
    ann, ben = UserFactory(), UserFactory()
    first = asked(ann, minutes_ago=3)
    assert turns.take() == first.pk
    first.delete()
    asked(ann, minutes_ago=2)
    bens = asked(ben)

    assert turns.take() == bens.pk


def test_nothing_is_sent_to_the_servers_of_a_closed_account():
    asked(UserFactory(is_active=False))
    bens = asked(UserFactory())

    assert [turns.take(), turns.take()] == [bens.pk, None]


def test_checks_that_are_done_or_under_way_are_not_taken():
    CheckFactory(endpoint=EndpointFactory(), finished_at=timezone.now())
    under_way = asked(UserFactory())
    assert turns.take() == under_way.pk

    assert turns.take() is None
    turns.give_back(under_way.pk)
    assert turns.take() == under_way.pk


def test_a_check_whose_worker_is_gone_waits_again():
    lost = asked(UserFactory(), minutes_ago=1)
    turns.take()
    limit = timedelta(seconds=settings.CHECK_LIMIT_SECONDS)
    Check.objects.update(started_at=timezone.now() - limit)

    assert turns.overdue(seconds=30, most=2) == [lost.pk]
    assert turns.take() == lost.pk
    assert turns.take() is None


def test_checks_that_wait_for_long_are_announced_again_the_oldest_first():
    owner = UserFactory()
    late = [asked(owner, minutes_ago=ago) for ago in (3, 2, 1)]
    asked(owner)

    assert turns.overdue(seconds=30, most=2) == [each.pk for each in late[:2]]


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_never_take_the_same_check():
    owner = UserFactory()
    checks = {asked(owner).pk for _ in range(4)}
    ready, taken = threading.Barrier(4), []

    def take() -> None:
        ready.wait()
        taken.append(turns.take())
        connection.close()

    threads = [threading.Thread(target=take, name=f"worker {n}") for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        waiting.for_thread(thread)

    assert len(taken) == len(set(taken))
    assert set(taken) <= checks
