"""Results that files and statement of a submission make, and where these disagree."""

from importlib import import_module

import pytest

from benchruns.models import Result
from benchruns.sentences.doubts import doubts_of
from benchruns.submissions.drafts import changes as drafts
from benchruns.submissions.report import submission_report
from tests.factories import InstanceClassFactory, ProviderFactory, UserFactory
from tests.submission_files import SETTINGS, STATEMENT, sysbench_text, uploaded

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return UserFactory()


@pytest.fixture
def small():
    provider = ProviderFactory(slug="alibaba-cloud", name="Alibaba Cloud")
    return InstanceClassFactory(
        provider=provider,
        engine="mysql",
        code="rds.mysql.t1.small",
        vcpus=1,
        memory_gb=1,
        family="general-purpose",
        max_connections=300,
        iops=600,
    )


def test_a_report_and_a_statement_make_a_draft_result(owner, small):
    draft = drafts.begin(owner, [uploaded(sysbench_text())])
    drafts.state(draft.pk, by=owner, statement=STATEMENT, settings_text=SETTINGS)

    result = Result.objects.get()

    assert (result.status, result.visibility) == ("draft", "private")
    assert (result.provenance, result.owner, result.submitted_row) == (
        "submitted",
        owner,
        0,
    )
    assert (result.engine, result.engine_version) == ("mysql", "8.0")
    assert result.engine_version_full == "8.0.36"
    assert (result.provider_id, result.instance_class) == ("alibaba-cloud", small)
    assert (result.vcpus, result.memory_gb, result.iops) == (1, 1, 600)
    assert (result.workload, result.variant, result.regime) == (
        "oltp_read_write",
        "",
        "cached",
    )
    assert (result.threads, result.tables, result.table_size) == (8, 32, 25000)
    assert (result.tps, result.qps, result.latency_p95_ms) == (100, 2000, 160)
    assert result.parameters == {
        "duration_seconds": 60,
        "warmup_seconds": 0,
        "percentile": 95,
    }
    assert result.client == {
        "instance": "ecs.c6.2xlarge",
        "vcpus": 8,
        "memory_gb": 16,
        "os": "Debian 12",
        "region": "cn-hangzhou",
        "zone": "h",
    }
    assert result.buffer_bytes == 768 * 2**20
    assert result.parameter_settings["sync_binlog"] == "1"
    assert "version" not in result.parameter_settings
    assert result.measured_at.isoformat() == "2026-01-31T12:00:00+00:00"
    assert (result.tool, result.tool_version) == ("sysbench", "1.0.20")
    assert result.replication == "semi_sync"
    assert result.findings == []


def test_what_is_missing_makes_no_result_and_stating_it_does(owner):
    draft = drafts.begin(owner, [uploaded(sysbench_text())])
    assert not Result.objects.exists()

    drafts.state(draft.pk, by=owner, statement={"engine": "mysql"})
    assert Result.objects.get().engine_version == ""

    drafts.state(draft.pk, by=owner, statement={"engine": ""})
    assert not Result.objects.exists()


def test_results_are_changed_in_place(owner):
    draft = drafts.begin(owner, [uploaded(sysbench_text())])
    drafts.state(draft.pk, by=owner, statement={"engine": "mysql"})
    key = Result.objects.get().pk

    drafts.state(draft.pk, by=owner, statement={"engine": "mariadb", "tables": 4})

    result = Result.objects.get()
    assert (result.pk, result.engine, result.tables) == (key, "mariadb", 4)


def test_a_file_may_state_what_differs_for_it(owner):
    files = [uploaded(sysbench_text(tps=tps), name=f"{tps}.txt") for tps in (90, 100)]
    draft = drafts.begin(owner, files)
    drafts.state(draft.pk, by=owner, statement={"engine": "mysql", "regime": "cached"})
    file = draft.files.get(name="90.txt")

    drafts.state_file(
        draft.pk, by=owner, file_id=file.pk, statement={"regime": "disk_io"}
    )

    regimes = dict(Result.objects.values_list("tps", "regime"))
    assert regimes == {90: "disk_io", 100: "cached"}


def test_the_command_above_the_output_tells_of_the_data(owner, small):
    """As a copied terminal has it."""
    typed = "sysbench oltp_read_write --tables=4 --table_size=800000 --threads=8 run"
    text = f"root@client:~# {typed}\n{sysbench_text(threads=8)}"

    draft = drafts.begin(owner, [uploaded(text)])
    drafts.state(draft.pk, by=owner, statement={"engine": "mysql"})

    result = Result.objects.get()
    assert (result.tables, result.table_size) == (4, 800_000)


def test_a_contradiction_is_a_finding_and_the_output_wins(owner, small):
    draft = drafts.begin(owner, [uploaded(sysbench_text(threads=8))])
    drafts.state(
        draft.pk,
        by=owner,
        statement={
            **STATEMENT,
            "threads": 16,
            "memory_gb": 2,
            "command": "sysbench oltp_read_write --table_size=800000 --time=600 run",
        },
    )

    result = Result.objects.get()

    codes = {finding["code"]: finding for finding in result.findings}
    assert result.threads == 8
    assert result.table_size == 800_000
    assert set(codes) == {
        "threads",
        "memory_gb",
        "table_size",
        "duration_seconds",
        "regime_label",
    }
    assert codes["threads"]["values"] == {
        "output": 8,
        "statement": 16,
        "taken": "output",
    }
    assert codes["memory_gb"]["values"] == {
        "statement": 2.0,
        "catalogue": 1.0,
        "taken": "statement",
    }


def test_a_proposed_class_has_the_sizes_that_are_stated(owner):
    draft = drafts.begin(owner, [uploaded(sysbench_text())])
    drafts.state(
        draft.pk,
        by=owner,
        statement={
            "provider": "New Cloud",
            "instance_class": "db.large",
            "engine": "mysql",
            "vcpus": 4,
            "memory_gb": 16,
        },
    )

    result = Result.objects.get()
    assert (result.provider, result.instance_class) == (None, None)
    assert (result.vcpus, result.memory_gb) == (4, 16)


def test_a_time_that_was_only_measured_is_no_parameter(owner):
    draft = drafts.begin(owner, [uploaded(sysbench_text())])
    drafts.state(draft.pk, by=owner, statement={"engine": "mysql"})

    result = Result.objects.get()
    assert "duration_seconds" not in result.parameters
    assert result.duration_s == 60.0001


def test_a_server_on_the_client_s_own_machine_is_a_doubt(owner):
    draft = drafts.begin(owner, [uploaded(sysbench_text())])
    near, far = (
        f"sysbench oltp_read_write --mysql-host={host} --threads=8 run"
        for host in ("127.0.0.1", "10.0.0.1")
    )

    drafts.state(draft.pk, by=owner, statement={"engine": "mysql", "command": near})
    shared = Result.objects.get()
    drafts.state(draft.pk, by=owner, statement={"engine": "mysql", "command": far})
    apart = Result.objects.get()

    assert [each["code"] for each in shared.findings] == ["loopback"]
    assert (shared.doubt, apart.doubt) == ("figure", "")
    assert doubts_of(shared.findings) == [
        "client and server shared a machine, or had a tunnel"
    ]


def test_the_legacy_script_is_told_by_the_command(owner):
    draft = drafts.begin(owner, [uploaded(sysbench_text())])
    command = "sysbench --test=oltp_legacy/oltp.lua --num-threads=8 run"

    drafts.state(draft.pk, by=owner, statement={"engine": "mysql", "command": command})

    result = Result.objects.get()
    assert (result.workload, result.findings) == ("oltp_legacy", [])


@pytest.mark.parametrize(
    "tool", ["sysbench", "pgbench", "hammerdb", "benchbase", "gotpc"]
)
def test_whatever_is_read_makes_a_result_or_says_what_is_missing(owner, tool):
    cases = import_module(f"tests.benchruns.report_cases.{tool}").CASES
    texts = {case.path: case.file.read_text() for case in cases if not case.refused}
    files = {f.sha256: f for name, t in texts.items() if (f := uploaded(t, name=name))}

    draft = drafts.begin(owner, list(files.values()))

    report = submission_report(draft.pk, user=owner)
    for file in report.files:
        for run in file.runs:
            assert (run.result is None) == bool(run.missing), file.file.name
    drafts.state(draft.pk, by=owner, statement={"engine": "mysql", "workload": "tpcc"})
    runs = [r for f in submission_report(draft.pk, user=owner).files for r in f.runs]
    made = [run.result for run in runs if run.result]
    assert Result.objects.count() == len(made) > 0
    assert {n for run in runs for n in run.missing} <= {"figures"}
