"""What migrations make of rows that were there before them."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from benchruns.models import Result, SubmittedFile
from portal.models import IdempotencyRecord
from tests.stored_bytes import stored_text
from tests.submission_factories import (
    SubmissionFactory,
    SubmittedFileFactory,
    SubmittedResultFactory,
)

pytestmark = pytest.mark.django_db(transaction=True)
WAITING = {"code": "asynchronous_clients", "severity": "caution", "message": "."}


def migrate(*targets):
    executor = MigrationExecutor(connection)
    executor.migrate(targets or executor.loader.graph.leaf_nodes())


@pytest.fixture
def before_tpcc():
    """Rows made now are those of an older release: it has the same columns."""
    migrate(("benchruns", "0007_reward_policies"))
    yield
    migrate()


def tpcc(tool, **columns):
    return SubmittedResultFactory(
        **{"tool": tool, "workload": "tpcc", "nopm": 900.0, **columns}
    )


@pytest.mark.parametrize(
    ("tool", "columns", "variant"),
    [
        ("go-tpc", {}, "other_mix"),
        ("benchbase", {}, "other_mix"),
        ("benchbase", {"workload": "tpch"}, ""),
        ("go-tpc", {"variant": "rate_limited"}, "rate_limited"),
        ("hammerdb", {}, ""),
        ("hammerdb", {"findings": [WAITING]}, "waits"),
    ],
)
def test_loads_of_other_tools_and_with_waits_become_variants(
    before_tpcc, tool, columns, variant
):
    result = tpcc(tool, **columns)

    migrate()

    result.refresh_from_db()
    assert result.variant == variant


def test_a_file_tells_the_waits_too_so_that_they_are_not_lost_when_it_is_derived(
    before_tpcc,
):
    result = tpcc("hammerdb", findings=[WAITING])
    plain = tpcc("hammerdb")

    migrate()

    told = SubmittedFile.objects.get(pk=result.submitted_file_id)
    assert told.report["variant"] == "waits"
    assert "variant" not in SubmittedFile.objects.get(pk=plain.submitted_file_id).report


@pytest.mark.parametrize("status", ["current", "withdrawn", "superseded"])
def test_figures_of_sql_server_become_private_with_all_of_their_report(
    before_tpcc, status
):
    result = tpcc("hammerdb", engine="sqlserver", status=status)
    beside = tpcc("hammerdb", submission=result.submission)
    other = tpcc("hammerdb")

    migrate()

    private = Result.objects.filter(visibility="private")
    assert set(private) == {result, beside}
    assert Result.objects.get(pk=other.pk).visibility == "public"


@pytest.mark.parametrize(
    ("shared", "own", "visibility"),
    [
        ("yes", None, "public"),
        ("no", "yes", "public"),
        ("yes", "no", "private"),
    ],
)
def test_with_the_vendor_s_consent_they_stay_public(
    before_tpcc, shared, own, visibility
):
    one = SubmissionFactory(accepted=True, statement={"vendor_consent": shared})
    statement = {"vendor_consent": own} if own else {}
    file = SubmittedFileFactory(submission=one, statement=statement)
    result = tpcc("hammerdb", engine="sqlserver", submission=one, submitted_file=file)

    migrate()

    result.refresh_from_db()
    assert result.visibility == visibility


@pytest.fixture
def before_names():
    migrate(("benchruns", "0008_tpcc"))
    yield
    migrate()


@pytest.mark.parametrize(
    ("told", "full", "version", "full_after"),
    [
        ("n/a", "", "", "n/a"),
        ("custom/build", "", "", "custom/build"),
        ("unknown", "10.11.6-weird", "", "10.11.6-weird"),
        ("8.0", "8.0.36", "8.0", "8.0.36"),
        ("2008 R2", "", "2008 R2", ""),
        ("", "", "", ""),
    ],
)
def test_a_version_that_names_none_becomes_unstated_and_stays_to_be_read(
    before_names, told, full, version, full_after
):
    result = tpcc("hammerdb", engine_version=told, engine_version_full=full)

    migrate()

    result.refresh_from_db()
    assert (result.engine_version, result.engine_version_full) == (version, full_after)


@pytest.fixture
def before_blanking():
    migrate(("benchruns", "0008_tpcc"), ("portal", "0003_feed_keys"))
    yield
    migrate()


def test_what_uploads_were_kept_with_in_clear_is_blanked(before_blanking):
    statement = {"command": "go-tpc tpcc -d mysql -p S3cret run"}
    file = SubmittedFileFactory(
        submission=SubmissionFactory(accepted=True, statement=statement),
        text=f"# {statement['command']}",
        statement=statement,
    )
    SubmittedResultFactory(
        submission=file.submission,
        submitted_file=file,
        tool_facts={"statement_1": "SET PASSWORD = 'S3cret'"},
    )
    answer = {"statement": statement, "files": []}
    owner = file.submission.owner
    IdempotencyRecord.objects.create(user=owner, key="k", fingerprint="f", body=answer)
    assert "S3cret" in stored_text()

    migrate()

    assert "S3cret" not in stored_text()
    assert "-d mysql -p *** run" in stored_text()
