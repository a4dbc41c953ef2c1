"""A virtual user: one connection, one transaction after the other."""

import time
from collections.abc import Callable
from random import Random
from threading import Event

from workers.tools.tpcc.dialects.base import Dialect, Session, Values
from workers.tools.tpcc.kinds import RETRIED, Kind, Trouble
from workers.tools.tpcc.options import Run
from workers.tools.tpcc.running.inputs import Inputs, home_of
from workers.tools.tpcc.running.mix import KEYING, draws, thinking_seconds
from workers.tools.tpcc.running.tally import Ended, Ending

MOST_TRIES = 10

Call = Callable[[Session, Kind, Values], bool]


def call_routine(session: Session, kind: Kind, values: Values) -> bool:
    return session.call(kind, values)


class VirtualUser:
    """The user of that number, from 0. ``call`` does a transaction, as a session's does."""

    def __init__(
        self, number: int, run: Run, *, dialect: Dialect, call: Call = call_routine
    ) -> None:
        self._run, self._dialect, self._call = run, dialect, call
        # its own, so that a seed gives each user the same load in any process
        self._random = Random(f"{run.seed} {number}")  # noqa: S311 - no secret
        home = home_of(
            run.first_user + number,
            users=run.users_of_all or run.virtual_users,
            warehouses=run.warehouses,
            spreads=run.all_warehouses,
            random=self._random,
        )
        self._inputs = Inputs(run.profile, run.warehouses, home, self._random)

    def work(
        self, session: Session, *, record: Callable[[Ended], None], stop: Event
    ) -> None:
        """Until ``stop``; raises what is no trouble that another try may mend."""
        waits = self._run.keying_and_thinking
        for kind in draws(self._run.profile, self._random, weights=self._run.weights):
            if stop.is_set() or (waits and stop.wait(KEYING[kind])):
                return
            record(self._transact(session, kind))
            if waits and stop.wait(self._thinking_seconds(kind)):
                return

    def _thinking_seconds(self, kind: Kind) -> float:
        return thinking_seconds(self._run.profile, kind, self._random)

    def _transact(self, session: Session, kind: Kind) -> Ended:
        """The same values in each try, at once after the one that failed."""
        values = self._inputs.of(kind)
        troubles: list[Trouble] = []
        ending = Ending.FAILED
        began_at = time.monotonic()
        while len(troubles) < MOST_TRIES:
            try:
                is_committed = self._call(session, kind, values)
            except Exception as error:
                trouble = self._dialect.trouble(error)
                if trouble is None or trouble not in RETRIED:
                    raise
                troubles.append(trouble)
            else:
                ending = Ending.COMMITTED if is_committed else Ending.ROLLED_BACK
                break
        ended_at = time.monotonic()
        return Ended(kind, ended_at, ended_at - began_at, ending, tuple(troubles))
