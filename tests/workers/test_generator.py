"""Workers of runs tell of themselves, and only they."""

import hashlib
import sys
from datetime import timedelta
from shutil import which

import pytest
from django.utils import timezone

from benchruns.generators import registration
from benchruns.generators.routes import Wanted
from benchruns.models import Attempt, Event, Generator, Run
from benchruns.runs.queue_places import places
from tests import waiting
from tests.factories import RunFactory
from tests.own_scripts import SQL, put
from tests.stack import Stack
from workers import generator

AWHILE_AGO = timezone.now() - timedelta(minutes=3)


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


# A worker that finds no tools but those of a folder, as on a machine without the others.
FEW_TOOLS = """
import runpy, sys
from workers.confinement import process
process.SEARCH_PATH, sys.argv = sys.argv[1], sys.argv[4:]
runpy.run_module("celery", run_name="__main__", alter_sys=True)
"""


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_of_two_workers_the_one_with_the_label_or_the_tool_makes_the_run(
    child_environment, redis_url, tmp_path
):
    """Nothing answers at the endpoint: each run fails in its preflight."""
    folder = tmp_path / "tools"
    folder.mkdir()
    (folder / "sysbench").symlink_to(which("sysbench"))
    without_pgbench = [sys.executable, "-c", FEW_TOOLS, str(folder)]
    stacks = [
        Stack(
            child_environment | {"LOADGEN_LABELS": f"rack={rack}"}, log=tmp_path / rack
        )
        for rack in ("4", "5")
    ]
    at = {"endpoint__host": "127.0.0.1", "queued_at": AWHILE_AGO}
    labelled = RunFactory(**at, generator_labels={"rack": "5"})
    of_pgbench = RunFactory(
        **at, endpoint__engine="postgresql", workload="pgbench_read_only"
    )
    nobodys = RunFactory(**at, generator_labels={"rack": "6"})
    told = Event.objects.filter(code="no_generator")
    ended = Run.objects.filter(state="failed")
    try:
        stacks[0].start("runs", within=without_pgbench)
        waiting.until(Generator.objects.exists, what="a generator")
        stacks[0].start("tend")
        stacks[0].start("beat")
        waiting.until(lambda: told.count() == 3, what="three runs that are told of")
        lacking = {run: place.unserved for run, place in places().items()}
        stacks[1].start("second")
        waiting.until(lambda: ended.count() == 2, what="the end of both runs")
    finally:
        for each in stacks:
            each.stop()

    assert lacking[of_pgbench.pk] == Wanted(labels={}, tool="pgbench")
    assert lacking[labelled.pk] == Wanted(labels={"rack": "5"})
    made = Attempt.objects.values_list("run", flat=True)
    assert set(made) == {labelled.pk, of_pgbench.pk}
    assert all(each.worker.startswith("second@") for each in Attempt.objects.all())
    assert places()[nobodys.pk].unserved.labels == {"rack": "6"}
