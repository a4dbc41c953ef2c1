"""What is said of the data: how much, how it is spread, and where it was read from."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.comparison.fairness.context import Context
from benchruns.comparison.fairness.names import regime_name
from benchruns.figures.alike import is_alike
from benchruns.sentences.fairness.condition import Condition, telling
from benchruns.sentences.fairness.words import data_size, warehouses


def _tables(context: Context) -> str:
    return _("%(tables)s tables of %(rows)s rows") % {
        "tables": f"{context.tables or 0:,}",
        "rows": f"{context.table_size or 0:,}",
    }


def _is_same_data(contexts: Sequence[Context]) -> bool:
    sizes = [each.data_bytes for each in contexts if each.data_bytes]
    return bool(sizes) and is_alike(min(sizes), max(sizes))


def _how_data_differ(contexts: Sequence[Context]) -> str:
    if _is_same_data(contexts):
        return _("The same data fills memory differently: %(values)s.")
    return _("The data differ in size: %(values)s.")


def _how_data_are_alike(contexts: Sequence[Context]) -> str:
    if _is_same_data(contexts):
        return _("Compare servers of like memory, or load as many times the buffer.")
    return _("Load the same data, or as many times the buffer on both sides.")


CONDITIONS: Mapping[str, Condition] = {
    "regime": Condition(
        label=gettext_lazy("regime"),
        message=gettext_lazy("The regimes differ: %(values)s."),
        tell=telling(regime_name),
        why=gettext_lazy(
            "Data in memory and data read from the disk are two different tests of a server."
        ),
        remedy=gettext_lazy("Compare cached with cached and disk I/O with disk I/O."),
    ),
    "data_size": Condition(
        label=gettext_lazy("data over memory"),
        message=_how_data_differ,
        tell=telling(data_size),
        why=gettext_lazy(
            "How much of the data the buffer or the memory holds decides how often the disk "
            "is read; from 1 × on, some of it always is."
        ),
        remedy=_how_data_are_alike,
    ),
    "table_size": Condition(
        label=gettext_lazy("tables and rows"),
        message=gettext_lazy("The tables differ: %(values)s."),
        tell=telling(_tables),
        why=gettext_lazy(
            "Fewer or smaller tables mean more contention for the same rows and pages."
        ),
        remedy=gettext_lazy("Use as many tables with as many rows."),
    ),
    "scale": Condition(
        label=gettext_lazy("warehouses"),
        message=gettext_lazy("The numbers of warehouses differ: %(values)s."),
        tell=telling(warehouses),
        why=gettext_lazy(
            "More warehouses mean more data and less contention for their rows."
        ),
        remedy=gettext_lazy("Use the same number of warehouses."),
    ),
    "hot_records": Condition(
        label=gettext_lazy("hot records"),
        message=gettext_lazy("The numbers of hot records differ: %(values)s."),
        tell=telling(lambda each: f"{each.hot_records:,}"),
        why=gettext_lazy("More hot records need more memory to stay in it."),
        remedy=gettext_lazy("Compare rows with the same number of hot records."),
    ),
}
