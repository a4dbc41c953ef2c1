"""What the checks done by program said of a submission, counted."""

from collections import Counter
from dataclasses import dataclass

from benchruns.findings import Finding, read
from benchruns.models import Submission
from benchruns.submissions.checks.outcome import Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckCounts:
    """``failed`` holds those that forbid submitting."""

    in_order: int
    notes: int
    cautions: int
    failed: tuple[Finding, ...]


def check_counts(submission: Submission) -> CheckCounts:
    """Counts of ``Submission.checks`` as they were last derived."""
    checks = [read(stored) for stored in submission.checks]
    outcomes = Counter(check.severity for check in checks)
    return CheckCounts(
        in_order=outcomes[Outcome.OK],
        notes=outcomes[Outcome.NOTE],
        cautions=outcomes[Outcome.CAUTION],
        failed=tuple(check for check in checks if check.severity == Outcome.FAILED),
    )
