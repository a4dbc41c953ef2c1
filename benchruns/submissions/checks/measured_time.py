"""Checks of how a report was measured: for long enough, and evenly enough."""

from collections.abc import Sequence
from dataclasses import dataclass

from benchruns.evidence import measurement
from benchruns.evidence.steady import Second
from benchruns.findings import Finding
from benchruns.models import Result
from benchruns.submissions.checks import coverage
from benchruns.submissions.checks.neighbours import is_of_load
from benchruns.submissions.checks.outcome import Outcome
from benchruns.submissions.understanding.understood import Run, Understanding
from benchruns.vocabulary import Severity


@dataclass(frozen=True, slots=True)
class Measured:
    """A run with the result that it made, and how long the papers measured its load."""

    run: Run
    result: Result
    least_seconds: float

    @property
    def short(self) -> list[Finding]:
        return measurement.of_time(coverage.seconds(self.run), least=self.least_seconds)

    @property
    def is_timed(self) -> bool:
        return bool(coverage.seconds(self.run))

    @property
    def uneven(self) -> list[Finding]:
        return measurement.of_samples(self.seconds_sampled)

    @property
    def seconds_sampled(self) -> list[Second]:
        return measurement.seconds_of(self.run.report.samples)

    @property
    def is_sound(self) -> bool:
        """Whether neither its time nor its variation doubts its mean; a time is known."""
        found = [*self.short, *self.uneven]
        return self.is_timed and not any(
            each.severity == Severity.CAUTION for each in found
        )


def measured(
    understood: Understanding, results: Sequence[Result], rows: Sequence[Result]
) -> list[Measured]:
    """``rows`` are what stands beside the results; see ``neighbours.candidates``."""
    by_key = {(each.submitted_file_id, each.submitted_row): each for each in results}
    return [
        Measured(run, result, least_seconds(result, rows))
        for run in understood.runs
        if (result := by_key.get(run.key))
    ]


def least_seconds(result: Result, rows: Sequence[Result]) -> float:
    """How long the papers measured that load: the shortest, of its version if any is.

    A minute where no paper has it, or none says how long.
    """
    known = [
        (row.engine_version, row.campaign.duration_seconds)
        for row in rows
        if row.campaign and row.campaign.duration_seconds and is_of_load(result, row)
    ]
    same = [each for each in known if each[0] == result.engine_version]
    return min(
        (seconds for _version, seconds in same or known),
        default=measurement.LEAST_SECONDS,
    )


def duration(found: Sequence[Measured]) -> Finding | None:
    """Those of which it is not known, else the one that is shortest beside its papers."""
    if not found:
        return None
    untimed = [each for each in found if not each.is_timed]
    if untimed:
        return Finding(
            code="duration",
            severity=Outcome.CAUTION,
            results=tuple(str(each.result.pk) for each in untimed),
            values={"count": len(untimed), "all": len(found)},
        )
    short = [(each, finding) for each in found for finding in each.short]
    if not short:
        return Finding(code="duration", severity=Outcome.OK)
    _one, worst = max(
        short, key=lambda pair: pair[1].values["least"] / pair[1].values["seconds"]
    )
    return Finding(
        code="duration",
        severity=_outcome([finding for _each, finding in short]),
        results=tuple(str(each.result.pk) for each, _finding in short),
        values={**worst.values, "count": len(short), "all": len(found)},
    )


def steadiness(found: Sequence[Measured]) -> Finding | None:
    """Of those with samples enough; the values are of the most uneven one."""
    if not any(coverage.can_be_steady(each.run) for each in found):
        return None
    uneven = [(each, finding) for each in found for finding in each.uneven]
    if not uneven:
        return Finding(code="steadiness", severity=Outcome.OK)
    _one, worst = max(uneven, key=lambda pair: pair[1].values.get("variation", 0))
    return Finding(
        code="steadiness",
        severity=_outcome([finding for _each, finding in uneven]),
        results=tuple(str(each.result.pk) for each, _finding in uneven),
        values={**worst.values, "count": len(uneven), "all": len(found)},
    )


def _outcome(found: Sequence[Finding]) -> Outcome:
    is_doubted = any(each.severity == Severity.CAUTION for each in found)
    return Outcome.CAUTION if is_doubted else Outcome.NOTE
