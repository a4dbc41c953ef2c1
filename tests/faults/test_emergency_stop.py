"""Staff stop all load while real workers have a server under it."""

import pytest

from benchruns.emergency import stop
from benchruns.sentences.failures.table import why_failed
from benchruns.vocabulary import RunState
from portal import dispatch
from tests import waiting
from tests.stack import tools
from tests.targets import change, endpoint_of, queue

pytestmark = [
    pytest.mark.fault,
    pytest.mark.engine,
    pytest.mark.django_db(transaction=True),
]

REASON = "The storage of provider A burns."


@pytest.mark.long
@pytest.mark.cases_in_turn
@pytest.mark.parametrize("engine", ["mariadb", "postgres"])
def test_its_tool_dies_nothing_is_claimed_and_when_lifted_it_goes_on(
    request, processes, engine
):
    target = request.getfixturevalue(f"{engine}_target")
    run = queue(endpoint_of(target), duration_seconds=waiting.ENDLESS_SECONDS)
    dispatch.announce(run.id)
    waiting.for_phase(run, "measure", samples=1)
    assert tools(target)

    stop.stop_all(by=None, reason=REASON)

    waiting.until(lambda: not tools(target), what="the end of the tool")
    waiting.until(run.events.filter(code="stopped").exists, what="the run's way back")
    change(run, duration_seconds=1)
    later = queue(endpoint_of(target), duration_seconds=1)
    for each in (run, later):
        dispatch.announce(each.id)  # messages that a worker takes and leaves
    run.refresh_from_db()
    later.refresh_from_db()
    assert (run.state, run.attempt) == (RunState.QUEUED, 1)
    assert (later.state, later.attempt) == (RunState.QUEUED, 0)

    stop.lift(by=None)
    for each in (run, later):
        assert waiting.for_end(each).state == RunState.SUCCEEDED, why_failed(each)
    assert (run.attempt, later.attempt) == (2, 1)
