"""The classes of the catalogue that come nearest to a server's size."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log2

from benchruns.engines import ENGINES
from benchruns.models import Endpoint, InstanceClass

MOST = 3
# Beyond twice or half of the vCPUs or the memory it is another class, and no near one.
FARTHEST = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """What is known of a server; ``provider`` is a slug. None and empty: not known."""

    engine: str
    vcpus: int | None
    memory_gb: float | None
    provider: str = ""

    @property
    def is_known(self) -> bool:
        return bool(self.vcpus or self.memory_gb)


def nearest(size: Size) -> Sequence[InstanceClass]:
    """At most three, the nearest first; of the provider alone, where one is known.

    Of the engine and of those that speak its protocol, its own first. None where
    neither vCPUs nor memory are known.
    """
    if not size.is_known:
        return []
    family = ENGINES[size.engine].family
    engines = [name for name, engine in ENGINES.items() if engine.family is family]
    sold = InstanceClass.objects.filter(engine__in=engines).select_related("provider")
    if size.provider:
        sold = sold.filter(provider=size.provider)
    near = [
        (max(steps), sum(steps), each) for each in sold if (steps := _steps(size, each))
    ]
    near = [found for found in near if found[0] <= FARTHEST]
    near.sort(
        key=lambda found: (found[1], found[2].engine != size.engine, found[2].code)
    )
    return [each for _farthest, _all, each in near[:MOST]]


def of_endpoint(endpoint: Endpoint) -> Sequence[InstanceClass]:
    """Empty for one that names its class."""
    if endpoint.instance_class_id is not None:
        return []
    return nearest(
        Size(
            engine=endpoint.engine,
            vcpus=endpoint.vcpus,
            memory_gb=endpoint.memory_gb,
            provider=endpoint.provider_id or "",
        )
    )


def _steps(size: Size, sold: InstanceClass) -> list[float]:
    """How often each known one is to be doubled or halved."""
    pairs: Iterable[tuple[float | None, float]] = (
        (size.vcpus, sold.vcpus),
        (size.memory_gb, sold.memory_gb),
    )
    return [abs(log2(mine / other)) for mine, other in pairs if mine and other]
