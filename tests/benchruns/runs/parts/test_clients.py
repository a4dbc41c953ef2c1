"""The client of a run that several load generators made, and what comparisons say of it."""

import pytest

from benchruns.comparison.fairness import find
from benchruns.comparison.fairness.results import contexts_of
from benchruns.runs.parts import moves
from benchruns.runs.parts.clients import client_of, tool_version_of
from benchruns.sentences.fairness.table import worded_difference
from tests.factories import ResultFactory, RunFactory

pytestmark = pytest.mark.django_db

HERE = {
    "instance": "ecs.c7.large",
    "vcpus": 2,
    "memory_gb": 4.0,
    "os": "Debian",
    "region": "cn-hangzhou",
    "zone": "A",
}


def client_of_two(other):
    """Of a run whose first generator is ``HERE``."""
    run = RunFactory(running=True, generators=2)
    attempt = run.attempts.get()
    attempt.client = HERE
    moves.offer(run.pk, attempt=1, shares=[{}, {}], worker="first")
    moves.of_attempt(run.pk, 1).filter(number=1).update(client=HERE)
    moves.of_attempt(run.pk, 1).filter(number=2).update(client=other)
    return client_of(run, attempt)


def test_one_generators_client_is_as_it_told():
    run = RunFactory(running=True)
    attempt = run.attempts.get()
    attempt.client = HERE

    assert client_of(run, attempt) == HERE


def test_several_of_one_place_have_it_and_say_how_many_they_are():
    assert client_of_two(HERE) == HERE | {"generators": 2}


def test_of_several_places_each_is_stated_and_none_as_that_of_all():
    found = client_of_two(HERE | {"region": "cn-beijing", "zone": "C"})

    assert not {"region", "zone"} & found.keys()
    assert found["places"] == [
        {"region": "cn-beijing", "zone": "C"},
        {"region": "cn-hangzhou", "zone": "A"},
    ]
    assert found["vcpus"] == 2


def test_generators_in_several_zones_stood_elsewhere_than_those_in_one():
    place = {"region": "cn-hangzhou", "zone": "A"}
    near = ResultFactory(measured=True, client=client_of_two(HERE), **place)
    spread = ResultFactory(
        measured=True, client=client_of_two(HERE | {"zone": "B"}), **place
    )

    found = {
        f.code: f for f in find(contexts_of([near, spread]), baseline=str(near.pk))
    }

    assert "client_machine" not in found
    said = worded_difference(found["client_place"])
    assert said.severity == "caution"
    assert "load generators at several distances" in said.message


def test_generators_in_two_zones_that_are_both_not_the_servers_are_equally_far():
    clients = client_of_two(HERE | {"zone": "B"})
    one = ResultFactory(measured=True, client=HERE, region="cn-hangzhou", zone="C")
    two = ResultFactory(measured=True, client=clients, region="cn-hangzhou", zone="C")

    found = {f.code for f in find(contexts_of([one, two]), baseline=str(one.pk))}

    assert "client_place" not in found


def test_more_generators_are_another_client_in_a_comparison():
    one = ResultFactory(measured=True, client=HERE)
    two = ResultFactory(measured=True, client=HERE | {"generators": 2})

    found = {f.code: f for f in find(contexts_of([one, two]), baseline=str(one.pk))}

    assert found["client_machine"].severity == "caution"
    said = worded_difference(found["client_machine"]).message
    assert "2 load generators, ecs.c7.large, 2 vCPU" in said


def test_two_versions_of_the_tool_are_both_named_and_another_than_one():
    run = RunFactory(running=True, generators=2)
    attempt = run.attempts.get()
    attempt.tool_version = "1.0.20"
    moves.offer(run.pk, attempt=1, shares=[{}, {}], worker="first")
    parts = moves.of_attempt(run.pk, 1)

    parts.update(tool_version="1.0.20")
    assert tool_version_of(run, attempt) == "1.0.20"
    parts.filter(number=2).update(tool_version="1.0.18")
    assert tool_version_of(run, attempt) == "1.0.18, 1.0.20"
