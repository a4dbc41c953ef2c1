"""The pgbench workloads: the papers' scripts and its own, over its own tables."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from benchruns.engines import Family
from benchruns.evidence import pgbench_facts, pgbench_verdict
from benchruns.failures.failure import BenchbookError, Failure, failure
from benchruns.figures.histograms import PGBENCH_LOG, Histogram
from benchruns.figures.metrics import Interval
from benchruns.parsers.errors import ReportError
from benchruns.parsers.pgbench import log as pgbench_log
from benchruns.parsers.pgbench import output as parser
from benchruns.parsers.pgbench.output import Report
from benchruns.parsers.pgbench.progress import ProgressReader, parse_progress
from benchruns.workloads import pgbench as registry
from benchruns.workloads.pgbench_scripts import Script, Statements, script_of
from workers.confinement.process import Completed
from workers.connecting.target import Target
from workers.engines import libpq
from workers.engines.probe import Probe
from workers.tools import pgbench, pgbench_tables, progress, row_counts
from workers.tools.command import Command
from workers.tools.driver import Driver, Measured, Parameters, Place, Share
from workers.tools.progress import Progress

HISTORY = "pgbench_history"


class PgbenchDriver(Driver):
    """The papers' scripts, and those that pgbench brings with it."""

    parser_version = parser.PARSER_VERSION

    _history_rows: int

    def __init__(
        self, workload: str, parameters: Parameters, share: Share | None = None
    ) -> None:
        super().__init__(workload, parameters, share)
        self._reader = ProgressReader(None, clients=self.connections)

    @property
    def script(self) -> Script:
        return script_of(self.workload)

    @property
    def statements(self) -> Statements | None:
        """What a transaction sends, where it is known."""
        return self.script.statements

    @property
    def connections(self) -> int:
        return int(self.parameters["clients"])

    @property
    def loaded_bytes(self) -> int:
        return pgbench.LOADED_BYTES

    @property
    def tables(self) -> tuple[str, ...]:
        return pgbench.TABLES

    def version(self) -> str:
        return pgbench.version()

    def tls_of(self, target: Target) -> str:
        return libpq.tls_of(target)

    def create_tables(self, probe: Probe, place: Place) -> None:
        """In a schema of our own pgbench creates them itself."""
        if place.workspace is not None:
            return
        definitions = pgbench_tables.definitions(self.parameters["scale"])
        probe.create_marked_tables(definitions, mark=place.mark)

    def prepare(self, target: Target, place: Place) -> Command:
        return pgbench.prepare(target, self.parameters, place.workspace)

    def prepare_progress(self) -> Progress:
        return progress.of_pgbench_load()

    def judge_prepare(self, completed: Completed, *, family: Family) -> None:
        pgbench_verdict.check_load(
            exit_status=completed.exit_status, output=completed.output, family=family
        )

    def verify(self, probe: Probe, place: Place, *, go_on: Callable[[], None]) -> None:
        scale = self.parameters["scale"]
        expected = {
            "pgbench_branches": scale,
            "pgbench_tellers": 10 * scale,
            "pgbench_accounts": registry.records(self.parameters),
        }
        row_counts.verify(probe, place, expected, keys=pgbench_tables.KEYS, go_on=go_on)

    def warmup(self, target: Target, place: Place) -> Command:
        self._read_anew()
        return pgbench.warmup(
            target,
            self.workload,
            self.parameters,
            place.workspace,
            script=self.script,
        )

    def measure(self, target: Target, place: Place) -> Command:
        self._read_anew()
        return pgbench.measure(
            target,
            self.workload,
            self.parameters,
            place.workspace,
            script=self.script,
        )

    def _read_anew(self) -> None:
        self._reader = ProgressReader(self.statements, clients=self.connections)

    def parse_interval(self, line: str) -> Interval | None:
        return self._reader.read(line)

    def load_began(self, line: str) -> float | None:
        told = parse_progress(line)
        return None if told is None else told.seconds

    def parse_levels(self, line: str) -> Mapping[str, float] | None:
        told = parse_progress(line)
        if told is None or told.lag_ms is None:
            return None
        return {"schedule_lag_ms": told.lag_ms}

    def report_of(self, completed: Completed, *, family: Family) -> Report:
        return pgbench_verdict.judge(
            exit_status=completed.exit_status, output=completed.output, family=family
        )

    def judge(self, completed: Completed, *, family: Family, folder: Path) -> Measured:
        report = self.report_of(completed, family=family)
        latencies = _latencies(folder)
        share = pgbench.logged_share(self.workload, self.parameters, script=self.script)
        is_whole = latencies is not None and latencies.is_whole(
            transactions=report.figures.transactions or 0, share=share
        )
        facts = pgbench_facts.facts_of(report) | {
            "latency_log": {
                "share": share,
                "transactions": latencies.timed if latencies else 0,
                "is_whole": is_whole,
            }
        }
        if latencies is None or not is_whole:
            return Measured(figures=report.figures, facts=facts)
        figures = replace(report.figures, **latencies.percentiles())
        if share == 1:  # the worst of a sample is not that of the run
            figures = replace(figures, latency_max_ms=latencies.max_ms)
        histogram = Histogram.of_ms(
            latencies.histogram, source=PGBENCH_LOG, share=share
        )
        return Measured(figures=figures, histogram=histogram, facts=facts)

    def before_measure(self, probe: Probe, place: Place) -> None:
        self._history_rows = _history_rows(probe, place)

    def confirm(
        self,
        probe: Probe,
        place: Place,
        measured: Measured,
        *,
        go_on: Callable[[], None],
    ) -> None:
        """Each transaction that writes leaves one row of history, and only it does."""
        grown = _history_rows(probe, place) - self._history_rows
        counted = measured.figures.transactions or 0
        writes = self.script.statements.writes
        if not (measured.has_made(grown) if writes else grown == 0):
            raise BenchbookError(_counts_differ(counted, grown))


def _history_rows(probe: Probe, place: Place) -> int:
    return probe.count_all(HISTORY, workspace=place.workspace)


def _latencies(folder: Path) -> pgbench_log.Latencies | None:
    """What the log says; None where there is none that can be read."""
    try:
        return pgbench_log.read(_log_lines(folder))
    except ReportError:
        return None


def _log_lines(folder: Path) -> Iterator[str]:
    for path in sorted(folder.glob(pgbench.LOG_FILES)):
        with path.open(encoding="ascii", errors="replace") as lines:
            yield from lines


def _counts_differ(counted: float, found: int) -> Failure:
    return failure("counts_differ", grown="history", counted=counted, found=found)
