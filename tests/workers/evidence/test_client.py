"""The load generator's machine: what it finds of itself, and what is stated of it."""

import pytest

from benchruns.comparison.fairness import find
from benchruns.comparison.fairness.results import contexts_of
from tests.factories import ResultFactory
from workers.evidence import client

STATED = {
    "provider": "alibaba-cloud",
    "instance": "ecs.c7.2xlarge",
    "region": "cn-hangzhou",
    "zone": "A",
}


def test_what_nobody_stated_is_not_there(settings):
    settings.LOAD_GENERATOR = dict.fromkeys(STATED, "")

    found = client.describe()

    assert found.keys() == {"instance", "vcpus", "memory_gb", "os"}
    assert found["instance"] == ""
    assert found["vcpus"] > 0


def test_the_environment_states_class_and_place(settings):
    settings.LOAD_GENERATOR = STATED | {"zone": "  A\n"}

    found = client.describe()

    assert {name: found[name] for name in STATED} == STATED


def test_labels_state_class_and_place_as_well(settings):
    settings.LOAD_GENERATOR = dict.fromkeys(STATED, "") | {"region": "cn-hangzhou"}
    settings.LOADGEN_LABELS = {"zone": "A", "class": "ecs.c7.2xlarge", "region": "else"}

    found = client.describe()

    assert (found["zone"], found["instance"]) == ("A", "ecs.c7.2xlarge")
    assert found["region"] == "cn-hangzhou"


@pytest.mark.django_db
def test_own_runs_from_other_places_are_told_apart(settings):
    settings.LOAD_GENERATOR = STATED
    here = client.describe()
    near = ResultFactory(measured=True, region="cn-hangzhou", zone="A", client=here)
    far = ResultFactory(measured=True, region="cn-hangzhou", zone="B", client=here)

    found = {f.code: f for f in find(contexts_of([near, far]), baseline=str(near.pk))}

    assert found["client_place"].values == {
        str(near.pk): "same_zone",
        str(far.pk): "other_zone",
    }


@pytest.mark.django_db
def test_own_runs_from_other_machines_are_told_apart(settings):
    settings.LOAD_GENERATOR = STATED
    one = ResultFactory(measured=True, client=client.describe())
    settings.LOAD_GENERATOR = STATED | {"instance": "ecs.c7.large"}
    other = ResultFactory(measured=True, client=client.describe())

    found = {f.code: f for f in find(contexts_of([one, other]), baseline=str(one.pk))}

    assert found["client_machine"].severity == "caution"
