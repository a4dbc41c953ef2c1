"""What classes can be filtered and sorted by, as expressions of a query.

``price`` needs a queryset of ``prices.with_prices``.
"""

from collections.abc import Callable, Mapping

from django.db.models import (
    Expression,
    ExpressionWrapper,
    F,
    FloatField,
    Subquery,
    Value,
)
from django.db.models.functions import Coalesce, NullIf

from benchruns.catalogue.best_results import best_value, result_count, sure_value
from benchruns.catalogue.loads import LOADS
from benchruns.catalogue.summaries.validity import Viewer

Column = F | Expression | Subquery
PER_PRICE = {"cached_per_price": "cached", "disk_io_per_price": "disk_io"}
PRICED = frozenset({"price", *PER_PRICE})


def _per_vcpu() -> Column:
    return ExpressionWrapper(
        F("memory_gb") / NullIf(F("vcpus"), Value(0)), output_field=FloatField()
    )


_PLAIN: Mapping[str, Callable[[], Column]] = {
    "vcpu": lambda: F("vcpus"),
    "memory": lambda: F("memory_gb"),
    "per_vcpu": _per_vcpu,
    "storage": lambda: F("storage_gb"),
    "iops": lambda: F("iops"),
    "connections": lambda: F("max_connections"),
    "records": lambda: F("max_records"),
    "price": lambda: F("price"),
}
_TEXTS: Mapping[str, str] = {
    "class": "code",
    "provider": "provider__name",
    "engine": "engine",
    "family": "family",
    "edition": "edition",
    "storage_type": "storage_type",
}
NUMBERS = (*_PLAIN, *PER_PRICE, *LOADS, "results")
SORTS = (*_TEXTS, *NUMBERS)


# Further than any figure lies from another.
BEYOND = 1e12


def column(name: str, user: Viewer, *, doubted_at: float = 0) -> Column:
    """One of SORTS; NULL where it is not known.

    A best figure is the highest that is sure. Where a class has none, it is the highest in
    doubt, moved by ``doubted_at``: by BEYOND it comes after all that are sure.
    """
    if name in _TEXTS:
        return NullIf(F(_TEXTS[name]), Value(""))
    if name in _PLAIN:
        return _PLAIN[name]()
    if name == "results":
        return result_count(user)
    load = PER_PRICE.get(name, name)
    sure: Column = sure_value(load, user)
    highest: Column = best_value(load, user)
    if name in PER_PRICE:
        sure, highest = sure / F("price"), highest / F("price")
    return Coalesce(sure, highest + Value(doubted_at), output_field=FloatField())
