"""Concurrent updates of one row, counted on the server as well as by sysbench."""

from collections.abc import Callable

from django.utils.translation import gettext as _

from benchruns.failures.failure import BenchbookError, Failure
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
        if committed != measured.figures.transactions:
            raise BenchbookError(_counts_differ(measured, committed))


def _updates(probe: Probe, place: Place) -> int:
    value = probe.cell(TABLE, COLUMN, id=HOT_ID, workspace=place.workspace)
    if value is None:
        raise BenchbookError(_row_missing())
    return value


def _row_missing() -> Failure:
    return Failure(
        code="data_missing",
        message=_(
            "Row %(id)d of %(table)s is missing. Something else works on the tables "
            "of this run: stop it, then repeat the run."
        )
        % {"id": HOT_ID, "table": TABLE},
    )


def _counts_differ(measured: Measured, committed: int) -> Failure:
    return Failure(
        code="counts_differ",
        message=_(
            "The tool counted %(told)d transactions, but the row grew by %(found)d. "
            "Something else changed the row, or the server lost or repeated "
            "commits: look at its log, then repeat the run."
        )
        % {"told": measured.figures.transactions or 0, "found": committed},
    )
