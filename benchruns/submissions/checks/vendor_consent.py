"""Whether the results of a submission may be published, by the licences of engines.

A licence may ask for its vendor's consent (``Engine.publishing_restricted``), which the
owner states. Results without it become current when they are accepted and stay private:
their owner, reviewers and staff see them, and the submission with them. A report holds
either such results or none, so that no public figure lacks its evidence.
"""

from collections.abc import Iterable, Sequence

from benchruns.engines import RESTRICTED
from benchruns.findings import Finding
from benchruns.models import Submission
from benchruns.submissions.checks.outcome import Outcome
from benchruns.submissions.understanding.understood import Run
from benchruns.vocabulary import ResultStatus, Visibility

FIELD = "vendor_consent"


def withheld(runs: Iterable[Run]) -> list[Run]:
    """Those whose results stay private."""
    return [run for run in runs if _is_restricted(run) and run.value(FIELD) != "yes"]


def withheld_engine(submission: Submission) -> str:
    """Whose licence keeps accepted results of it private; empty where none does."""
    private = submission.results.filter(
        visibility=Visibility.PRIVATE, engine__in=RESTRICTED
    ).exclude(status=ResultStatus.DRAFT)
    return private.values_list("engine", flat=True).first() or ""


def check(runs: Sequence[Run]) -> Finding | None:
    """None where no licence stands against publishing.

    Files and statement are shown as a whole or not at all, so it fails where only some
    of the results can be shown.
    """
    restricted = [run for run in runs if _is_restricted(run)]
    if not restricted:
        return None
    if not (private := withheld(restricted)):
        return Finding(code=FIELD, severity=Outcome.OK)
    return Finding(
        code=FIELD,
        severity=Outcome.FAILED if len(private) < len(runs) else Outcome.CAUTION,
        values={"runs": len(private), "engine": private[0].value("engine")},
    )


def _is_restricted(run: Run) -> bool:
    return run.value("engine") in RESTRICTED
