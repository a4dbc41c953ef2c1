"""The checks that are done by program before a person looks at a submission."""

from collections.abc import Sequence

from benchruns.findings import Finding
from benchruns.models import Result, Submission
from benchruns.submissions.checks import duplicates, neighbours, vendor_consent
from benchruns.submissions.checks import of_class as checks_of_class
from benchruns.submissions.checks import of_content as checks_of_content
from benchruns.submissions.checks import of_load as checks_of_load
from benchruns.submissions.files import removed_secrets
from benchruns.submissions.understanding.understood import Understanding


def check(
    submission: Submission, understood: Understanding, results: Sequence[Result]
) -> list[Finding]:
    """All checks, each with its outcome; what does not apply is left out.

    ``results`` are those of the submission, as they are stored. A constant number of
    queries.
    """
    runs = [run for run in understood.runs if not run.missing]
    doubled = duplicates.find(
        submission, understood.files, results, user=submission.owner
    )
    rows = neighbours.candidates(submission, results)
    found = [
        checks_of_content.complete(understood),
        checks_of_content.readable(understood),
        checks_of_content.contradictions(results),
        checks_of_content.secrets(
            removed_secrets.removed(submission, understood.files)
        ),
        checks_of_content.duplicate(doubled),
        vendor_consent.check(runs),
        checks_of_load.statement_mix(results),
        checks_of_load.in_flight(results),
        checks_of_load.regime(results),
        checks_of_load.samples(runs),
        checks_of_class.plausible(results, rows),
        checks_of_class.sizes(results, rows),
        checks_of_class.fair(neighbours.beside(results, rows)),
    ]
    return [each for each in found if each is not None]
