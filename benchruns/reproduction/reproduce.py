"""Repeating a published row on a server of one's own: the same load, or one to scale.

What the paper does not state is assumed and said; what is changed is a difference and
listed. Nothing here is silent: a reproduction's parameters, taken with its differences,
give back what the paper printed.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from benchruns.engines import ENGINES, Family
from benchruns.models import Result
from benchruns.reproduction import tuned_load
from benchruns.reproduction.differences import (
    Comparison,
    Difference,
    Why,
    assumed,
    overridden,
    undivided,
)
from benchruns.reproduction.error import ReproductionError
from benchruns.reproduction.published_load import (
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
from benchruns.reproduction.size import matched, scaled_down, tables_given
from benchruns.reproduction.tuned_load import NOTHING_KNOWN, Reach
from benchruns.vocabulary import Provenance, ResultStatus
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Reproduction:
    """What to run so that a published row is repeated.

    ``ladder`` holds the loads whose peak the published figure is; it is empty where one
    load is printed, or was asked for.
    """

    published: Result
    workload: Workload
    parameters: Mapping[str, Any]  # cleaned
    differences: tuple[Difference, ...]
    expected_regime: str | None
    ladder: tuple[int, ...] = ()

    def with_load(self, threads: int) -> "Reproduction":
        """The same under another number of threads, clients or virtual users."""
        name = self.workload.load
        if self.parameters[name] == threads and not tuned_load.is_tuned(self.published):
            return self
        others = tuple(each for each in self.differences if each.name != name)
        return replace(
            self,
            parameters=self.workload.clean({**self.parameters, name: threads}),
            differences=(*others, *self._changed_load(threads)),
        )

    def _changed_load(self, threads: int) -> Iterator[Difference]:
        name, printed = self.workload.load, self.published.threads
        if tuned_load.is_tuned(self.published):
            yield assumed(name, threads, why=Why.LADDER_STEP)
        elif threads != printed:
            yield overridden(name, printed, threads)


def refusal(published: Result) -> str:
    """Why a row can be repeated on no endpoint at all; empty where it can."""
    if published.provenance != Provenance.PUBLISHED:
        return _("Only vendor rows are reproduced; repeat a run from its own page.")
    if published.status != ResultStatus.CURRENT:
        return _("The row was withdrawn: nothing is to be held against it.")
    workload = WORKLOADS.get(published.workload)
    if workload is None:
        return _("There is no workload %(workload)s to run it with.") % {
            "workload": published.workload
        }
    engine = ENGINES[published.engine]
    if engine.family not in workload.families:
        return _("%(workload)s does not run on %(engine)s.") % {
            "workload": workload.label,
            "engine": engine.label,
        }
    return ""


def reproduce(
    published: Result,
    *,
    family: Family,
    buffer_bytes: int | None = None,
    scale_down: int | None = None,
    match_ratio: bool = False,
    overrides: Mapping[str, object] | None = None,
    reach: Reach = NOTHING_KNOWN,
) -> Reproduction:
    """The parameters that repeat ``published`` on a server of an engine family.

    ``scale_down`` divides the data. ``match_ratio`` sizes it so that it stands to
    ``buffer_bytes``, the server's, as the published data stood to the published
    buffer. ``overrides`` win. ``reach`` limits the ladder of a tuned load. Raises ReproductionError, or ParameterError for what
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
        sized = scaled_down(stated, scale_down)
    elif match_ratio:
        sized = matched(published, workload, stated | tables_given(given), buffer_bytes)
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
        ladder=_ladder(published, workload, given, reach),
    )


def _ladder(
    published: Result, workload: Workload, given: Mapping[str, object], reach: Reach
) -> tuple[int, ...]:
    if workload.load in given or not tuned_load.is_tuned(published):
        return ()
    return tuned_load.ladder(published, workload, reach=reach)


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


def _check_family(published: Result, family: Family) -> None:
    wanted = ENGINES[published.engine].family
    if wanted is family:
        return
    engines = (engine.label for engine in ENGINES.values() if engine.family is wanted)
    message = _(
        "This row was measured on %(measured)s. Choose an endpoint of %(engines)s."
    ) % {"measured": published.engine_title, "engines": _(" or ").join(engines)}
    if family in WORKLOADS[published.workload].families:
        message += " " + _(
            "The workload %(workload)s runs on this endpoint too: start it without "
            "reproduce, and compare both results."
        ) % {"workload": published.workload}
    raise ReproductionError("endpoint", message)


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
        why_assumed=_why_assumed(published, workload),
    )
    yield from comparison.assumed()
    yield from comparison.changed()


def _why_assumed(published: Result, workload: Workload) -> dict[str, Why]:
    """By parameter, where there is more to say than that it is not printed."""
    if not tuned_load.is_tuned(published):
        return {}
    told = {name: tuned_load.why_assumed(name) for name in essentials(workload)}
    return {name: why for name, why in told.items() if why}


def _why_resized(family: Family, divisor: int | None) -> tuple[Why, dict[str, Any]]:
    """Why a size is not the published one."""
    if divisor is not None:
        return Why.DIVIDED, {"divisor": divisor}
    return Why.RATIO_KEPT, {"share": family.assumed_buffer_share}


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
