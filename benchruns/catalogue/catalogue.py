"""The catalogue of instance classes: what matches, counts, the best figures of a page.

A class is (provider, engine, code), so its figures are those of its own results. One
query reads what every class is chosen by, in the order asked for; the figures are looked
up for the classes of one page alone, so their cost does not grow with the results.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.db.models import (
    BooleanField,
    Case,
    CharField,
    ExpressionWrapper,
    IntegerField,
    Q,
    QuerySet,
    Value,
    When,
)
from django.db.models.expressions import BaseExpression, Combinable
from django.db.models.functions import Cast

from benchruns.catalogue.best_results import has_flags
from benchruns.catalogue.columns import BEYOND, PER_PRICE, PRICED, column
from benchruns.catalogue.facets import Choices, Facet, Kind, facets, has_facets
from benchruns.catalogue.figures import ClassFigures, figures_of, with_repeats
from benchruns.catalogue.loads import LOADS
from benchruns.catalogue.number_filter import NumberFilter
from benchruns.catalogue.pricing.prices import Choice, figure_per_price, with_prices
from benchruns.catalogue.summaries.validity import Viewer
from benchruns.models import InstanceClass, Provider

PAGE_SIZE = 50
CHUNK = 500
DEFAULT_SORT = "vcpu"
THEN_BY = {"vcpu": ("memory",), "memory": ("vcpu",)}
ASKED = (
    "key",
    "engine",
    "provider_id",
    "family",
    "vcpus",
    "memory_gb",
    "flags",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What a reader chose; an empty choice takes everything.

    ``chosen`` has keys of FACETS, ``numbers`` of NUMBERS; ``sort`` is one of SORTS, with
    a leading ``-`` for descending. Without ``price`` no class has a price. ``loads`` are
    the best figures to look up, names of LOADS.
    """

    chosen: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    numbers: Mapping[str, NumberFilter] = field(default_factory=dict)
    has: tuple[str, ...] = ()
    text: str = ""
    sort: str = DEFAULT_SORT
    page: int = 1
    price: Choice | None = None
    loads: tuple[str, ...] = tuple(LOADS)

    @property
    def is_everything(self) -> bool:
        return not (self.chosen or self.numbers or self.has or self.text)

    @property
    def names_engine(self) -> bool:
        """Whether classes of more than one engine may be found."""
        return len(self.chosen.get("engine", ())) != 1

    @property
    def choices(self) -> Choices:
        return Choices(chosen=self.chosen, has=self.has)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassRow:
    """A class with what its columns show; ``price`` is an hour's."""

    instance_class: InstanceClass
    figures: ClassFigures
    price: float | None = None
    priced_on: date | None = None

    def number(self, name: str) -> float | None:
        """One of LOADS, PER_PRICE, ``price`` or ``results``."""
        if name == "results":
            return self.figures.result_count
        if name == "price":
            return self.price
        if name in PER_PRICE:
            return figure_per_price(self.number(PER_PRICE[name]), self.price)
        best = self.figures.best.get(name)
        return best.first.value if best else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalogue:
    """A page of classes; ``page`` holds their ids and counts what matches."""

    selection: Selection
    page: Page[str]
    rows: Sequence[ClassRow]
    total: int
    facets: Mapping[str, Sequence[Facet]]
    has: Sequence[Facet]


def catalogue(selection: Selection, *, user: Viewer) -> Catalogue:
    """The page of classes that a selection asks for, in a constant number of queries."""
    kinds = _kinds(selection, user)
    counted = Counter(kinds.values())
    page = Paginator(_chosen(kinds, selection), PAGE_SIZE).get_page(selection.page)
    return Catalogue(
        selection=selection,
        page=page,
        rows=_with_repeats(
            _rows([UUID(each) for each in page.object_list], selection, user), user
        ),
        total=len(kinds),
        facets=_facets(counted, selection),
        has=has_facets(counted, selection.choices),
    )


def facets_of(selection: Selection, *, user: Viewer) -> Mapping[str, Sequence[Facet]]:
    """Those of ``catalogue``, without a page; none of an empty catalogue."""
    counted = Counter(_kinds(selection, user).values())
    return _facets(counted, selection) if counted else {}


def _facets(
    counted: Counter[Kind], selection: Selection
) -> Mapping[str, Sequence[Facet]]:
    providers = dict(Provider.objects.values_list("slug", "name"))
    return facets(counted, selection.choices, providers)


def matching_ids(selection: Selection, *, user: Viewer) -> list[UUID]:
    """Every class of a selection, in its order."""
    return [UUID(each) for each in _chosen(_kinds(selection, user), selection)]


def all_matching(selection: Selection, *, user: Viewer) -> Iterator[ClassRow]:
    """Every class of a selection with its figures, in its order; for downloads."""
    ids = matching_ids(selection, user=user)
    for start in range(0, len(ids), CHUNK):
        yield from _rows(ids[start : start + CHUNK], selection, user)


def _chosen(kinds: Mapping[str, Kind], selection: Selection) -> list[str]:
    let_in = {kind for kind in set(kinds.values()) if selection.choices.lets(kind)}
    return [each for each, kind in kinds.items() if kind in let_in]


def _kinds(selection: Selection, user: Viewer) -> dict[str, Kind]:
    """All classes there are, in the order asked for, by their ids as text.

    Making a UUID of each would cost more than all the counting.
    """
    rows = (
        _prepared(selection, user)
        .annotate(flags=_flags(selection, user), key=Cast("pk", CharField()))
        .order_by(*_ordering(selection, user), "code", "pk")
        .values_list(*ASKED)
    )
    known: dict[tuple[Any, ...], Kind] = {}  # Any: as the database gives them
    found = {}
    for key, *facts in rows:
        kind = tuple(facts)
        found[key] = known.get(kind) or known.setdefault(kind, _kind(*kind))
    return found


def _flags(selection: Selection, user: Viewer) -> Combinable:
    """What a class has, and in the lowest bit whether it fits."""
    fits = Case(When(_fits(selection), then=1), default=0, output_field=IntegerField())
    return has_flags(user) * 2 + fits


def _kind(
    engine: str, provider: str, family: str, vcpus: int, memory_gb: float, flags: int
) -> Kind:
    fits, cached, disk_io, legacy, measured = (bool(flags & 2**n) for n in range(5))
    has = {"regimes": cached and disk_io, "legacy": legacy, "measured": measured}
    return Kind(
        engine=engine,
        provider=provider,
        family=family,
        per_vcpu=memory_gb / vcpus if vcpus else None,
        has=frozenset(word for word, is_there in has.items() if is_there),
        fits=fits,
    )


def _prepared(selection: Selection, user: Viewer) -> QuerySet[InstanceClass]:
    """Classes with an alias ``number_<name>`` for each number that is filtered by."""
    classes = InstanceClass.objects.all()
    if selection.price and PRICED.intersection(_used(selection)):
        classes = with_prices(classes, selection.price)
    return classes.alias(
        **{
            f"number_{name}": column(name, user)
            for name in selection.numbers
            if _is_known(name, selection)
        }
    )


def _used(selection: Selection) -> tuple[str, ...]:
    return (*selection.numbers, selection.sort.removeprefix("-"))


def _is_known(name: str, selection: Selection) -> bool:
    """Prices are, once a reader has chosen which."""
    return name not in PRICED or selection.price is not None


def _fits(selection: Selection) -> BaseExpression:
    wanted = _text_matches(selection.text)
    for name, expression in selection.numbers.items():
        if _is_known(name, selection):
            wanted &= expression.as_q(f"number_{name}")
        elif not expression.matches(None):
            return Value(value=False, output_field=BooleanField())
    if not wanted:
        return Value(value=True, output_field=BooleanField())
    return ExpressionWrapper(wanted, output_field=BooleanField())


def _text_matches(text: str) -> Q:
    if not text:
        return Q()
    return (
        Q(code__icontains=text)
        | Q(provider__name__icontains=text)
        | Q(family__icontains=text)
        | Q(edition__icontains=text)
    )


def _ordering(selection: Selection, user: Viewer) -> list[Any]:  # Any: expressions
    """What is not known comes last in both directions, after what is in doubt."""
    first = selection.sort.removeprefix("-")
    if not _is_known(first, selection):
        first = DEFAULT_SORT
    is_falling = selection.sort.startswith("-")
    columns = [
        column(name, user, doubted_at=-BEYOND if is_falling else BEYOND)
        for name in (first, *THEN_BY.get(first, ()))
    ]
    if is_falling:
        return [each.desc(nulls_last=True) for each in columns]
    return [each.asc(nulls_last=True) for each in columns]


def _rows(ids: Sequence[UUID], selection: Selection, user: Viewer) -> list[ClassRow]:
    """The classes of some ids, in their order."""
    classes = InstanceClass.objects.select_related("provider")
    if selection.price:
        classes = with_prices(classes, selection.price)
    found = classes.in_bulk(ids)
    figures = figures_of(ids, user, loads=selection.loads)
    return [
        ClassRow(
            instance_class=found[each],
            figures=figures[each],
            price=getattr(found[each], "price", None),
            priced_on=getattr(found[each], "priced_on", None),
        )
        for each in ids
        if each in found and each in figures
    ]


def _with_repeats(rows: Sequence[ClassRow], user: Viewer) -> list[ClassRow]:
    figures = {row.instance_class.pk: row.figures for row in rows}
    repeated = with_repeats(figures, user)
    return [replace(row, figures=repeated[row.instance_class.pk]) for row in rows]
