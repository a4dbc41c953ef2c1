"""Repeating a published row on a server of one's own: the same load, or one to scale.

What the paper does not state is assumed and said; what is changed is a difference and
listed. Nothing here is silent: a reproduction's parameters, taken with its differences,
give back what the paper printed.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from benchruns.differences import Comparison, Difference, overridden, undivided
from benchruns.engines import ENGINES
from benchruns.models import Result
from benchruns.published_load import (
    ASSUMED_BUFFER_SHARE,
    SIZES,
    defaults,
    essentials,
    has_sizes,
    parameters_printed,
    parameters_stated,
    published_data_bytes,
    published_ratio,
    size_of,
)
from benchruns.vocabulary import Provenance
from benchruns.workloads import WORKLOADS, ParameterError, Workload

__all__ = [
    "SIZES",
    "Difference",
    "Reproduction",
    "ReproductionError",
    "has_sizes",
    "published_data_bytes",
    "published_ratio",
    "refusal",
    "reproduce",
]

ROUNDING = 1.1  # a size in whole units may miss the wanted ratio by so much


class ReproductionError(ValueError):
    """A row that cannot be repeated so; ``field`` is the key of the request."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.message = message


@dataclass(frozen=True, slots=True, kw_only=True)
class Reproduction:
    """What to run so that a published row is repeated."""

    published: Result
    workload: Workload
    parameters: Mapping[str, Any]  # cleaned
    differences: tuple[Difference, ...]
    expected_regime: str | None

    def with_load(self, threads: int) -> "Reproduction":
        """The same under another number of threads, clients or virtual users."""
        name = self.workload.load
        if self.parameters[name] == threads:
            return self
        printed = self.published.threads
        others = tuple(each for each in self.differences if each.name != name)
        changed = () if threads == printed else (overridden(name, printed, threads),)
        return replace(
            self,
            parameters=self.workload.clean({**self.parameters, name: threads}),
            differences=(*others, *changed),
        )


def refusal(published: Result) -> str:
    """Why a row can be repeated on no endpoint at all; empty where it can."""
    if published.provenance != Provenance.PUBLISHED:
        return _("Only published rows are reproduced; repeat a run from its own page.")
    if published.workload not in WORKLOADS:
        return _(
            "This row needs the workload %(workload)s, which is coming together with "
            "%(engine)s as a kind of endpoint."
        ) % {
            "workload": published.workload,
            "engine": ENGINES[published.engine].label,
        }
    return ""


def reproduce(
    published: Result,
    *,
    family: str,
    buffer_bytes: int | None = None,
    scale_down: int | None = None,
    match_ratio: bool = False,
    overrides: Mapping[str, object] | None = None,
) -> Reproduction:
    """The parameters that repeat ``published`` on a server of an engine family.

    ``scale_down`` divides the data. ``match_ratio`` sizes it so that it stands to
    ``buffer_bytes``, the server's, as the published data stood to the published
    buffer. ``overrides`` win. Raises ReproductionError, or ParameterError for what
    the overrides hold.
    """
    if reason := refusal(published):
        raise ReproductionError("reproduce", reason)
    workload = WORKLOADS[published.workload]
    _check_family(published, family)
    if scale_down is not None and match_ratio:
        raise ReproductionError(
            "match_ratio", _("Give scale_down or match_ratio, not both.")
        )
    stated = parameters_stated(published, workload)
    given = dict(overrides or {})
    sized: Mapping[str, int] = {}
    if scale_down is not None:
        sized = _scaled_down(stated, scale_down)
    elif match_ratio:
        sized = _matched(published, workload, stated | _tables(given), buffer_bytes)
    parameters = _clean(workload, {**stated, **sized}, given, is_matched=match_ratio)
    is_resized = match_ratio or (scale_down is not None and scale_down > 1)
    return Reproduction(
        published=published,
        workload=workload,
        parameters=parameters,
        differences=(
            *_differences(published, workload, parameters, given, scale_down),
            *_undivided(workload, stated, is_resized=is_resized),
        ),
        expected_regime=published.regime,
    )


def _clean(
    workload: Workload,
    stated: Mapping[str, int],
    given: Mapping[str, object],
    *,
    is_matched: bool,
) -> Mapping[str, Any]:
    try:
        return workload.clean({**stated, **given})
    except ParameterError as error:
        too_large = [n for n in SIZES if n in error.errors and n not in given]
        if not is_matched or not too_large:
            raise
        raise ReproductionError(
            "match_ratio",
            _("The ratio needs %(size)s = %(value)s. %(limits)s")
            % {
                "size": too_large[0],
                "value": f"{stated[too_large[0]]:,}",
                "limits": error.errors[too_large[0]],
            },
        ) from error


def _check_family(published: Result, family: str) -> None:
    wanted = ENGINES[published.engine].family
    if wanted == family:
        return
    engines = (engine.label for engine in ENGINES.values() if engine.family == wanted)
    raise ReproductionError(
        "endpoint",
        _("This row was measured on %(measured)s. Choose an endpoint of %(engines)s.")
        % {"measured": published.engine_title, "engines": _(" or ").join(engines)},
    )


# Sizes ------------------------------------------------------------------------------


def _scaled_down(stated: Mapping[str, int], divisor: int) -> dict[str, int]:
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


def _tables(given: Mapping[str, object]) -> dict[str, int]:
    """An override that the size of each table has to make up for."""
    tables = given.get("tables")
    return {"tables": tables} if isinstance(tables, int) and tables > 0 else {}


def _matched(
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
            _("The paper does not state the memory: give scale_down in place of it."),
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
    found = size_of(workload, {**stated, **sized}).data_bytes(family)
    # where empty tables would already take half of it, there is no data to speak of
    is_empty = whole.share_of_rows(wanted / 2, family=family) < 0
    if is_empty or not 1 / ROUNDING < found / wanted < ROUNDING:
        raise ReproductionError(
            "match_ratio",
            _(
                "The endpoint's buffer is too small to keep the ratio: the data cannot "
                "be made so small. Give scale_down in place of it."
            ),
        )
    return sized


# What differs -----------------------------------------------------------------------


def _differences(
    published: Result,
    workload: Workload,
    parameters: Mapping[str, Any],
    given: Mapping[str, object],
    divisor: int | None,
) -> Iterator[Difference]:
    comparison = Comparison(
        printed=parameters_printed(published, workload),
        here=_effective(workload, parameters),
        defaults=defaults(workload),
        essential=essentials(workload),
        given=given,
        why_resized=_why_resized(ENGINES[published.engine].family, divisor),
    )
    yield from comparison.assumed()
    yield from comparison.changed()


def _why_resized(family: str, divisor: int | None) -> str:
    """Why a size is not the published one."""
    if divisor is not None:
        return _(
            "Divided by %(divisor)s: data over buffer is no longer the published one, "
            "so the figure may come from another regime."
        ) % {"divisor": f"{divisor:,}"}
    return _(
        "Sized so that data over buffer stays as published, with %(share)d %% of the "
        "published memory taken as its buffer."
    ) % {"share": round(100 * ASSUMED_BUFFER_SHARE[family])}


def _effective(workload: Workload, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters, with the sizes that follow from others in place of null."""
    columns = workload.size(parameters).columns
    return {name: columns.get(name, value) for name, value in parameters.items()}


def _undivided(
    workload: Workload, stated: Mapping[str, int], *, is_resized: bool
) -> Iterator[Difference]:
    """Said where a smaller data set was asked for and the workload has one size."""
    if is_resized and not has_sizes(workload):
        yield undivided(rows=size_of(workload, stated).table_size)
