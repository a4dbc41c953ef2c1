"""What the rubric looks at, read from what the files of a submission come to."""

from collections import Counter
from collections.abc import Collection, Sequence
from statistics import fmean
from uuid import UUID

from benchruns.engines import ENGINES
from benchruns.submissions.checks import coverage
from benchruns.submissions.checks.measured_time import Measured
from benchruns.submissions.checks.repeats import Load, load_of
from benchruns.submissions.rating.rating import Facts
from benchruns.submissions.statement import completeness
from benchruns.submissions.statement.server_facts import without_version
from benchruns.submissions.understanding.understood import Run, Understanding


def of(
    understood: Understanding, timed: Sequence[Measured], too_fast: Collection[UUID]
) -> Facts:
    """``timed`` are the understood runs with the results that they made; those that are
    ``too_fast`` for their class count as no repeats."""
    runs = [run for run in understood.runs if not run.missing]
    settings = without_version(understood.submission.parameter_settings)
    wanted = _weighty(runs)
    return Facts(
        results=len(runs),
        stated=_mean([_stated(run) for run in runs]),
        wanted=len(completeness.EVERY),
        repeats=list(_repeats(timed, too_fast).values()),
        raw_share=_mean([not run.is_typed for run in runs]),
        command_share=_mean([_has_command(run) for run in runs]),
        settings=len(settings),
        weighty=len(wanted & settings.keys()),
        weighty_wanted=len(wanted),
        covered_share=_mean([coverage.is_covered(each.run) for each in timed]),
        sampled_share=_mean(
            [_is_sampled(each) and each.result.pk not in too_fast for each in timed]
        ),
        doubtful=sum(not each.is_sound for each in timed),
        too_fast=len(too_fast),
    )


def _stated(run: Run) -> int:
    return sum(need.is_met(run) for need in completeness.EVERY)


def _has_command(run: Run) -> bool:
    return run.value("command") is not None


def _repeats(timed: Sequence[Measured], too_fast: Collection[UUID]) -> Counter[Load]:
    """By load; a run that is doubted repeats nothing."""
    found: Counter[Load] = Counter()
    for each in timed:
        counts = each.is_sound and each.result.pk not in too_fast
        found[load_of(each.result)] += counts
    return found


def _is_sampled(each: Measured) -> bool:
    """Over its measured time, which is as long as the papers', and evenly enough."""
    is_shown = coverage.is_covered(each.run) and coverage.can_be_steady(each.run)
    return is_shown and not each.short and each.is_sound


def _weighty(runs: Sequence[Run]) -> set[str]:
    """Buffer, durability and connections, by the engines that were tested."""
    families = {ENGINES[run.value("engine")].family for run in runs}
    found = {name for family in families for name in family.settings.core}
    buffers = {each.settings.buffer for each in families if each.settings.buffer}
    return found | buffers | ({"max_connections"} if found else set())


def _mean(values: Sequence[float]) -> float:
    return fmean(values) if values else 0.0
