"""The checks that are done by program before a person looks at a submission."""

from collections.abc import Sequence

from benchruns.findings import Finding
from benchruns.models import Result, Submission
from benchruns.submissions.checks import (
    content,
    duplicates,
    instance_class,
    load,
    measured_time,
    neighbours,
    provider,
    repeats,
    vendor_consent,
)
from benchruns.submissions.files import removed_secrets
from benchruns.submissions.understanding.understood import Understanding


def check(
    submission: Submission,
    understood: Understanding,
    results: Sequence[Result],
    rows: Sequence[Result],
) -> list[Finding]:
    """All checks, each with its outcome; what does not apply is left out.

    ``results`` are those of the submission, as they are stored, ``rows`` what stands
    beside them. A constant number of queries.
    """
    runs = [run for run in understood.runs if not run.missing]
    doubled = duplicates.find(
        submission, understood.files, results, user=submission.owner
    )
    timed = measured_time.measured(understood, results, rows)
    found = [
        content.complete(understood),
        content.readable(understood),
        content.contradictions(results),
        content.secrets(removed_secrets.removed(submission, understood.files)),
        content.duplicate(doubled),
        vendor_consent.check(runs),
        provider.of_class(understood.runs),
        provider.of_region(understood.runs),
        load.statement_mix(results),
        load.in_flight(results),
        load.regime(results),
        measured_time.duration(timed),
        load.samples(runs),
        measured_time.steadiness(timed),
        repeats.agree(results),
        instance_class.plausible(results, rows),
        instance_class.sizes(results, rows),
        instance_class.fair(neighbours.beside(results, rows)),
    ]
    return [each for each in found if each is not None]
