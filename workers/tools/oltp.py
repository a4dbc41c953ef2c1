"""The OLTP workloads of sysbench 1.0: its own scripts, and ours for the legacy one."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path

from benchruns.engines import Family
from benchruns.evidence import sysbench_verdict as verdict
from benchruns.figures.histograms import SYSBENCH, Histogram
from benchruns.figures.metrics import Interval
from benchruns.parsers.sysbench import output as parser
from benchruns.workloads import WORKLOADS
from benchruns.workloads.size import Size
from workers.confinement.process import Completed
from workers.connecting.target import Target
from workers.engines.probe import Probe
from workers.tools import progress, row_counts, sysbench
from workers.tools.command import Command
from workers.tools.driver import Driver, Measured, Place
from workers.tools.progress import Progress
from workers.tools.sysbench_scripts import Script, script_of


class OltpDriver(Driver):
    """``oltp_read_write``, ``oltp_read_only``, ``oltp_write_only``, ``oltp_legacy``."""

    parser_version = parser.PARSER_VERSION

    @property
    def connections(self) -> int:
        return int(self.parameters["threads"])

    @property
    def loaded_bytes(self) -> int:
        return sysbench.LOADED_BYTES

    @property
    def tables(self) -> tuple[str, ...]:
        return sysbench.tables(self._size.tables)

    def version(self) -> str:
        return sysbench.version()

    def tls_of(self, target: Target) -> str:
        return sysbench.tls_of(target)

    @property
    def script(self) -> Script:
        return script_of(self.workload)

    @property
    def loading_script(self) -> Script:
        return self.script

    def prepare(self, target: Target, place: Place) -> Command:
        return sysbench.prepare(
            target,
            self.workload,
            self.parameters,
            place.workspace,
            mark=place.mark,
            script=self.loading_script,
        )

    def prepare_progress(self) -> Progress:
        return progress.of_prepare(self._size.tables)

    def judge_prepare(self, completed: Completed, *, family: Family) -> None:
        verdict.check_ending(
            exit_status=completed.exit_status,
            output=completed.output,
            stderr=completed.stderr,
            engine_family=family,
        )

    def verify(self, probe: Probe, place: Place, *, go_on: Callable[[], None]) -> None:
        expected = dict.fromkeys(self.tables, self._size.table_size)
        row_counts.verify(probe, place, expected, go_on=go_on)

    def warmup(self, target: Target, place: Place) -> Command:
        return sysbench.warmup(
            target,
            self.workload,
            self.parameters,
            place.workspace,
            script=self.script,
            seed=self._seed,
        )

    def measure(self, target: Target, place: Place) -> Command:
        return sysbench.measure(
            target,
            self.workload,
            self.parameters,
            place.workspace,
            script=self.script,
            seed=self._seed,
        )

    @property
    def _seed(self) -> int | None:
        """Its own where several begin at once: sysbench takes the second, and all would
        ask for the same rows at the same time."""
        return None if self.share is None else 1 + secrets.randbelow(2**31 - 1)

    def parse_interval(self, line: str) -> Interval | None:
        return parser.parse_interval(line)

    def load_began(self, line: str) -> float | None:
        return 0.0 if line.strip() == parser.LOAD_BEGINS else None

    def parse_levels(self, line: str) -> Mapping[str, float] | None:
        level = parser.parse_queue(line)
        return None if level is None else asdict(level)

    def judge(self, completed: Completed, *, family: Family, folder: Path) -> Measured:
        report = verdict.judge(
            exit_status=completed.exit_status,
            output=completed.output,
            stderr=completed.stderr,
            engine_family=family,
        )
        return Measured(
            figures=report.figures,
            histogram=Histogram.of_ms(report.histogram, source=SYSBENCH),
            facts=parser.queue_facts(report.queue),
        )

    @property
    def _size(self) -> Size:
        return WORKLOADS[self.workload].size(self.parameters)
