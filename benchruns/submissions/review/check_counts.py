"""What the checks done by program said of a submission, counted."""

from collections import Counter
from dataclasses import dataclass

from benchruns.models import Submission
from benchruns.submissions.checks.check import Check, Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckCounts:
    """``failed`` holds the messages of those that forbid submitting."""

    in_order: int
    notes: int
    cautions: int
    failed: tuple[str, ...]


def check_counts(submission: Submission) -> CheckCounts:
    """Counts of ``Submission.checks`` as they were last derived."""
    checks = [Check.read(stored) for stored in submission.checks]
    outcomes = Counter(check.outcome for check in checks)
    return CheckCounts(
        in_order=outcomes[Outcome.OK],
        notes=outcomes[Outcome.NOTE],
        cautions=outcomes[Outcome.CAUTION],
        failed=tuple(
            check.message for check in checks if check.outcome == Outcome.FAILED
        ),
    )
