"""The OLTP workloads of sysbench 1.0: its own scripts."""

from collections.abc import Callable
from pathlib import Path

from django.utils.translation import gettext as _

from benchruns import verdict
from benchruns.diagnosis import Family
from benchruns.failures import BenchbookError, Failure
from benchruns.metrics import Interval
from benchruns.parsers import sysbench as parser
from workers import progress
from workers.probes.base import Probe
from workers.process import Completed
from workers.progress import Progress
from workers.target import Target
from workers.tools import sysbench
from workers.tools.command import Command
from workers.tools.driver import Driver, Measured, Place


class OltpDriver(Driver):
    """``oltp_read_write``, ``oltp_read_only`` and ``oltp_write_only``."""

    parser_version = parser.PARSER_VERSION

    @property
    def connections(self) -> int:
        return int(self.parameters["threads"])

    @property
    def tables(self) -> tuple[str, ...]:
        return sysbench.tables(self.parameters)

    @property
    def description(self) -> str:
        return _("%(tables)d tables of %(rows)s rows") % {
            "tables": self.parameters["tables"],
            "rows": f"{self.parameters['table_size']:,}",
        }

    def version(self) -> str:
        return sysbench.version()

    def prepare(self, target: Target, place: Place) -> Command:
        return sysbench.prepare(
            target, self.workload, self.parameters, place.workspace, mark=place.mark
        )

    def prepare_progress(self) -> Progress:
        return progress.of_prepare(self.parameters)

    def judge_prepare(self, completed: Completed, *, family: Family) -> None:
        verdict.check_ending(
            exit_status=completed.exit_status,
            output=completed.output,
            stderr=completed.stderr,
            engine_family=family,
        )

    def verify(self, probe: Probe, place: Place, *, go_on: Callable[[], None]) -> None:
        """sysbench measures missing rows as if they were there: count them first."""
        expected = self.parameters["table_size"]
        for table in self.tables:
            rows = probe.row_count(table, workspace=place.workspace)
            go_on()
            if rows != expected:
                raise BenchbookError(_data_missing(table, rows, expected))

    def warmup(self, target: Target, place: Place) -> Command:
        return sysbench.warmup(target, self.workload, self.parameters, place.workspace)

    def measure(self, target: Target, place: Place) -> Command:
        return sysbench.measure(target, self.workload, self.parameters, place.workspace)

    def parse_interval(self, line: str) -> Interval | None:
        return parser.parse_interval(line)

    def judge(self, completed: Completed, *, family: Family, folder: Path) -> Measured:
        report = verdict.judge(
            exit_status=completed.exit_status,
            output=completed.output,
            stderr=completed.stderr,
            engine_family=family,
        )
        return Measured(figures=report.figures)


def _data_missing(table: str, rows: int, expected: int) -> Failure:
    return Failure(
        code="data_missing",
        message=_(
            "%(table)s holds %(rows)d rows in place of %(expected)d. Look at the "
            "server's log, then repeat the run."
        )
        % {"table": table, "rows": rows, "expected": expected},
    )
