"""The TPC-C-derived load, by Benchbook's own tool: ``python -m workers.tools.tpcc``.

The tool is a program of its own with many processes, so that it is stopped, watched and
judged as any other.
"""

import json
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path

from benchruns.engines import Family
from benchruns.evidence import tpcc_facts, tpcc_verdict
from benchruns.figures.metrics import Interval
from benchruns.parsers.tpcc import output as parser
from benchruns.parsers.tpcc.histogram import histogram_of
from benchruns.workloads import tpcc as registry
from benchruns.workloads.size import WAREHOUSE_LOADERS
from workers.confinement.process import Completed
from workers.confinement.tool_limits import MIB
from workers.connecting.target import Target
from workers.engines import libpq
from workers.engines.probe import Probe
from workers.tools import progress, tpcc, tpcc_data
from workers.tools.command import Command
from workers.tools.driver import Driver, Measured, Place
from workers.tools.progress import Progress
from workers.tools.tpcc import options

PROJECT = Path(tpcc.__file__).parents[3]
LOADED_BYTES = 32 * MIB  # to make one connection
PROCESS_BYTES = 64 * MIB  # of a load: 60 were measured
SEED = 1  # of the data, so that all data sets of a size are alike


class TpccDriver(Driver):
    """``tpcc``, in a workspace of its own: routines have no mark that tells whose they are."""

    parser_version = parser.PARSER_VERSION
    needs_workspace = True

    _is_fresh = False
    _orders_before: int | None = None  # looked at by the generator that prepares

    @property
    def connections(self) -> int:
        return int(self.parameters["virtual_users"])

    @property
    def loaded_bytes(self) -> int:
        return (1 + max(self._loaders, self._users)) * PROCESS_BYTES

    @property
    def process_bytes(self) -> int:
        return LOADED_BYTES

    @property
    def tables(self) -> tuple[str, ...]:
        return registry.TABLES

    def version(self) -> str:
        return tpcc.VERSION

    def tls_of(self, target: Target) -> str:
        return libpq.tls_of(target)

    def prepare(self, target: Target, place: Place) -> Command:
        self._is_fresh = True
        return _command(target, _workspace(place), "load", self._load_options())

    def prepare_progress(self) -> Progress:
        return progress.of_warehouses()

    def judge_prepare(self, completed: Completed, *, family: Family) -> None:
        tpcc_verdict.check_load(
            exit_status=completed.exit_status,
            output=completed.output,
            stderr=completed.stderr,
            family=family,
        )

    def verify(self, probe: Probe, place: Place, *, go_on: Callable[[], None]) -> None:
        workspace = _workspace(place)
        tpcc_data.verify_rows(
            probe, workspace, self._warehouses, is_fresh=self._is_fresh, go_on=go_on
        )
        tpcc_data.verify_conditions(probe, workspace, is_before=True, go_on=go_on)

    def warmup(self, target: Target, place: Place) -> Command:
        raise NotImplementedError("its ramp-up is a part of measuring")

    def before_measure(self, probe: Probe, place: Place) -> None:
        self._orders_before = tpcc_data.orders(probe, _workspace(place))

    def measure(self, target: Target, place: Place) -> Command:
        return _command(target, _workspace(place), "run", self._run_options())

    def parse_interval(self, line: str) -> Interval | None:
        return parser.interval(line)

    def parse_levels(self, line: str) -> Mapping[str, float] | None:
        return parser.levels(line) or None

    def load_began(self, line: str) -> float | None:
        return 0.0 if line.strip() == parser.LOAD_BEGINS else None

    def judge(self, completed: Completed, *, family: Family, folder: Path) -> Measured:
        report = tpcc_verdict.judge(
            exit_status=completed.exit_status,
            output=completed.output,
            stderr=completed.stderr,
            family=family,
            is_alone=self.share is None,
        )
        facts = tpcc_facts.facts_of(
            report,
            warehouses=self._warehouses,
            orders_before=self._orders_before or 0,
            weights=registry.weights(self.parameters)
            if registry.is_other_mix(self.parameters)
            else (),
        )
        return Measured(
            figures=report.figures,
            histogram=histogram_of(report.total.histogram, events=report.total.count),
            facts=facts,
        )

    def confirm(
        self,
        probe: Probe,
        place: Place,
        measured: Measured,
        *,
        go_on: Callable[[], None],
    ) -> None:
        workspace = _workspace(place)
        tpcc_data.verify_conditions(probe, workspace, is_before=False, go_on=go_on)

    @property
    def _warehouses(self) -> int:
        return int(self.parameters["warehouses"])

    @property
    def _loaders(self) -> int:
        """Processes that load data; those that load the server are ``_users``."""
        return min(self._warehouses, WAREHOUSE_LOADERS, _cores())

    @property
    def _users(self) -> int:
        return min(self.connections, _cores())

    def _load_options(self) -> list[str]:
        return [
            *self._data_options(),
            f"--processes={self._loaders}",
            f"--seed={SEED}",
        ]

    def _run_options(self) -> list[str]:
        given = self.parameters
        switches = ("keying_and_thinking", "all_warehouses")
        return [
            *self._data_options(),
            f"--virtual-users={self.connections}",
            f"--rampup-seconds={given['rampup_seconds']}",
            f"--duration-seconds={given['duration_seconds']}",
            *(f"--{n.replace('_', '-')}" for n in switches if given[n]),
            *registry.weights_words(given),
            f"--processes={self._users}",
            *self._share_options(),
        ]

    def _share_options(self) -> list[str]:
        """Homes are dealt to the users of all generators in turn."""
        if self.share is None:
            return []
        return [
            f"--first-user={self.share.before}",
            f"--users-of-all={self.share.all}",
        ]

    def _data_options(self) -> list[str]:
        return [
            f"--profile={self.parameters['profile']}",
            f"--warehouses={self._warehouses}",
        ]


def connect(target: Target) -> Command:
    """One connection, as those of a load are made."""
    return _command(target, target.database, "connect", [])


def _command(
    target: Target, space: str, action: str, options_given: list[str]
) -> Command:
    """The tool reads where to connect from its standard input, password included."""
    there = options.Place(
        dialect=target.family.name,
        host=target.host,
        address=target.address,
        port=target.port,
        username=target.username,
        password=target.password,
        database=target.database,
        space=space,
        tls=target.tls,
        tls_ca=target.tls_ca,
        allow_tls_1_0=target.allow_tls_1_0,
        allow_cleartext_password=target.allow_cleartext_password,
    )
    return Command(
        argv=(sys.executable, "-m", tpcc.__name__, action, *options_given),
        stdin=json.dumps(asdict(there)),
        env={"PYTHONPATH": str(PROJECT), "PYTHONDONTWRITEBYTECODE": "1"},
        private=frozenset({"PYTHONPATH", "PYTHONDONTWRITEBYTECODE"}),
        stand_ins={sys.executable: "python"},
    )


def _workspace(place: Place) -> str:
    """ValueError (a bug) where there is none: preflight has refused such a run."""
    if place.workspace is None:
        raise ValueError("the nine tables lie in a workspace of their own")
    return place.workspace


def _cores() -> int:
    return len(os.sched_getaffinity(0))
