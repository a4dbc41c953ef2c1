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
from django.db.models.functions import NullIf

from benchruns.catalogue.best_results import best_value, result_count
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


def column(name: str, user: Viewer) -> Column:
    """One of SORTS; NULL where it is not known."""
    if name in _TEXTS:
        return NullIf(F(_TEXTS[name]), Value(""))
    if name in _PLAIN:
        return _PLAIN[name]()
    if name in PER_PRICE:
        figure = best_value(PER_PRICE[name], user)
        return ExpressionWrapper(figure / F("price"), output_field=FloatField())
    return result_count(user) if name == "results" else best_value(name, user)
