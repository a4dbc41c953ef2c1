"""Benchbook's own report: a table to fill in, as XLSX and CSV, written and read."""

from benchruns.submissions.template.faults import TemplateError
from benchruns.submissions.template.package import is_office_file
from benchruns.submissions.template.reader import is_template, read_csv, read_xlsx
from benchruns.submissions.template.storage import (
    blanked_csv,
    blanked_xlsx,
    stored_csv,
    stored_xlsx,
)

__all__ = [
    "TemplateError",
    "blanked_csv",
    "blanked_xlsx",
    "is_office_file",
    "is_template",
    "read_csv",
    "read_xlsx",
    "stored_csv",
    "stored_xlsx",
]
