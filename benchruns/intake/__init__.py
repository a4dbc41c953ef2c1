"""The door for uploads: bytes of strangers in, read files out, or a reason why not."""

from benchruns.intake.budget import Budget
from benchruns.intake.decoding import charset_of
from benchruns.intake.intake import ReadFile, read_upload, report_of
from benchruns.intake.refusal import Refused

__all__ = ["Budget", "ReadFile", "Refused", "charset_of", "read_upload", "report_of"]
