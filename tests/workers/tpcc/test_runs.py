"""Whole runs of the TPC-C-derived load through the executor: what they say and leave.

The first run on an engine loads the warehouses; the others use them again.
"""

import signal

import pytest

from benchruns.failures.failure import BenchbookError
from benchruns.models import Result
from benchruns.parsers.tpcc import output as parser
from benchruns.runs import kept_data, lifecycle
from benchruns.runs.outputs.reparse import reparse
from benchruns.sentences.failures.table import of_failure, why_failed
from benchruns.vocabulary import RunState
from benchruns.workloads import WORKLOADS
from tests import waiting
from tests.examples import few_or
from tests.targets import endpoint_of
from tests.workers import situations
from tests.workers.runs.whole_runs import (
    carry_out,
    in_background,
    workspaces,
)
from tests.workers.tpcc.loaded import (
    CORRUPTIONS,
    SHORT,
    WAREHOUSES,
    Loaded,
    change,
    processes,
    queue,
)
from workers import probes
from workers.tools.driver import Place
from workers.tools.tpcc_driver import TpccDriver

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]


# Both engines have runs of their own in the few, and all of them with --long.
ENGINES = ["mariadb", "postgres", "mssql"]
SERVERS = {"mariadb": "mariadb", "mysql": "mariadb", "postgresql": "postgres"}


@pytest.fixture(params=few_or(ENGINES, few=["postgres", "mssql"]))
def target(request):
    return request.getfixturevalue(f"{request.param}_target")


@pytest.fixture(scope="module", params=few_or(ENGINES, few=["mariadb", "mssql"]))
def place_to_load(request):
    found = Loaded(request.getfixturevalue(f"{request.param}_target"))
    yield found
    found.drop()


@pytest.fixture
def loaded(place_to_load, transactional_db):
    if place_to_load.run is None:
        place_to_load.load()
    assert place_to_load.run.state == RunState.SUCCEEDED, place_to_load.run.failure
    return place_to_load


@pytest.mark.cases_in_turn
def test_the_first_run_loads_and_verifies_the_warehouses(loaded):
    first = loaded.run

    assert f"Loaded: {WAREHOUSES} warehouses" in first.outputs["prepare"]
    assert any(message.startswith("Loaded ") for message in first.messages)
    assert "data_grown" not in {each["code"] for each in first.result.findings}


def test_a_run_gives_the_figures_of_its_report(loaded):
    report, result = parser.parse(loaded.run.outputs["measure"]), loaded.run.result

    assert result.tps == report.figures.tps > 0
    assert (result.nopm, result.tpm) == (report.figures.nopm, report.figures.tpm)
    assert result.qps is None
    assert result.duration_s == report.figures.duration_s
    assert result.latency_p50_ms <= result.latency_p95_ms <= result.latency_max_ms
    assert loaded.run.histogram.events == result.transactions
    assert result.derived.keys() == {"errors_per_s"}
    assert (result.scale, result.threads, result.variant) == (WAREHOUSES, 4, "")
    assert (result.tool, result.tool_version) == ("benchbook-tpcc", "1")
    assert result.data_bytes > 50_000_000 * WAREHOUSES
    shares = [kind["share"] for kind in result.tool_facts["transactions"].values()]
    assert sum(shares) == pytest.approx(1)


@pytest.mark.long
def test_a_run_of_another_mix_is_a_load_of_its_own(loaded):
    weights = {"payment_weight": 0, "ostat_weight": 0, "slev_weight": 5}

    run = carry_out(queue(loaded.endpoint(), **weights))

    assert run.state == RunState.SUCCEEDED, why_failed(run)
    result = run.result
    assert (result.variant, result.tool_facts["weights"]) == (
        "other_mix",
        [10, 0, 1, 0, 5],
    )
    counted = {
        name: kind["count"] for name, kind in result.tool_facts["transactions"].items()
    }
    assert counted["payment"] == counted["ostat"] == 0 < counted["neword"]
    assert "nopm_tpm_ratio" not in {each["code"] for each in result.findings}
    assert "--weights=10:0:1:0:5" in run.attempts.get().command
    reparse()
    result.refresh_from_db()
    assert result.tool_facts["weights"] == [10, 0, 1, 0, 5]


def test_seconds_of_the_ramp_up_count_up_to_zero_and_in_no_figure(loaded):
    samples, result = loaded.run.samples, loaded.run.result

    printed = parser.parse(loaded.run.outputs["measure"]).intervals
    assert [sample.second for sample in samples] == [each.second for each in printed]
    assert samples[0].second == -1
    measured = [sample.tps for sample in samples if sample.second > 0]
    assert sum(measured) == pytest.approx(result.transactions)
    assert samples[-1].latency_ms > 0
    assert {sample.threads for sample in samples} == {4}
    assert (samples[-1].qps, samples[-1].reads_per_s) == (None, None)
    assert loaded.run.counted_seconds[0] == 1


def test_regime_and_bottleneck_are_judged(loaded):
    evidence, result = loaded.run.evidence, loaded.run.result

    assert result.regime == "cached"
    assert evidence["regime"]["evidence"]["transactions"] == result.transactions
    limits = evidence["bottleneck"]["evidence"]
    assert limits["statements_per_transaction"] == 1
    assert 0 < limits["process_cpu"] <= 1.1
    assert limits["thread_busy"] > 0


def test_password_host_and_account_are_nowhere_in_what_is_stored(loaded):
    first, target = loaded.run, loaded.target
    told = "".join(first.outputs.values()) + first.command

    assert first.command.startswith("python -m workers.tools.tpcc run ")
    for private in (target.password, str(target.port), loaded.space, "PYTHONPATH"):
        assert private not in told


@pytest.mark.long
@pytest.mark.cases_in_turn
def test_data_used_again_is_told_to_have_grown(loaded):
    run = carry_out(queue(loaded.endpoint(), virtual_users=3))

    assert run.events.filter(code="data_used").exists()
    (again,) = reparse(every=True)
    assert (again.changed, again.refused) == ({}, None)
    found = {each["code"]: each for each in run.result.findings}
    assert found["data_grown"]["values"]["orders"] > 0
    assert "virtual_users_over_warehouses" in found
    assert not run.events.filter(code="data_loaded").exists()


def test_another_profile_does_not_use_that_data(loaded):
    endpoint = loaded.endpoint()
    run = queue(endpoint, profile="spec")

    assert kept_data.usable_by(run) is None
    assert kept_data.usable_by(queue(endpoint)) is not None


@pytest.mark.parametrize("condition", CORRUPTIONS)
def test_each_condition_is_looked_at_before_and_after(loaded, condition):
    driver = TpccDriver("tpcc", WORKLOADS["tpcc"].clean(SHORT))
    place = Place(workspace=loaded.space, mark=loaded.space)
    told = []

    with loaded.corrupted(condition), probes.connect(loaded.target) as probe:
        for look in (
            lambda: driver.verify(probe, place, go_on=lambda: None),
            lambda: driver.confirm(probe, place, None, go_on=lambda: None),
        ):
            with pytest.raises(BenchbookError) as caught:
                look()
            told.append(caught.value.failure)

    assert [failure.code for failure in told] == ["data_inconsistent"] * 2
    assert all(f"3.3.2.{condition} " in of_failure(failure) for failure in told)
    assert all("warehouse 1" in of_failure(failure) for failure in told)
    assert ["before the run" in of_failure(failure) for failure in told] == [
        True,
        False,
    ]


@pytest.mark.long
@pytest.mark.cases_in_turn
def test_data_that_is_changed_while_it_is_measured_fails_the_run(loaded):
    # so many that one of them surely begins with something else than a new order, whose
    # keying takes 18 s: of four all do in 4 of 100 runs
    users = {"virtual_users": 20, "keying_and_thinking": True}
    run = queue(loaded.endpoint(), duration_seconds=8, **users)
    with in_background(run):
        waiting.for_phase(run, "measure", samples=1)
        change(loaded.target, loaded.space, CORRUPTIONS[4][0])
    change(loaded.target, loaded.space, CORRUPTIONS[4][1])

    run.refresh_from_db()
    assert (run.state, run.failure_code) == (RunState.FAILED, "data_inconsistent")
    assert "3.3.2.4 " in why_failed(run)
    assert "warehouse 1, district 4" in why_failed(run)
    assert not Result.objects.filter(run=run).exists()


@pytest.mark.long
@pytest.mark.cases_in_turn
@pytest.mark.parametrize("target", ["postgres", "mssql"], indirect=True)
def test_what_a_load_leaves_wrong_fails_the_run_before_it_measures(target, monkeypatch):
    verify = TpccDriver.verify

    def spoilt(self, probe, place, *, go_on):
        change(target, place.workspace, CORRUPTIONS[1][0])
        verify(self, probe, place, go_on=go_on)

    monkeypatch.setattr(TpccDriver, "verify", spoilt)
    run = carry_out(queue(endpoint_of(target), warehouses=1, keeps=False))

    assert (run.state, run.failure_code) == (RunState.FAILED, "data_inconsistent")
    assert "warehouse 1" in why_failed(run)
    assert "before the run" in why_failed(run)
    assert workspaces(target) == set()


def test_an_account_without_a_workspace_is_told_what_to_grant(target):
    with situations.confined(target) as confined:
        run = carry_out(queue(endpoint_of(confined), keeps=False))

    assert (run.state, run.failure_code) == (RunState.FAILED, "no_privilege")
    assert "of its own" in why_failed(run)
    assert "CREATE" in why_failed(run)
    assert not run.data_sets.exists()


# Stopped and killed ---------------------------------------------------------------


def cancel_in(run, phase, *, samples=0):
    with in_background(run):
        waiting.for_phase(run, phase, samples=samples)
        waiting.until(lambda: len(processes()) > 1, what="a crew")

        lifecycle.request_cancel(run.id)
        waiting.until(lambda: not processes(), what="the end of all processes")
    run.refresh_from_db()


@pytest.mark.cases_in_turn
def test_a_cancel_in_the_middle_of_the_load_leaves_nothing(target):
    run = queue(endpoint_of(target), keeps=False, warehouses=50)

    cancel_in(run, "prepare")

    assert run.state == RunState.CANCELLED
    assert workspaces(target) == set()


@pytest.mark.cases_in_turn
def test_a_cancel_in_the_middle_of_measuring_leaves_what_is_kept(loaded):
    run = queue(loaded.endpoint(), duration_seconds=waiting.ENDLESS_SECONDS)

    cancel_in(run, "measure", samples=1)

    assert run.state == RunState.CANCELLED
    assert run.data_set.dropped_at is None


@pytest.mark.cases_in_turn
@pytest.mark.parametrize("is_first", [True, False], ids=["tool", "user process"])
def test_a_process_that_is_killed_fails_the_run(loaded, is_first):
    run = queue(loaded.endpoint(), duration_seconds=waiting.ENDLESS_SECONDS)
    with in_background(run):
        waiting.for_phase(run, "measure", samples=1)
        first, *others = processes()
        (first if is_first else others[-1]).send_signal(signal.SIGKILL)
        waiting.for_end(run)

    assert run.state == RunState.FAILED
    assert processes() == []


@pytest.mark.long
@pytest.mark.parametrize(
    "place_to_load", few_or(ENGINES[:2], few=["mariadb"]), indirect=True
)
def test_a_server_that_dies_in_mid_run_is_told(request, loaded):
    engine = loaded.target.engine
    server = request.getfixturevalue(f"{SERVERS[engine]}_server")
    run = queue(loaded.endpoint(), duration_seconds=waiting.ENDLESS_SECONDS)
    with in_background(run):
        waiting.for_phase(run, "measure", samples=1)
        server.kill()
        waiting.for_end(run)
    server.restart()

    assert (run.state, run.failure_code) == (RunState.FAILED, "server_gone")
