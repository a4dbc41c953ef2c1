"""How much data repeats a published row: a part of its own, or in proportion."""

from collections.abc import Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from benchruns.engines import ENGINES, Family
from benchruns.models import Result
from benchruns.reproduction.error import ReproductionError
from benchruns.reproduction.published_load import (
    SIZES,
    has_sizes,
    published_ratio,
    size_of,
)
from benchruns.workloads import Workload
from benchruns.workloads.size import Size

WITHIN_AN_EXTENT = 0.98  # of the rows that fill it: one more would be another megabyte
ROUNDING = 1.1  # a size in whole units may miss the wanted ratio by so much


def scaled_down(stated: Mapping[str, int], divisor: int) -> dict[str, int]:
    """The data divided; a hot row's table of fixed size has nothing to divide."""
    if divisor < 1:
        raise ReproductionError("scale_down", _("Give an integer from 1 on."))
    most = next((stated[name] for name in SIZES if name in stated), None)
    if most is not None and divisor > most:
        raise ReproductionError(
            "scale_down",
            _("Give %(most)s at most: nothing would be left of the data.")
            % {"most": f"{most:,}"},
        )
    return _resized(stated, 1 / divisor)


def _resized(stated: Mapping[str, int], share: float) -> dict[str, int]:
    """So much of the data, one unit at least; hot records stay the same share of it."""
    sized = {n: max(1, round(stated[n] * share)) for n in SIZES if n in stated}
    if "scale" in sized and "hot_records" in stated:
        hot = stated["hot_records"] * sized["scale"] / stated["scale"]
        sized["hot_records"] = max(1, round(hot))
    return sized


def tables_given(given: Mapping[str, object]) -> dict[str, int]:
    """An override that the size of each table has to make up for."""
    tables = given.get("tables")
    return {"tables": tables} if isinstance(tables, int) and tables > 0 else {}


def matched(
    published: Result,
    workload: Workload,
    stated: Mapping[str, int],
    buffer_bytes: int | None,
) -> dict[str, int]:
    """The size whose data stands to this server's buffer as the published one did."""
    if not has_sizes(workload):
        return {}
    ratio = published_ratio(published)
    if ratio is None:
        raise ReproductionError(
            "match_ratio",
            _(
                "The paper does not state the memory: use “Scaled down by” (scale_down) instead."
            ),
        )
    if not buffer_bytes:
        raise ReproductionError(
            "match_ratio",
            _("The endpoint's buffer is not known yet: check the endpoint first."),
        )
    family = ENGINES[published.engine].family
    wanted = ratio * buffer_bytes
    whole = size_of(workload, stated)
    share = whole.share_of_rows(wanted, family=family)
    sized = _resized(stated, max(share, 0.0))
    if "table_size" in sized:
        held = size_of(workload, {**stated, **sized})
        sized["table_size"] = _as_reported(held, wanted, family)
    found = size_of(workload, {**stated, **sized}).data_bytes(family)
    # where empty tables would already take half of it, there is no data to speak of
    is_empty = whole.share_of_rows(wanted / 2, family=family) < 0
    if is_empty or not 1 / ROUNDING < found / wanted < ROUNDING:
        raise ReproductionError(
            "match_ratio",
            _(
                "The endpoint's buffer is too small to keep the ratio: the data cannot "
                "be made so small. Use “Scaled down by” (scale_down) instead."
            ),
        )
    return sized


def _as_reported(size: Size, wanted: float, family: Family) -> int:
    """Rows a table that hold so much, or a few less where those take another extent.

    A server that gives its tables room by the extent reports up to twice what they hold.
    """
    over = size.reported_bytes(family) / wanted
    most = size.table_size_reported(wanted, family=family)
    table_size = max(1, round(most * WITHIN_AN_EXTENT))
    fewer = replace(size, rows=table_size * size.tables)
    under = wanted / fewer.data_bytes(family)
    return table_size if under < min(over, ROUNDING) else size.table_size
