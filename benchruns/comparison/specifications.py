"""What the columns of a comparison are, and what of it the catalogue alone says."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from benchruns.models import InstanceClass, Result, SubmittedFile
from benchruns.parsers.stored import report as stored_report
from benchruns.results.row import Row
from benchruns.vocabulary import Provenance

# A class has them as its provider sells it; one in use may be set otherwise.
LIMITS = ("iops", "max_connections")
Stated = Mapping[str, Any]


def specification(sized: Row | InstanceClass) -> dict[str, float | None]:
    return {
        "vcpus": sized.vcpus,
        "memory_gb": sized.memory_gb,
        "iops": sized.iops,
        "max_connections": sized.max_connections,
    }


def of_catalogue(results: Sequence[Result]) -> dict[UUID, frozenset[str]]:
    """By result, the limits that are its class's because nobody stated them.

    ``results`` with class and submission; at most two queries, none without reports.
    """
    submitted = [r for r in results if r.provenance == Provenance.SUBMITTED]
    stated = _stated(submitted)
    found = {r.pk: frozenset(_unstated(r, stated[r.pk])) for r in submitted}
    # a run asks the server for its connections and nobody for its IOPS
    measured = [r for r in results if r.provenance == Provenance.MEASURED]
    found |= {r.pk: frozenset({"iops"}) for r in measured if r.iops is not None}
    return {pk: names for pk, names in found.items() if names}


def _unstated(result: Result, stated: Sequence[Stated]) -> Iterable[str]:
    sold = result.instance_class
    for name in LIMITS if sold else ():
        value = getattr(result, name)
        is_sold = value is not None and value == getattr(sold, name)
        if is_sold and all(each.get(name) in (None, "") for each in stated):
            yield name


def _stated(results: Sequence[Result]) -> dict[UUID, list[Stated]]:
    """All that each report says, wherever it does."""
    if not results:
        return {}
    files = SubmittedFile.objects.filter(pk__in={r.submitted_file_id for r in results})
    of_files: dict[UUID | None, Stated] = dict(files.values_list("pk", "statement"))
    typed = [result for result in results if result.submitted_row]
    of_rows = _rows_of({result.submitted_file_id for result in typed})
    found = {}
    for result in results:
        submission = result.submission
        told = (
            [submission.statement, submission.parameter_settings] if submission else []
        )
        row = of_rows.get((result.submitted_file_id, result.submitted_row), {})
        found[result.pk] = [*told, of_files.get(result.submitted_file_id, {}), row]
    return found


def _rows_of(
    files: Iterable[UUID | None],
) -> dict[tuple[UUID | None, int | None], Stated]:
    """Of tables that somebody filled in, by file and row."""
    wanted = {pk for pk in files if pk is not None}
    if not wanted:
        return {}
    reports = SubmittedFile.objects.filter(pk__in=wanted).values_list("pk", "report")
    return {
        (pk, row.number): row.stated
        for pk, report in reports
        for row in stored_report.from_json(report).rows
    }
