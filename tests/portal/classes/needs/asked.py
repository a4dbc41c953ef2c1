"""The page of needs, questions to it, and classes that answer them."""

from tests.factories import InstanceClassFactory, ResultFactory

PATH = "/classes/need/"
ASKED = "tps=2000&regime=disk_io&engine=mysql&version=8.0"
CACHED = ASKED.replace("disk_io", "cached")


def found(**facts):
    """A class with a result that reaches 2,000 TPS from disk."""
    words = {"regime": "disk_io", "tps": 2500, "latency_p95_ms": None} | facts
    return ResultFactory(**words).instance_class


def class_of(code, vcpus, memory_gb):
    return InstanceClassFactory(code=code, vcpus=vcpus, memory_gb=memory_gb)
