"""A class's figure in a ranking, and what figures are divided by."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Self
from uuid import UUID

from benchruns.catalogue.pricing.prices import figure_per_price
from benchruns.names.class_words import ClassKey, read_class_word

MOST = 60  # in one picture
# Of the class of each, whose id is read as text: to make a UUID of each would cost more
# than to look them up.
OF_A_CLASS = (
    "key",
    "instance_class__provider_id",
    "instance_class__engine",
    "instance_class__code",
    "instance_class__vcpus",
    "instance_class__memory_gb",
)
Prices = Mapping[str, float | None]  # by the id of the class as text


class Per(StrEnum):
    """What a figure is divided by."""

    CLASS = "class"
    VCPU = "vcpu"
    GB = "gb"
    PRICE = "price"


@dataclass(frozen=True, slots=True, kw_only=True)
class RankFigure:
    """``value`` is its TPS, or TPS per vCPU, GB or price; None without a price."""

    result_id: UUID
    key: ClassKey
    value: float | None
    is_doubted: bool

    @property
    def place(self) -> tuple[object, ...]:
        """To sort by: what is sure first, then the highest."""
        return (
            self.is_doubted,
            -(self.value or 0),
            self.key.code,
            str(self.result_id),
        )

    @classmethod
    def of_row(cls, row: Sequence[Any], per: Per, prices: Prices) -> Self:
        """Whether it is doubted, the result's id, its TPS, then OF_A_CLASS."""
        is_doubted, result_id, tps, class_id, provider, engine, code, *size = row
        value: float | None = tps
        if per is Per.VCPU:
            value = tps / size[0] if size[0] else None
        elif per is Per.GB:
            value = tps / size[1] if size[1] else None
        elif per is Per.PRICE:
            value = figure_per_price(tps, prices.get(class_id))
        key = ClassKey(provider=provider, engine=engine, code=code)
        return cls(
            result_id=result_id, key=key, value=value, is_doubted=bool(is_doubted)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RankFigures:
    """The ``best`` of all there are, MOST at least where there are so many.

    ``origins`` counts all by provider and engine of the class, ``taken_off`` those that are
    left out by wish, ``priceless`` for want of a price, and ``count`` those that are left.
    """

    best: Sequence[RankFigure] = ()
    origins: Counter[tuple[str, str]] = field(default_factory=Counter)
    taken_off: int = 0
    priceless: int = 0
    count: int = 0

    def __add__(self, other: Self) -> Self:
        return type(self)(
            best=[*self.best, *other.best],
            origins=self.origins + other.origins,
            taken_off=self.taken_off + other.taken_off,
            priceless=self.priceless + other.priceless,
            count=self.count + other.count,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenOff:
    """Providers, engines and classes that a reader does not want to see."""

    providers: frozenset[str]
    engines: frozenset[str]
    classes: frozenset[ClassKey]

    @classmethod
    def read(cls, words: Collection[str]) -> Self:
        """``provider:``, ``engine:`` or ``class:`` with a name; others ask for nothing."""
        parts = [word.partition(":") for word in words]
        keys = (read_class_word(name) for kind, _, name in parts if kind == "class")
        return cls(
            providers=frozenset(name for kind, _, name in parts if kind == "provider"),
            engines=frozenset(name for kind, _, name in parts if kind == "engine"),
            classes=frozenset(key for key in keys if key is not None),
        )

    @property
    def is_nothing(self) -> bool:
        return not (self.providers or self.engines or self.classes)

    def has(self, key: ClassKey) -> bool:
        return (
            key.provider in self.providers
            or key.engine in self.engines
            or key in self.classes
        )
