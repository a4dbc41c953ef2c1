"""A need that is asked, classes and results that meet it, and doubts of these."""

from django.contrib.auth.models import AnonymousUser

from benchruns.catalogue.needs.need import Need
from benchruns.catalogue.needs.report import find
from tests.factories import InstanceClassFactory, ResultFactory

CAUTION = {"code": "qps_tps_ratio", "severity": "caution"}
OF_REGIME = {"code": "regime_label", "severity": "caution"}


def asked(*, user=None, **need):
    words = {"tps": 2000, "regime": "disk_io"} | need
    return find(Need(**words), user=user or AnonymousUser())


def sold(vcpus=2, memory_gb=4.0, **facts):
    return InstanceClassFactory(vcpus=vcpus, memory_gb=memory_gb, **facts)


def result(of, tps=2500, **facts):
    words = {"regime": "disk_io", "tps": tps, "latency_p95_ms": None} | facts
    return ResultFactory(instance_class=of, **words)


def codes(candidates):
    return [candidate.instance_class.code for candidate in candidates]


def outcomes(candidates):
    return {c.instance_class.code: str(c.standing.outcome) for c in candidates}
