"""``run``: the users started, the counters read, each second told, the report."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from workers.tools.tpcc.dialects import dialect_of
from workers.tools.tpcc.dialects.base import Counts, Dialect, Session
from workers.tools.tpcc.fatal import Fatal
from workers.tools.tpcc.options import Place, Profile, Run
from workers.tools.tpcc.running import report
from workers.tools.tpcc.running.tally import Tallies
from workers.tools.tpcc.running.team import Team
from workers.tools.tpcc.running.window import Window

Say = Callable[[str], None]
# Before the counters are read: connecting takes long to a busy server.
CONNECT_AHEAD_SECONDS = 2.0
# Of one district's customers, between the 10 % that spec loads and hammerdb's half.
_BAD_CREDIT_SHARE = 0.3
_CREDITS = (
    "SELECT COUNT(*), SUM(CASE WHEN c_credit = 'BC' THEN 1 ELSE 0 END) "
    "FROM customer WHERE c_w_id = 1 AND c_d_id = 1"
)


def run(place: Place, run: Run, *, say: Say, dialect: Dialect | None = None) -> None:
    """Carries out the load; ``say`` gets the lines of the output, the report last.

    ``Fatal`` with the first cause when a user or a process fails. The dialect is the
    place's unless another is given.
    """
    dialect = dialect or dialect_of(place.dialect)
    # The processes are forked before this one has a session that they could share.
    with Team(place, run, dialect=dialect) as team:
        engine = _look(place, run, dialect)
        say(report.head(run, engine=engine))
        team.await_ready()
        measured, before, after = Measuring(team, place, run, dialect, say).carry_out()
        team.stop()
    say(report.BEGINS)
    say(report.text(run, measured, before=before, after=after, engine=engine))


def _look(place: Place, run: Run, dialect: Dialect) -> str:
    """The engine; Fatal where the data is another than was asked for."""
    with dialect.connect(place) as session:
        engine = dialect.describe(session)
        ((warehouses,),) = session.rows("SELECT COUNT(*) FROM warehouse")
        profile = _profile_of(session)
    if warehouses != run.warehouses:
        raise Fatal(f"0: the data has {warehouses} warehouses, not {run.warehouses}")
    if profile is not run.profile:
        raise Fatal(
            f"0: the data and its routines are of profile {profile}, not {run.profile}: "
            f"load them with --profile {run.profile}"
        )
    return engine


def _profile_of(session: Session) -> Profile:
    """What the data was loaded for: no transaction changes a customer's credit."""
    ((customers, bad),) = session.rows(_CREDITS)
    is_spec = (bad or 0) < _BAD_CREDIT_SHARE * customers
    return Profile.SPEC if is_spec else Profile.HAMMERDB


class Measuring:
    """Ramp-up and window of a team that is ready."""

    def __init__(
        self, team: Team, place: Place, run: Run, dialect: Dialect, say: Say
    ) -> None:
        self._team, self._place, self._run = team, place, run
        self._dialect, self._say = dialect, say
        self._window = Window(run)

    def carry_out(self) -> tuple[Tallies, Counts, Counts]:
        """What ended in the window, and the counters at its begin and end.

        The users go on meanwhile, and after it.
        """
        measuring_at = time.monotonic() + self._run.rampup_seconds
        self._say(f"Ramp-up begins: {self._run.rampup_seconds} s")
        self._team.begin(measuring_at=measuring_at)
        with self._session_at(measuring_at, within=self._run.rampup_seconds) as session:
            self._say("Measuring begins")
            before = session.counts()
        ends_at = measuring_at + self._run.duration_seconds
        with self._session_at(ends_at, within=self._run.duration_seconds) as session:
            after = session.counts()
        while not self._window.is_complete:
            self._take(within=None)
        return self._window.measured, before, after

    @contextmanager
    def _session_at(self, moment: float, *, within: float) -> Iterator[Session]:
        """A session for the counters at this moment, of the last seconds ``within``.

        One of its own each time, since a server may end one that is idle long; opened
        ahead, so that connecting delays no reading and is no part of what is measured.
        """
        self._hear(until=moment - min(CONNECT_AHEAD_SECONDS, within))
        with self._dialect.connect(self._place) as session:
            self._hear(until=moment)
            yield session

    def _hear(self, *, until: float) -> None:
        while (left := until - time.monotonic()) > 0:
            self._take(within=left)

    def _take(self, *, within: float | None) -> None:
        for process, batch in self._team.batches(within=within):
            self._window.take(process, batch)
        for second in self._window.due():
            self._say(report.interval(second, users=self._run.virtual_users))
