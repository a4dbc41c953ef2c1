"""Benchbook's own report: a table to fill in, as XLSX and CSV, written and read."""

from benchruns.report_template.faults import TemplateError
from benchruns.report_template.keeping import (
    blanked_csv,
    blanked_xlsx,
    kept_csv,
    kept_xlsx,
)
from benchruns.report_template.package import is_office_file
from benchruns.report_template.reading import is_template, read_csv, read_xlsx

__all__ = [
    "TemplateError",
    "blanked_csv",
    "blanked_xlsx",
    "is_office_file",
    "is_template",
    "kept_csv",
    "kept_xlsx",
    "read_csv",
    "read_xlsx",
]
