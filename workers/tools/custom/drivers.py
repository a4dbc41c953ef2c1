"""What carries out a script of one's own: the tool's driver, told another script."""

from abc import ABC
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

from benchruns.engines import Family
from benchruns.evidence import pgbench_facts
from benchruns.parsers.pgbench.output import Report
from benchruns.workloads import pgbench_scripts
from benchruns.workloads.custom import script as custom
from benchruns.workloads.pgbench_scripts import Statements
from benchruns.workloads.sysbench_lua import CUSTOM, text_of
from workers.confinement.process import Completed
from workers.engines.probe import Probe
from workers.tools import sysbench_scripts
from workers.tools.custom.scripts import OwnScript, script_for
from workers.tools.driver import Driver, Measured, Parameters, Place, Share
from workers.tools.oltp import OltpDriver
from workers.tools.pgbench_driver import PgbenchDriver

# No script can be named as the wrapped one is: it would take the place of its wrapper.
WRAPPED = "Benchbook.own.lua"
# Where it is not known, the log is sized for a script of one statement, the most there are.
ONE_STATEMENT = Statements(reads=1, writes=0, other=0)


class _Custom(Driver, ABC):
    """A script is read once, and again for each attempt: what is measured is what was told.

    In a workspace, so that what the script leaves is dropped with it.
    """

    needs_workspace = True

    def __init__(
        self, workload: str, parameters: Parameters, share: Share | None = None
    ) -> None:
        self._own: OwnScript | None = None
        super().__init__(workload, parameters, share)

    @property
    def own(self) -> OwnScript:
        if self._own is None:
            self._own = script_for(self.workload, self.parameters)
        return self._own

    @property
    def statements(self) -> Statements | None:
        """What a transaction sends, where that is certain before it ran."""
        return None

    def require(self) -> None:
        self._own = script_for(self.workload, self.parameters)

    def with_script(self, measured: Measured) -> Measured:
        """With what ran, so that what came of another text is never taken for it."""
        sent = self.statements
        own = {
            "name": self.own.name,
            "sha256": self.own.sha256,
            "statements": asdict(sent) if sent else None,
        }
        return replace(measured, facts={**measured.facts, custom.FACTS: own})


class CustomSysbenchDriver(_Custom, OltpDriver):
    """``custom_sysbench``: a Lua script on sysbench's tables."""

    @property
    def loading_script(self) -> sysbench_scripts.Script:
        return sysbench_scripts.PREPARING

    @property
    def script(self) -> sysbench_scripts.Script:
        return sysbench_scripts.Script(
            f"./{self.own.name}",
            written={self.own.name: text_of(CUSTOM), WRAPPED: self.own.text},
        )

    def judge(self, completed: Completed, *, family: Family, folder: Path) -> Measured:
        measured = super().judge(completed, family=family, folder=folder)
        return self.with_script(measured)


class CustomPgbenchDriver(_Custom, PgbenchDriver):
    """``custom_pgbench``: a script of pgbench's language on its tables."""

    @property
    def script(self) -> pgbench_scripts.Script:
        return pgbench_scripts.Script(
            name=self.own.name,
            text=self.own.text,
            statements=self.statements or ONE_STATEMENT,
        )

    @property
    def statements(self) -> Statements | None:
        return pgbench_scripts.certain_statements(self.own.text)

    def report_of(self, completed: Completed, *, family: Family) -> Report:
        report = super().report_of(completed, family=family)
        return pgbench_facts.of_own_script(report, self.statements)

    def judge(self, completed: Completed, *, family: Family, folder: Path) -> Measured:
        measured = super().judge(completed, family=family, folder=folder)
        return self.with_script(measured)

    def before_measure(self, probe: Probe, place: Place) -> None:
        """Nothing is known of what the script writes."""

    def confirm(
        self,
        probe: Probe,
        place: Place,
        measured: Measured,
        *,
        go_on: Callable[[], None],
    ) -> None:
        """Nothing to hold the figures against."""
