"""Scripts that staff put into the load generator's folder: whole runs, and refusals."""

import hashlib

import pytest

from benchruns.failures.failure import BenchbookError
from benchruns.figures.metrics import Figures
from benchruns.models import Result
from benchruns.runs import schedule
from benchruns.runs.outputs import reparse
from benchruns.runs.parts.total_facts import total_of
from benchruns.sentences.failures.table import why_failed
from benchruns.vocabulary import RunState
from benchruns.workloads.pgbench_scripts import Statements, certain_statements
from tests.own_scripts import LUA, SQL, put
from tests.targets import endpoint_of
from tests.workers.runs.whole_runs import carry_out, workspaces

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]

ONE = {"script": "one"}
SMALL = {
    "custom_sysbench": {"tables": 2, "table_size": 500, "threads": 2},
    "custom_pgbench": {"scale": 1, "clients": 2},
}


@pytest.fixture
def folder(settings, tmp_path):
    settings.LOADGEN_SCRIPTS = str(put(tmp_path, name="one"))
    return tmp_path


def run_of(target, workload, **parameters):
    endpoint = endpoint_of(target)
    run = schedule.schedule(
        owner=endpoint.owner,
        endpoint=endpoint,
        workload=workload,
        parameters={
            **SMALL[workload],
            **ONE,
            "duration_seconds": 1,
            "rate": 50,
            **parameters,
        },
    )
    return carry_out(run)


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.engines_in_turn
@pytest.mark.parametrize("name", ["mariadb_target", "postgres_target"])
def test_a_lua_script_is_measured_as_every_load(request, folder, name):
    target = request.getfixturevalue(name)

    run = run_of(target, "custom_sysbench", warmup_seconds=1)

    assert run.state == RunState.SUCCEEDED, why_failed(run)
    result = run.result
    assert result.transactions == result.reads > 0
    assert result.writes == 0
    assert result.parameters["script_sha256"] == digest(LUA)
    assert "script_sha256" not in run.parameters
    assert result.histogram.counts.events == result.transactions
    assert run.attempts.get().evidence["bottleneck"]["verdict"]
    assert run.samples.exists()
    assert "own_script" in {each["code"] for each in result.findings}
    assert workspaces(target) == set()  # with the tables that the script left there


def test_a_sql_script_is_measured_as_every_load(folder, postgres_target):
    # a second has no progress line of its own
    run = run_of(postgres_target, "custom_pgbench", duration_seconds=2)

    assert run.state == RunState.SUCCEEDED, why_failed(run)
    result = run.result
    assert result.qps == pytest.approx(result.tps)  # without BEGIN and END
    assert result.reads == result.transactions > 0
    assert result.parameters["script_sha256"] == digest(SQL)
    assert run.samples.filter(qps__gt=0).exists()
    assert workspaces(postgres_target) == set()


@pytest.mark.long
def test_what_a_condition_may_leave_out_is_not_counted(folder, postgres_target):
    (folder / "one.sql").write_text("\\if 0\nSELECT 1;\n\\endif\nSELECT 2;\n")

    run = run_of(postgres_target, "custom_pgbench")

    assert run.state == RunState.SUCCEEDED, why_failed(run)
    assert run.result.tps > 0
    assert run.result.qps is None
    assert "qps_paper" not in run.result.tool_facts
    figures = run.result.figures
    list(reparse.reparse(every=True))
    assert Result.objects.get(run=run).figures == figures


@pytest.mark.parametrize(
    ("content", "code"),
    [
        pytest.param(None, "script_missing", id="missing"),
        pytest.param(b"\xff", "script_unreadable", id="not text"),
        pytest.param(b"-" * 300_000, "script_unreadable", id="large"),
    ],
)
def test_a_script_that_is_not_there_fails_before_the_server_is_touched(
    folder, mariadb_target, content, code
):
    (folder / "one.lua").unlink()
    if content is not None:
        (folder / "one.lua").write_bytes(content)

    run = run_of(mariadb_target, "custom_sysbench")

    assert run.failure_code == code
    assert "one.lua" in why_failed(run)
    assert not run.data_sets.exists()


def test_without_a_folder_none_is_run(settings, mariadb_target):
    settings.LOADGEN_SCRIPTS = ""

    run = run_of(mariadb_target, "custom_sysbench")

    assert run.failure_code == "no_scripts_folder"


def test_another_text_than_was_asked_for_is_refused(folder, mariadb_target):
    run = run_of(mariadb_target, "custom_sysbench", script_sha256="0" * 64)

    assert run.failure_code == "script_changed"
    assert digest(LUA) in why_failed(run)


def test_generators_with_other_texts_measured_no_load_together():
    parts = [
        {"own_script": {"sha256": text, "name": "custom.sql"}}
        for text in ("a", "a", "b")
    ]

    with pytest.raises(BenchbookError) as caught:
        total_of("custom_pgbench", parts, Figures(), transactions=[1, 1, 1])
    assert caught.value.failure.code == "scripts_differ"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (SQL, Statements(reads=1, writes=0, other=2)),
        ("SELECT 1;\nUPDATE t SET a = 1;\n", Statements(reads=1, writes=1, other=0)),
        ("SELECT 1\n  FROM t;\n", None),
        ("SELECT 1 \\gset\n", None),
        ("\\if :a\nSELECT 1;\n\\endif\n", None),
        ("SELECT 1; -- one\n", None),
    ],
)
def test_statements_are_known_where_nothing_is_open(text, expected):
    assert certain_statements(text) == expected
