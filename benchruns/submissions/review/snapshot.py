"""What a submission held when it was submitted, kept with that step of its history."""

from typing import Any

from benchruns.figures.metrics import Figures
from benchruns.models import Result, Submission


def of(submission: Submission) -> dict[str, Any]:
    """Statement, settings, files and results as they are now, as JSON."""
    return {
        "statement": submission.statement,
        "settings": submission.parameter_settings,
        "credit": submission.credit,
        "files": [
            {
                "id": str(file.pk),
                "name": file.name,
                "sha256": file.sha256,
                "statement": file.statement,
            }
            for file in submission.files.filter(removed_at__isnull=True).defer(
                "content", "report"
            )
        ],
        "results": [
            _result(result)
            for result in submission.results.order_by(
                "submitted_file__added_at", "submitted_file__name", "submitted_row"
            )
        ],
    }


def _result(result: Result) -> dict[str, Any]:
    figures = Figures.read(result).as_dict()
    return {
        "id": str(result.pk),
        "file": str(result.submitted_file_id),
        "row": result.submitted_row,
        "workload": result.workload,
        "threads": result.threads,
        "figures": {
            name: value for name, value in figures.items() if value is not None
        },
    }
