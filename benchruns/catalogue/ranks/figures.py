"""A class's figure in a ranking, and what figures are divided by."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Self
from uuid import UUID

from django.db.models import Case, IntegerField, Value, When

from benchruns.catalogue.pricing.prices import figure_per_price
from benchruns.figures.durations import ENDS, NOT_KNOWN, band_of
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


def band() -> Case:
    """The band of durations of a result, as ``band_of`` has it; for a query of results."""
    ends = (
        When(duration_s__lt=end, then=Value(number))
        for number, end in enumerate(ENDS, start=1)
    )
    return Case(
        When(duration_s__isnull=True, then=Value(NOT_KNOWN)),
        *ends,
        default=Value(len(ENDS) + 1),
        output_field=IntegerField(),
    )


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
    seconds: float | None

    @property
    def band(self) -> int:
        return band_of(self.seconds)

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
        """Whether it is doubted, the result's id, its TPS and seconds, then OF_A_CLASS."""
        is_doubted, result_id, tps, seconds, *of_class = row
        class_id, provider, engine, code, *size = of_class
        value: float | None = tps
        if per is Per.VCPU:
            value = tps / size[0] if size[0] else None
        elif per is Per.GB:
            value = tps / size[1] if size[1] else None
        elif per is Per.PRICE:
            value = figure_per_price(tps, prices.get(class_id))
        key = ClassKey(provider=provider, engine=engine, code=code)
        return cls(
            result_id=result_id,
            key=key,
            value=value,
            is_doubted=bool(is_doubted),
            seconds=seconds,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Durations:
    """Of the figures of one band: the ``shortest`` and ``longest`` time that was measured.

    Seconds, None where they are not known. ``origins`` counts all figures by provider and
    engine of the class.
    """

    shortest: float | None = None
    longest: float | None = None
    origins: Counter[tuple[str, str]] = field(default_factory=Counter)

    @property
    def count(self) -> int:
        return self.origins.total()

    def __add__(self, other: Self) -> Self:
        return type(self)(
            shortest=min(_known(self.shortest, other.shortest), default=None),
            longest=max(_known(self.longest, other.longest), default=None),
            origins=self.origins + other.origins,
        )


def _known(*seconds: float | None) -> list[float]:
    return [each for each in seconds if each is not None]


ByBand = Mapping[int, Durations]


def joined(one: ByBand, other: ByBand) -> ByBand:
    nothing = Durations()
    return {
        number: one.get(number, nothing) + other.get(number, nothing)
        for number in {*one, *other}
    }


def most_of(bands: ByBand) -> int:
    """The band with most figures, of equal ones the longest."""
    return max(bands, key=lambda each: (bands[each].count, each), default=NOT_KNOWN)


@dataclass(frozen=True, slots=True, kw_only=True)
class RankFigures:
    """The ``best`` of a band, MOST at least where there are so many.

    ``taken_off`` counts those that are left out by wish, ``priceless`` for want of a price,
    and ``count`` those that are left.
    """

    best: Sequence[RankFigure] = ()
    taken_off: int = 0
    priceless: int = 0
    count: int = 0

    def __add__(self, other: Self) -> Self:
        return type(self)(
            best=[*self.best, *other.best],
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
