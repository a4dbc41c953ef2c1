"""Repeating a published row on a server of one's own: the same load, or one to scale.

What the paper does not state is assumed and said; what is changed is a difference and
listed. Nothing here is silent: a reproduction's parameters, taken with its differences,
give back what the paper printed.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from benchruns.engines import ENGINES
from benchruns.models import Result
from benchruns.vocabulary import Provenance
from benchruns.workloads import WORKLOADS, Workload
from benchruns.workloads.sysbench import BYTES_A_ROW

GIB = 1024**3
# What managed services give the buffer of their memory where they print no size.
ASSUMED_BUFFER_SHARE = {"mysql": 0.75, "postgresql": 0.25}
ASSUMED, SCALED, OVERRIDDEN = "assumed", "scaled", "overridden"


class ReproductionError(ValueError):
    """A row that cannot be repeated so; ``field`` is the key of the request."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.message = message


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """``published`` null is not stated; ``kind`` is assumed, scaled or overridden."""

    kind: str
    name: str
    published: Any  # JSON scalar
    here: Any  # JSON scalar
    why: str

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


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
        changed = () if threads == printed else (_overridden(name, printed, threads),)
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
    stated = _stated(published, workload)
    sized = dict(stated)
    if scale_down is not None:
        sized |= _scaled_down(stated, scale_down)
    elif match_ratio:
        sized |= _matched(published, workload, stated, family, buffer_bytes)
    given = dict(overrides or {})
    parameters = workload.clean({**sized, **given})
    return Reproduction(
        published=published,
        workload=workload,
        parameters=parameters,
        differences=(
            *_assumptions(workload, stated, parameters, given),
            *_changes(
                workload,
                stated,
                parameters,
                given,
                why_resized=_why_resized(family, match_ratio=match_ratio),
            ),
        ),
        expected_regime=published.regime,
    )


def _check_family(published: Result, family: str) -> None:
    if ENGINES[published.engine].family == family:
        return
    raise ReproductionError(
        "endpoint",
        _(
            "This row was measured on %(engine)s: choose an endpoint of the same kind "
            "of server."
        )
        % {"engine": published.engine_title},
    )


# What the paper states --------------------------------------------------------------


def _stated(published: Result, workload: Workload) -> dict[str, int]:
    """The workload's parameters as the row or its campaign prints them."""
    campaign = published.campaign
    known = {
        "tables": published.tables,
        "table_size": published.table_size,
        "scale": published.scale,
        "hot_records": published.hot_records,
        workload.load: published.threads,
        "duration_seconds": campaign.duration_seconds if campaign else None,
    }
    names = {parameter.name for parameter in workload.parameters}
    return {
        name: value
        for name, value in known.items()
        if name in names and value is not None
    }


def _must_be_stated(workload: Workload) -> tuple[str, ...]:
    """What makes a load what it is: without these a figure cannot be repeated."""
    sizes = ("tables", "table_size", "scale", "hot_records")
    names = {parameter.name for parameter in workload.parameters}
    return tuple(
        name for name in (*sizes, workload.load, "duration_seconds") if name in names
    )


def _assumptions(
    workload: Workload,
    stated: Mapping[str, Any],
    parameters: Mapping[str, Any],
    given: Mapping[str, object],
) -> Iterator[Difference]:
    for name in _must_be_stated(workload):
        if name in stated or name in given:
            continue
        yield Difference(
            kind=ASSUMED,
            name=name,
            published=None,
            here=parameters[name],
            why=_("The paper does not state it; %(value)s is assumed.")
            % {"value": f"{parameters[name]:,}"},
        )


# Sizes ------------------------------------------------------------------------------

# What is divided, whichever of them a workload has.
SIZES = ("table_size", "scale")


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


def _matched(
    published: Result,
    workload: Workload,
    stated: Mapping[str, int],
    family: str,
    buffer_bytes: int | None,
) -> dict[str, int]:
    """The size whose data stands to this server's buffer as the published one did."""
    if not any(name in stated for name in SIZES):
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
    bytes_now = workload.size({**_defaults(workload), **stated}).data_bytes(family)
    return _resized(stated, ratio * buffer_bytes / bytes_now)


def _defaults(workload: Workload) -> dict[str, Any]:
    return {parameter.name: parameter.default for parameter in workload.parameters}


def published_ratio(published: Result) -> float | None:
    """Data over buffer of a published row; None where it states no size or memory.

    The papers print no buffer: it is taken as the share of memory in
    ``ASSUMED_BUFFER_SHARE``.
    """
    family = ENGINES[published.engine].family
    share = ASSUMED_BUFFER_SHARE.get(family)
    data_bytes = published_data_bytes(published)
    if data_bytes is None or share is None or not published.memory_gb:
        return None
    return data_bytes / (published.memory_gb * GIB * share)


def published_data_bytes(published: Result) -> int | None:
    """An estimate: of the rows as sysbench's or pgbench's tables take them."""
    if published.data_bytes is not None:
        return published.data_bytes
    if published.rows is None:
        return None
    workload = WORKLOADS.get(published.workload)
    if workload is not None and published.scale is not None:
        family = ENGINES[published.engine].family
        size = workload.size({**_defaults(workload), **_stated(published, workload)})
        return size.data_bytes(family)
    return published.rows * BYTES_A_ROW


# What differs -----------------------------------------------------------------------


def _why_resized(family: str, *, match_ratio: bool) -> str:
    """Why a size is not the published one."""
    if not match_ratio:
        return _(
            "Scaled down: data over buffer is no longer the published one, so the "
            "figure may come from another regime."
        )
    return _(
        "Sized so that data over buffer stays as published, where %(share)d %% of the "
        "published memory is taken as its buffer."
    ) % {"share": round(100 * ASSUMED_BUFFER_SHARE[family])}


def _changes(
    workload: Workload,
    stated: Mapping[str, int],
    parameters: Mapping[str, Any],
    given: Mapping[str, object],
    *,
    why_resized: str,
) -> Iterator[Difference]:
    defaults, essential = _defaults(workload), _must_be_stated(workload)
    for name, value in parameters.items():
        printed = stated.get(name)
        is_said = name in essential or value != defaults[name]
        if name in given and value != printed and (name in stated or is_said):
            yield _overridden(name, printed, value)
        elif name in stated and printed != value:
            yield Difference(
                kind=SCALED, name=name, published=printed, here=value, why=why_resized
            )


def _overridden(name: str, published: Any, here: Any) -> Difference:
    return Difference(
        kind=OVERRIDDEN,
        name=name,
        published=published,
        here=here,
        why=_("Given in place of the published value.")
        if published is not None
        else _("Given; the paper does not state it."),
    )
