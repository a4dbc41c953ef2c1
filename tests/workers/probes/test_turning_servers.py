"""A server that turns rogue in the middle of a run: at each phase the run comes to its end.

In preflight it does so from the first moment on (test_rogue_servers.py). ``--long`` has all
harms, ``make test`` two.
"""

from contextlib import contextmanager

import psutil
import pytest

from benchruns.runs import lifecycle
from benchruns.sentences.failures.table import why_failed
from benchruns.vocabulary import RunState
from tests import waiting
from tests.memory_of_children import peak_of_children
from tests.sentences import of_event
from tests.stack import tools
from tests.targets import TIME_ENOUGH, endpoint_of, queue
from tests.workers.probes.turning_way import ANSWERS, ENDINGS, TurningWay
from tests.workers.runs.standing import a_way
from tests.workers.runs.whole_runs import carry_out, in_background
from workers import probes
from workers.runs import execution, preparation

pytestmark = [
    pytest.mark.engine,
    pytest.mark.engines_in_turn,
    pytest.mark.django_db(transaction=True),
]

MIB = 2**20
TOOL_BYTES = (16 + 50 + 2 * 2) * MIB  # of two connections
PROBE_BYTES = 56 * MIB + 50 * MIB
FREED_LATE_BYTES = 64 * MIB
ENGINES = ("mariadb", "postgres")
LOAD = b"INSERT INTO sbtest"
DROPS = {"mariadb": b"DROP DATABASE", "postgres": b"DROP SCHEMA"}
COUNTERS = {"mariadb": b"SHOW GLOBAL STATUS", "postgres": b"pg_stat_database"}
SHORT = ("silence", "nonsense")


def harms(short=SHORT):
    """Of the target's protocol; the target's fixture is asked for by name."""
    return [
        pytest.param(engine, harm, marks=() if harm in short else pytest.mark.long)
        for engine, family in (("mariadb", "mysql"), ("postgres", "postgresql"))
        for harm in (*ENDINGS, *ANSWERS[family])
    ]


# Those that do not end a connection by themselves.
LASTING = [pytest.param("silence"), pytest.param("drip", marks=pytest.mark.long)]
LONG = {
    "warmup": {"warmup_seconds": waiting.ENDLESS_SECONDS},
    "measure": {"duration_seconds": waiting.ENDLESS_SECONDS},
}
PHASES = ("preflight", "prepare", "warmup", "measure", "cleanup")


@pytest.fixture(autouse=True)
def patient_cancels():
    """None here: a server that never answers is what a cancel shall not wait for."""


@pytest.fixture(params=ENGINES)
def target(request):
    return request.param


@pytest.fixture
def way(request, target):
    true = request.getfixturevalue(f"{target}_target")
    with a_way(true) as way:
        yield way


@pytest.fixture
def short_cleanup(monkeypatch):
    """A drop that is given up after a second costs a run that goes well nothing but a leftover."""
    monkeypatch.setattr(preparation, "CLEANUP_SECONDS", 1)


@pytest.fixture
def short_limits(monkeypatch, short_cleanup, phase):
    """Of the phase that those limits alone end: a slow machine needs the time of the others."""
    if phase == "prepare":
        monkeypatch.setattr(execution, "PREPARE_LIMIT_SECONDS", 4)
    else:
        monkeypatch.setattr(execution, "OVERRUN_SECONDS", 2)


def told(run) -> str:
    return why_failed(run).strip()


@pytest.mark.cases_in_turn
@pytest.mark.parametrize(("target", "harm"), harms(), indirect=["target"])
@pytest.mark.parametrize("phase", ["prepare", "measure"])
def test_a_tool_s_server_that_turns_rogue_ends_the_run(way, phase, harm, short_limits):
    before = psutil.Process().memory_info().rss
    run = queue(endpoint_of(way.target), duration_seconds=3)
    if phase == "prepare":
        way.turn_at(LOAD, harm)
    with (
        peak_of_children("sysbench") as tool,
        peak_of_children("workers.probes.served") as probe,
        in_background(run),
    ):
        if phase == "measure":
            waiting.for_phase(run, "measure", samples=1)
            way.turn(harm)
        waiting.for_end(run)

    assert run.state == RunState.FAILED
    assert run.attempts.get().outputs.filter(phase=phase).exists()  # it came so far
    assert told(run).endswith(".")
    assert tool.bytes < TOOL_BYTES
    assert probe.bytes < PROBE_BYTES
    assert psutil.Process().memory_info().rss - before < FREED_LATE_BYTES


@pytest.mark.long
@pytest.mark.cases_in_turn
@pytest.mark.parametrize(("target", "harm"), harms(), indirect=["target"])
def test_counters_of_a_server_that_turns_rogue_cost_no_run(way, target, harm):
    run = queue(endpoint_of(way.target), **TIME_ENOUGH)
    with in_background(run):
        waiting.for_phase(run, "measure", samples=1)
        way.turn_at(COUNTERS[target], harm, alone=True)
        waiting.for_end(run)

    assert way.has_turned.is_set()
    assert run.state == RunState.SUCCEEDED, why_failed(run)


@pytest.mark.cases_in_turn
@pytest.mark.parametrize(("target", "harm"), harms(), indirect=["target"])
def test_a_drop_that_turns_rogue_costs_no_figures(way, target, harm, short_cleanup):
    way.turn_at(DROPS[target], harm)

    run = carry_out(queue(endpoint_of(way.target)))

    assert way.has_turned.is_set()
    assert run.state == RunState.SUCCEEDED, why_failed(run)
    assert of_event(run.events.get(code="leftover")).endswith(".")


@pytest.mark.long
def test_after_a_server_that_turned_rogue_the_next_run_succeeds(
    way, short_cleanup, monkeypatch
):
    way.turn_at(LOAD, "nonsense")

    with monkeypatch.context() as short:  # what ends the load; the next has its time
        short.setattr(execution, "PREPARE_LIMIT_SECONDS", 4)
        bad = carry_out(queue(endpoint_of(way.target)))
    good = carry_out(queue(endpoint_of(way.server)))

    assert (bad.state, good.state) == (RunState.FAILED, RunState.SUCCEEDED)
    with probes.connect(way.server) as probe:
        assert probe.facts()


@pytest.mark.cases_in_turn
@pytest.mark.parametrize("harm", LASTING)
@pytest.mark.parametrize("phase", PHASES)
def test_a_cancel_ends_a_run_in_each_phase(way, target, phase, harm, monkeypatch):
    monkeypatch.setattr(preparation, "CLEANUP_SECONDS", waiting.ENDLESS_SECONDS)

    with rogue_in(phase, way, target, harm) as run:
        lifecycle.request_cancel(run.pk)
        waiting.for_end(run)

    assert run.state == RunState.CANCELLED


@contextmanager
def rogue_in(phase: str, way: TurningWay, engine: str, harm: str):
    """A run that stands in a phase whose server does harm for ever."""
    if phase == "preflight":
        way.turn(harm)
    words = {"prepare": LOAD, "cleanup": DROPS[engine]}.get(phase)
    if words:
        way.turn_at(words, harm)
    long = LONG.get(phase, {})
    run = queue(endpoint_of(way.target), **long)
    with in_background(run):
        waiting.for_phase(run, phase, samples=1 if phase == "measure" else 0)
        if long:
            waiting.until(lambda: tools(way.target), what="the tool")
            way.turn(harm)
        waiting.until(way.has_turned.is_set, what="the server's turn")
        yield run
