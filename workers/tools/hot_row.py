"""Concurrent updates of one row, counted on the server as well as by sysbench."""

from collections.abc import Callable

from benchruns.failures.failure import BenchbookError, Failure, failure
from workers.engines.probe import Probe
from workers.tools.driver import Measured, Place
from workers.tools.oltp import OltpDriver

TABLE, COLUMN, HOT_ID = "sbtest1", "k", 100


class HotRowDriver(OltpDriver):
    """``hot_row_update``: the row grows by exactly the transactions that are told.

    That can be asked for because sysbench lets each thread end the transaction it is
    in, and counts one only after its COMMIT: an ignored deadlock or lock timeout has
    changed nothing and is repeated, any other error ends the run. The warm-up is a
    process that has ended before the first look at the row.
    """

    _before: int

    def before_measure(self, probe: Probe, place: Place) -> None:
        self._before = _updates(probe, place)

    def confirm(
        self,
        probe: Probe,
        place: Place,
        measured: Measured,
        *,
        go_on: Callable[[], None],
    ) -> None:
        committed = _updates(probe, place) - self._before
        if not measured.has_made(committed):
            raise BenchbookError(_counts_differ(measured, committed))


def _updates(probe: Probe, place: Place) -> int:
    value = probe.cell(TABLE, COLUMN, id=HOT_ID, workspace=place.workspace)
    if value is None:
        raise BenchbookError(failure("data_missing", id=HOT_ID, table=TABLE))
    return value


def _counts_differ(measured: Measured, committed: int) -> Failure:
    counted = measured.figures.transactions or 0
    return failure("counts_differ", grown="row", counted=counted, found=committed)
