"""Workers of runs tell of themselves, and only they."""

import hashlib

import pytest

from benchruns.generators import registration
from benchruns.models import Attempt, Generator, Run
from benchruns.runs.queue_places import places
from tests import waiting
from tests.factories import RunFactory
from tests.own_scripts import SQL, put
from tests.stack import Stack
from workers import generator


def test_labels_say_where_it_stands_and_what_its_environment_names(settings):
    settings.LOAD_GENERATOR = {
        "provider": "alibaba-cloud", "instance": "ecs.c7.2xlarge", "region": "cn-hangzhou",
        "zone": "",
    }  # fmt: skip
    settings.LOADGEN_LABELS = {"team": " db ", "region": "elsewhere", "empty": ""}

    told = generator.describe()

    assert told["labels"] == {
        "team": "db",
        "provider": "alibaba-cloud",
        "class": "ecs.c7.2xlarge",
        "region": "cn-hangzhou",
    }
    assert told.keys() == {"vcpus", "memory_gb", "os", "tools", "labels"}


def test_tools_are_told_with_their_versions_and_a_missing_one_is_left_out(monkeypatch):
    def missing():
        raise FileNotFoundError("pgbench")

    monkeypatch.setitem(generator.VERSIONS, "pgbench", missing)

    tools = generator.describe()["tools"]

    assert tools.keys() == {"sysbench", "benchbook-tpcc"}
    assert tools["sysbench"].startswith("1.")


def test_its_own_name_goes_before_its_nodes(settings):
    assert generator.name_of("runs@host") == "runs@host"
    settings.LOADGEN_NAME = "hangzhou-1"
    assert generator.name_of("runs@host") == "hangzhou-1"


@pytest.mark.django_db(transaction=True)
def test_a_worker_of_runs_registers_and_one_of_checks_does_not(
    child_environment, redis_url, tmp_path
):
    def called(name):
        named = {
            "LOADGEN_NAME": name,
            "LOADGEN_LABELS": "rack=4",
            "LOADGEN_SCRIPTS": str(scripts),
        }
        return Stack(child_environment | named, log=tmp_path / name)

    scripts = tmp_path / "scripts"
    scripts.mkdir()
    put(scripts)
    (scripts / "Not a name.sql").write_text(SQL)
    of_checks, of_runs = called("of-checks"), called("of-runs")
    found = Generator.objects.filter(name="of-runs")
    try:
        of_checks.start("control")
        of_runs.start("runs")
        waiting.until(found.exists, what="a generator")
        told = found.get()
        put(scripts, name="later")
        again = found.filter(seen_at__gt=told.seen_at)
        waiting.until(again.exists, what="another sign of life")
        scripts_now = again.get().scripts
        of_runs.ask_to_stop("runs")
        assert not registration.there().exists()
    finally:
        of_checks.stop()
        of_runs.stop()

    assert told.labels == {"rack": "4"}
    assert "sysbench" in told.tools
    digest = hashlib.sha256(SQL.encode()).hexdigest()
    assert told.scripts.keys() == {"custom.lua", "custom.sql"}
    assert scripts_now.keys() == told.scripts.keys() | {"later.lua", "later.sql"}
    assert scripts_now["later.sql"] == digest
    assert not Generator.objects.filter(name="of-checks").exists()


@pytest.mark.django_db(transaction=True)
def test_of_two_workers_the_one_with_the_label_makes_the_run(
    child_environment, redis_url, tmp_path
):
    """Nothing answers at the endpoint: each run fails in its preflight."""
    stacks = [
        Stack(
            child_environment | {"LOADGEN_LABELS": f"rack={rack}"}, log=tmp_path / rack
        )
        for rack in ("4", "5")
    ]
    wanted = RunFactory(endpoint__host="127.0.0.1", generator_labels={"rack": "5"})
    nobodys = RunFactory(endpoint__host="127.0.0.1", generator_labels={"rack": "6"})
    ended = Run.objects.filter(state="failed")
    try:
        for each, name in zip(stacks, ("runs", "second"), strict=True):
            each.start(name)
        waiting.until(lambda: Generator.objects.count() == 2, what="two generators")
        stacks[0].start("tend")
        stacks[0].start("beat")
        waiting.until(ended.exists, what="the end of a run")
    finally:
        for each in stacks:
            each.stop()

    (attempt,) = Attempt.objects.all()
    assert attempt.run_id == wanted.pk
    assert attempt.worker.startswith("second@")
    assert places()[nobodys.pk].unserved.labels == {"rack": "6"}
