"""A need that is asked, classes and results that meet it, and doubts of these."""

from datetime import timedelta

from django.contrib.auth.models import AnonymousUser

from benchruns.catalogue.needs.need import Need
from benchruns.catalogue.needs.report import find
from benchruns.models import Series
from tests.factories import (
    NOON,
    EndpointFactory,
    InstanceClassFactory,
    ResultFactory,
)

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


def repeats(of, *tps, p95=(), visibility="public", **facts):
    """Measured on one endpoint of the class within an hour, in this order."""
    endpoint = EndpointFactory(engine=of.engine)
    series = Series.objects.create(
        endpoint=endpoint, workload="oltp_read_write", parameters={}, parameters_key="a"
    )
    late = p95 or [None] * len(tps)
    return [
        ResultFactory(
            measured=True,
            series=series,
            owner=endpoint.owner,
            endpoint=endpoint,
            visibility=visibility,
            instance_class=of,
            provider=of.provider,
            measured_at=NOON + timedelta(minutes=number),
            tps=value,
            qps=20 * value,
            latency_p95_ms=p95_ms,
            **{"regime": "disk_io", "engine_version_full": "8.0.36", **facts},
        )
        for number, (value, p95_ms) in enumerate(zip(tps, late, strict=True))
    ]


def codes(candidates):
    return [candidate.instance_class.code for candidate in candidates]


def outcomes(candidates):
    return {c.instance_class.code: str(c.standing.outcome) for c in candidates}
