"""The door for uploads: bytes of strangers in, read files out, or a reason why not."""

from benchruns.submissions.intake.budget import Budget
from benchruns.submissions.intake.decode import charset_of
from benchruns.submissions.intake.intake import ReadFile, read_upload, report_of
from benchruns.submissions.intake.refusal import Refused

__all__ = ["Budget", "ReadFile", "Refused", "charset_of", "read_upload", "report_of"]
