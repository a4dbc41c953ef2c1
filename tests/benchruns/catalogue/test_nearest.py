"""The classes nearest to a server's size."""

import pytest

from benchruns.catalogue.nearest import Size, nearest, of_endpoint
from tests.factories import (
    EndpointFactory,
    InstanceClassFactory,
    ProviderFactory,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def acme():
    return ProviderFactory(slug="acme")


def sell(provider, code, vcpus, memory_gb, **more):
    return InstanceClassFactory(
        provider=provider, code=code, vcpus=vcpus, memory_gb=memory_gb, **more
    )


def codes(**known):
    size = {"engine": "mysql", "vcpus": None, "memory_gb": None} | known
    return [sold.code for sold in nearest(Size(**size))]


def test_the_nearest_come_first_and_none_that_is_far(acme):
    for code, vcpus, memory in (("a", 2, 4), ("b", 4, 8), ("c", 4, 16), ("d", 16, 64)):
        sell(acme, code, vcpus, memory)

    assert codes(vcpus=4, memory_gb=15.5) == ["c", "b"]
    assert codes(vcpus=4) == ["b", "c", "a"]
    assert codes(memory_gb=60) == ["d"]
    assert codes(vcpus=64, memory_gb=8) == []
    assert codes() == []


def test_classes_of_the_engine_itself_come_before_those_of_its_protocol(acme):
    sell(acme, "a", 2, 4, engine="mariadb")
    sell(acme, "b", 2, 4, engine="mysql")
    sell(acme, "c", 2, 4, engine="postgresql")

    assert codes(vcpus=2, memory_gb=4) == ["b", "a"]


def test_a_stated_provider_narrows_it(acme):
    sell(acme, "a", 2, 4)
    sell(ProviderFactory(slug="other"), "b", 2, 4)

    assert codes(vcpus=2, memory_gb=4, provider="other") == ["b"]
    assert codes(vcpus=2, memory_gb=4, provider="none") == []


def test_an_endpoint_that_names_its_class_is_offered_none(acme):
    sold = sell(acme, "a", 2, 4)

    assert of_endpoint(EndpointFactory(vcpus=2, memory_gb=4)) == [sold]
    assert of_endpoint(EndpointFactory(instance_class=sold)) == []
