"""One virtual user: what it does again, what it gives up, and when it stops."""

import threading
import time

import pytest

from tests import waiting
from tests.workers.tpcc.memory_dialect import (
    PLACE,
    MemoryDialect,
    MemorySession,
    Planted,
    run_of,
)
from workers.tools.tpcc.kinds import RETRIED, Kind, Trouble
from workers.tools.tpcc.options import Profile
from workers.tools.tpcc.running import user as users
from workers.tools.tpcc.running.tally import Ended, Ending
from workers.tools.tpcc.running.user import MOST_TRIES, VirtualUser


class Scripted(MemorySession):
    """Each call is the next of the outcomes: a trouble, or True or False."""

    def __init__(self, *outcomes):
        self.outcomes, self.calls = list(outcomes), []

    def call(self, kind, values):
        self.calls.append((kind, values))
        outcome = self.outcomes.pop(0)
        if isinstance(outcome, Trouble):
            time.sleep(0.002)
            raise Planted(outcome)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def close(self): ...


def worked(session: Scripted, **changes) -> list[Ended]:
    """Until the session's script ends."""
    user = VirtualUser(3, run_of(**changes), dialect=MemoryDialect())
    stop, ended = threading.Event(), []

    def record(each: Ended) -> None:
        ended.append(each)
        if not session.outcomes:
            stop.set()

    user.work(session, record=record, stop=stop)
    return ended


@pytest.mark.parametrize("trouble", RETRIED)
def test_what_another_try_may_mend_is_tried_again_with_the_same_values(trouble):
    session = Scripted(True, trouble, trouble, True)

    first, second = worked(session)

    assert first.troubles == ()
    assert (second.ending, second.troubles) == (Ending.COMMITTED, (trouble, trouble))
    assert second.seconds > 0.004
    assert second.at >= first.at + second.seconds
    assert len({repr(call) for call in session.calls[1:]}) == 1


def test_after_ten_tries_a_transaction_has_failed_and_the_next_one_comes():
    session = Scripted(*[Trouble.DEADLOCK] * MOST_TRIES, True)

    failed, well = worked(session)

    assert MOST_TRIES == 10
    assert (failed.ending, len(failed.troubles)) == (Ending.FAILED, 10)
    assert (well.ending, well.troubles) == (Ending.COMMITTED, ())


def test_a_rollback_on_purpose_is_no_trouble():
    (ended,) = worked(Scripted(False))

    assert (ended.ending, ended.troubles) == (Ending.ROLLED_BACK, ())


@pytest.mark.parametrize(
    "error", [Planted(Trouble.LOST), Planted(Trouble.OTHER), KeyError("a defect")]
)
def test_any_other_error_ends_the_user(error):
    session = Scripted(True, error, True)

    with pytest.raises(type(error)) as caught:
        worked(session)

    assert caught.value is error
    assert len(session.calls) == 2


@pytest.mark.parametrize("profile", Profile)
def test_a_seed_gives_a_user_the_same_load(profile):
    first, again, other = (Scripted(*[True] * 200) for _ in range(3))
    worked(first, profile=profile)
    worked(again, profile=profile)
    worked(other, profile=profile, seed=2)

    assert first.calls == again.calls
    assert first.calls != other.calls


@pytest.mark.parametrize("is_keying", [True, False], ids=["keying", "thinking"])
def test_a_user_that_waits_goes_at_once_when_told(monkeypatch, is_keying):
    keying = waiting.ENDLESS_SECONDS if is_keying else 0
    monkeypatch.setattr(users, "KEYING", dict.fromkeys(Kind, keying))
    monkeypatch.setattr(users, "thinking_seconds", lambda *_: waiting.ENDLESS_SECONDS)
    user = VirtualUser(0, run_of(keying_and_thinking=True), dialect=MemoryDialect())
    stop, ended = threading.Event(), []
    session = MemoryDialect().connect(PLACE)
    work = {"record": ended.append, "stop": stop}
    thread = threading.Thread(target=user.work, args=(session,), kwargs=work)
    thread.start()
    waiting.until(lambda: is_keying or ended, what="a transaction")

    stop.set()
    waiting.for_thread(thread)

    assert len(ended) == (0 if is_keying else 1)
