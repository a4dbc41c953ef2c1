"""What a parser raises when a text is not a report that can be believed."""

from benchruns.parsers.text.safe_text import in_one_line


class ReportError(Exception):
    """A report cannot be read; ``line`` is the line that was at fault, if one was.

    Both quote uploads, so they are made safe for any page and any database.
    """

    def __init__(self, message: str, line: str = "") -> None:
        self.message = in_one_line(message)
        self.line = in_one_line(line[:500])  # hostile uploads may hold a longer one
        super().__init__(self.message)


class NoEventsError(ReportError):
    """The report is whole but nothing was measured: every figure is zero."""


class CheckpointError(ReportError):
    """The report holds checkpoints, so its rates and its time do not belong together."""


class AbortedError(ReportError):
    """The tool says itself that its run was broken off, and prints figures all the same."""


class NoFinalBlockError(ReportError):
    """The text ends before the figures that the tool prints last."""
