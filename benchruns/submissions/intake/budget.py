"""What all files of one request may take together."""

from django.utils.translation import gettext as _

from benchruns.submissions.intake import limits
from benchruns.submissions.intake.refusal import Refused


class Budget:
    """Counts what was read; ``Refused`` when a limit is passed.

    Give the same one to every upload of a request.
    """

    def __init__(self) -> None:
        self.files = self.text_bytes = self.workbooks = 0
        self.samples = self.rows = 0

    def take_files(self, count: int, *, name: str) -> None:
        self.files += count
        if self.files > limits.MOST_FILES:
            message = _("An upload may hold %(most)d files; send fewer at once.")
            raise Refused(message % {"most": limits.MOST_FILES}, name)

    def take_workbook(self, *, name: str) -> None:
        self.workbooks += 1
        if self.workbooks > limits.MOST_WORKBOOKS:
            message = _("An upload may hold %(most)d workbooks; send fewer at once.")
            raise Refused(message % {"most": limits.MOST_WORKBOOKS}, name)

    def take_samples(self, count: int, *, name: str) -> None:
        self.samples += count
        if self.samples > limits.MOST_SAMPLES:
            message = _(
                "The files of an upload may hold %(most)s samples together; send "
                "fewer at once, or a report with a line every ten seconds."
            )
            most = f"{limits.MOST_SAMPLES:,}"
            raise Refused(message % {"most": most}, name)

    def take_rows(self, count: int, *, name: str) -> None:
        self.rows += count
        if self.rows > limits.MOST_ROWS:
            message = _(
                "The report templates of an upload may hold %(most)s rows together; "
                "send the rest as a submission of its own."
            )
            raise Refused(message % {"most": f"{limits.MOST_ROWS:,}"}, name)

    def take_text(self, size: int, *, name: str) -> None:
        self.allow(size, size, name=name)
        self.text_bytes += size

    def allow(self, size: int, packed: int, *, name: str) -> None:
        """Whether a file that has unpacked to ``size`` may go on."""
        if size > limits.MOST_TEXT_BYTES:
            raise Refused(too_large(limits.MOST_TEXT_BYTES), name)
        if self.text_bytes + size > limits.MOST_TEXTS_BYTES:
            message = _(
                "The files of an upload may hold %(most)d MB together, unpacked; "
                "send fewer at once."
            )
            raise Refused(message % {"most": megabytes(limits.MOST_TEXTS_BYTES)}, name)
        if size > limits.FREE_OF_RATIO and size > limits.MOST_RATIO * packed:
            message = _(
                "This unpacks to more than %(ratio)d times its size, which no report "
                "does. Send the file unpacked."
            )
            raise Refused(message % {"ratio": limits.MOST_RATIO}, name)


def too_large(most: int) -> str:
    message = _(
        "A file may hold %(most)d MB; send the part of it that is the report, "
        "or a sample of the log."
    )
    return message % {"most": megabytes(most)}


def megabytes(size: int) -> int:
    return size // limits.MIB
