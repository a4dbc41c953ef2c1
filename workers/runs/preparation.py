"""The data of a run: one that is there is verified and used again, or it is loaded."""

import time
from collections.abc import Callable

from benchruns.failures.failure import BenchbookError, Failure
from benchruns.models import DataSet, Run, Server
from benchruns.runs import kept_data, lifecycle
from workers import probes
from workers.connecting.target import Target
from workers.runs import data_sets, patience
from workers.runs.journal import Journal
from workers.runs.lease import Lease
from workers.tools.command import Command
from workers.tools.driver import Driver, Place

# What says that the data is not as it was. Anything else may pass: a statement that was
# killed, a privilege that was taken away, an error that Benchbook does not know.
SPOILT = frozenset(
    {
        "data_inconsistent",
        "data_missing",
        "table_damaged",
        "table_missing",
        "unknown_database",
    }
)
LOOK_SECONDS = 0.2
CLEANUP_SECONDS = 120  # what is not dropped by then is a leftover
CANCELLED_SECONDS = 2  # the same of a run that is to end at once


class Preparation:
    """Data for one attempt: ``obtain`` it, let the server ``settle``, ``clean_up``.

    ``load`` carries out the command that fills the tables. ``data_set`` is what the
    attempt has taken or created so far, to be cleaned up however it ends.
    """

    def __init__(
        self,
        run: Run,
        server: Server,
        target: Target,
        driver: Driver,
        journal: Journal,
        lease: Lease,
        *,
        load: Callable[[Command], None],
    ) -> None:
        self.data_set: DataSet | None = None
        self._run = run
        self._server = server
        self._target = target
        self._driver = driver
        self._journal = journal
        self._lease = lease
        self._load = load

    @property
    def place(self) -> Place:
        if self.data_set is None:
            raise AssertionError("the data comes first")
        own = self.data_set.workspace if self.data_set.owns_workspace else None
        return Place(workspace=own, mark=self.data_set.workspace)

    def obtain(self, *, owns_workspace: bool) -> None:
        """Have the data on the server, every row of it counted."""
        if not self._use_again():
            self._load_anew(owns_workspace=owns_workspace)

    def settle(self) -> None:
        """Let the server write what the run before, or the load, has left."""
        sweep = self._run.sweep
        if sweep is None or not sweep.settle_seconds:
            return
        self._journal.event("settling", seconds=sweep.settle_seconds)
        ends_at = time.monotonic() + sweep.settle_seconds
        while (left := ends_at - time.monotonic()) > 0:
            self._lease.check()
            time.sleep(min(left, LOOK_SECONDS))
        self._lease.check()

    def clean_up(self, *, is_sweep_over: bool) -> None:
        """Drop what nobody needs any more; what cannot be dropped now stays recorded.

        ``is_sweep_over`` where the waiting runs are about to be cancelled.
        """
        data_set = self.data_set
        if data_set is None:
            return
        if is_sweep_over and not data_set.is_kept:
            self._let_go(data_set)
        elif not self._let_go_unless_needed(data_set):
            self._journal.event(
                "data_kept", data_set=data_set.workspace, is_kept=data_set.is_kept
            )
            return
        self._drop(data_set)

    def _let_go(self, data_set: DataSet) -> None:
        self._journal.write(kept_data.let_go, data_set, attempt=self._journal.attempt)

    def _let_go_unless_needed(self, data_set: DataSet) -> bool:
        return self._journal.write(
            kept_data.let_go_unless_needed, data_set, attempt=self._journal.attempt
        )

    # Using again --------------------------------------------------------------------

    def _use_again(self) -> bool:
        taken = self._journal.write(
            kept_data.take, self._run, attempt=self._journal.attempt.number
        )
        if taken is None:
            return False
        self.data_set = taken
        try:
            self._verify(taken)
        except BenchbookError as error:
            self._leave(taken, error.failure)
            return False
        self._journal.event(
            "data_used",
            data_set=taken.workspace,
            rows=taken.rows or 0,
            loaded_at=taken.created_at.isoformat(),
        )
        return True

    def _verify(self, data_set: DataSet) -> int | None:
        """The bytes of a data set that is whole; they are kept with the attempt."""
        place = self.place
        with probes.connect(self._target, go_on=self._lease.check) as probe:
            data_sets.refuse_unmarked(probe, data_set)
            self._driver.verify(probe, place, go_on=self._lease.check)
            size = probe.data_bytes(self._driver.tables, workspace=place.workspace)
        self._journal.keep(data_bytes=size)
        return size

    def _leave(self, data_set: DataSet, failure: Failure) -> None:
        """Have data loaded anew where that helps; raise what fails the run otherwise.

        What the account may not read it may not drop either, and it is whole for
        whoever may: so it stays where it is.
        """
        if failure.code == "no_privilege":
            self._tell_unusable(data_set, failure, is_dropped=False)
        elif failure.code in SPOILT:
            self._tell_unusable(data_set, failure, is_dropped=True)
            self._let_go(data_set)
            self._drop(data_set)
        elif failure.code == "unknown":
            raise BenchbookError(_unverified(data_set, failure))
        else:
            raise BenchbookError(failure)
        self.data_set = None

    def _tell_unusable(
        self, data_set: DataSet, failure: Failure, *, is_dropped: bool
    ) -> None:
        self._journal.event(
            "data_unusable",
            data_set=data_set.workspace,
            reason=failure.as_dict(),
            is_dropped=is_dropped,
        )

    # Loading ------------------------------------------------------------------------

    def _load_anew(self, *, owns_workspace: bool) -> None:
        data_set = self._create(owns_workspace=owns_workspace)
        began_at = time.monotonic()
        with probes.connect(self._target, go_on=self._lease.check) as probe:
            self._driver.create_tables(probe, self.place)
        self._load(self._driver.prepare(self._target, self.place))
        seconds = time.monotonic() - began_at
        size = self._verify(data_set)
        self._journal.write(
            kept_data.hand_over,
            data_set,
            attempt=self._journal.attempt,
            data_bytes=size,
            load_seconds=seconds,
        )
        self._journal.event(
            "data_loaded",
            data_set=data_set.workspace,
            rows=data_set.rows or 0,
            seconds=seconds,
        )

    def _create(self, *, owns_workspace: bool) -> DataSet:
        self.data_set = self._journal.write(
            data_sets.create,
            self._target,
            self._run,
            self._server,
            self._driver.tables,
            owns_workspace=owns_workspace,
            go_on=self._lease.check,
        )
        self._journal.write(
            lifecycle.use,
            self._run.pk,
            attempt=self._journal.attempt.number,
            data_set=self.data_set,
        )
        return self.data_set

    def _drop(self, data_set: DataSet) -> None:
        try:
            self._journal.write(
                data_sets.drop, self._target, data_set, go_on=self._patience()
            )
        except BenchbookError as error:
            self._journal.event(
                "leftover",
                data_set=data_set.workspace,
                reason=error.failure.as_dict(),
            )

    def _patience(self) -> Callable[[], None]:
        """Waits for a drop until somebody asks for the end of the run, and not long after."""
        was_cancelled = self._lease.is_cancelled

        def look() -> None:
            self._lease.check_held()
            if self._lease.is_stopping or (
                self._lease.is_cancelled and not was_cancelled
            ):
                patience.stop_dropping()

        seconds = CANCELLED_SECONDS if was_cancelled else CLEANUP_SECONDS
        return patience.to_drop(min(seconds, CLEANUP_SECONDS), go_on=look)


def _unverified(data_set: DataSet, failure: Failure) -> Failure:
    return Failure(
        code="data_unverified",
        values={"data_set": data_set.workspace},
        detail=failure.detail,
    )
