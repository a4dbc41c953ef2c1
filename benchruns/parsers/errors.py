"""What a parser raises when a text is not a report that can be believed."""


class ReportError(Exception):
    """A report cannot be read; ``line`` is the line that was at fault, if one was."""

    def __init__(self, message: str, line: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.line = line[:500]  # hostile uploads may hold a line of any length


class NoEventsError(ReportError):
    """The report is whole but nothing was measured: every figure is zero."""


class CheckpointError(ReportError):
    """The report holds checkpoints, so its rates and its time do not belong together."""


class AbortedError(ReportError):
    """The tool says itself that its run was broken off, and prints figures all the same."""
