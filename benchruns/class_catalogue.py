"""The catalogue of instance classes: filters, counts, the best figure of each class.

A class is (provider, engine, code), so its figures are those of its own results.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.core.paginator import Page, Paginator
from django.db.models import Count, F, FilteredRelation, Max, Q, QuerySet
from django.utils.translation import gettext as _

from benchruns.engines import EngineName
from benchruns.models import InstanceClass, Provider
from benchruns.vocabulary import Provenance, Regime, Visibility

PAGE_SIZE = 50
FACETS = ("engine", "provider", "family")
RANGES = ("vcpus", "memory_gb")
SORTS = {
    "class": ("code",),
    "provider": ("provider__name",),
    "family": ("family",),
    "vcpu": ("vcpus", "memory_gb"),
    "memory": ("memory_gb", "vcpus"),
    "iops": ("iops",),
    "connections": ("max_connections",),
    "cached": ("cached",),
    "disk_io": ("disk_io",),
    "legacy": ("legacy",),
    "results": ("result_count",),
}
HAS = {
    "regimes": Q(cached__isnull=False, disk_io__isnull=False),
    "legacy": Q(legacy__isnull=False),
    "measured": Q(measured__gt=0),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What a reader chose; an empty choice takes everything.

    ``sort`` is a key of SORTS, with a leading ``-`` for descending.
    """

    chosen: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    least: Mapping[str, float] = field(default_factory=dict)
    most: Mapping[str, float] = field(default_factory=dict)
    has: tuple[str, ...] = ()
    text: str = ""
    sort: str = "vcpu"
    page: int = 1

    @property
    def is_everything(self) -> bool:
        return not (self.chosen or self.least or self.most or self.has or self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Facet:
    """One box to tick: how many classes it would leave under the other choices."""

    word: str
    label: str
    count: int
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalogue:
    """A page of classes. Each carries ``cached``, ``disk_io``, ``legacy``, ``tpm``,
    ``pgbench_qps``, ``hot_row`` (its best figures) and ``result_count``."""

    selection: Selection
    page: Page[InstanceClass]
    total: int
    facets: Mapping[str, Sequence[Facet]]
    limits: Mapping[str, tuple[float, float]]

    @property
    def has_other_loads(self) -> bool:
        names = ("tpm", "pgbench_qps", "hot_row")
        return any(getattr(row, n) is not None for row in self.page for n in names)


def catalogue(
    selection: Selection, *, user: AbstractBaseUser | AnonymousUser
) -> Catalogue:
    """The page of classes that a selection asks for, in a constant number of queries."""
    classes = with_best_figures(user)
    matching = _matching(classes, selection)
    order = _ordering(selection.sort)
    pages = Paginator(
        matching.select_related("provider").order_by(*order, "code", "pk"), PAGE_SIZE
    )
    return Catalogue(
        selection=selection,
        page=pages.get_page(selection.page),
        total=InstanceClass.objects.count(),
        facets={name: _facet(classes, selection, name) for name in FACETS},
        limits=_limits(),
    )


def all_matching(
    selection: Selection, *, user: AbstractBaseUser | AnonymousUser
) -> QuerySet[InstanceClass]:
    """Every class of a selection, in its order; for downloads."""
    order = _ordering(selection.sort)
    matching = _matching(with_best_figures(user), selection)
    return matching.select_related("provider").order_by(*order, "code", "pk")


def with_best_figures(
    user: AbstractBaseUser | AnonymousUser,
) -> QuerySet[InstanceClass]:
    seen = FilteredRelation("results", condition=_visible_results(user))

    def best(figure: str, **conditions: Any) -> Max:  # Any: values of a filter
        conditions["variant"] = ""  # others are no figures of the workload
        wanted = {f"seen__{name}": value for name, value in conditions.items()}
        return Max(f"seen__{figure}", filter=Q(**wanted))

    return InstanceClass.objects.annotate(seen=seen).annotate(
        cached=best("tps", workload="oltp_read_write", regime=Regime.CACHED),
        disk_io=best("tps", workload="oltp_read_write", regime=Regime.DISK_IO),
        legacy=best("tps", workload="oltp_legacy"),
        tpm=best("tpm", workload="tpcc"),
        pgbench_qps=best("qps", workload="pgbench_read_only"),
        hot_row=best("tps", workload="hot_row_update"),
        result_count=Count("seen"),
        measured=Count("seen", filter=Q(seen__provenance=Provenance.MEASURED)),
    )


def _visible_results(user: AbstractBaseUser | AnonymousUser) -> Q:
    """As ``Result.objects.visible_to``, seen from the class."""
    if getattr(user, "is_staff", False):
        return Q(results__isnull=False)
    seen = Q(results__visibility=Visibility.PUBLIC)
    if user.is_authenticated:
        seen |= Q(results__owner_id=user.pk)
    return seen


def _matching(
    classes: QuerySet[InstanceClass], selection: Selection
) -> QuerySet[InstanceClass]:
    for name, words in selection.chosen.items():
        classes = classes.filter(**{f"{name}__in": words})
    for name, value in selection.least.items():
        classes = classes.filter(**{f"{name}__gte": value})
    for name, value in selection.most.items():
        classes = classes.filter(**{f"{name}__lte": value})
    for word in selection.has:
        classes = classes.filter(HAS[word])
    if selection.text:
        classes = classes.filter(
            Q(code__icontains=selection.text)
            | Q(provider__name__icontains=selection.text)
            | Q(family__icontains=selection.text)
            | Q(edition__icontains=selection.text)
        )
    return classes


def _ordering(sort: str) -> list[Any]:  # Any: names and expressions
    """Unknown figures come last in both directions."""
    names = SORTS[sort.removeprefix("-")]
    if sort.startswith("-"):
        return [F(name).desc(nulls_last=True) for name in names]
    return [F(name).asc(nulls_last=True) for name in names]


def _facet(
    classes: QuerySet[InstanceClass], selection: Selection, name: str
) -> list[Facet]:
    others = {key: words for key, words in selection.chosen.items() if key != name}
    matching = _matching(classes, replace(selection, chosen=others))
    counts = dict(
        InstanceClass.objects.filter(pk__in=matching.order_by().values("pk"))
        .order_by(name)
        .values_list(name)
        .annotate(Count("pk"))
    )
    chosen = selection.chosen.get(name, ())
    words = [*counts, *(word for word in chosen if word not in counts)]
    labels = _labels(name)
    return [
        Facet(
            word=word,
            label=labels.get(word, word) or _("not stated"),
            count=counts.get(word, 0),
            is_chosen=word in chosen,
        )
        for word in words
    ]


def _labels(name: str) -> dict[str, str]:
    if name == "engine":
        return {str(value): str(label) for value, label in EngineName.choices}
    if name == "provider":
        return dict(Provider.objects.values_list("slug", "name"))
    return {}


def _limits() -> dict[str, tuple[float, float]]:
    """The smallest and largest class of all, for the hints of the range fields."""
    found = InstanceClass.objects.aggregate(
        **{f"{name}_most": Max(name) for name in RANGES}
    )
    return {name: (1, found[f"{name}_most"] or 1) for name in RANGES}
