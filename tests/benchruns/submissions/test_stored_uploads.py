"""What older releases kept of uploads in clear is blanked by the upgrade."""

import hashlib
import io
import zlib

import pytest
from django.core.management import call_command
from openpyxl import Workbook, load_workbook

from benchruns.models import Result, Submission, SubmissionEvent, SubmittedFile
from tests.benchruns.parsers.secret_texts import SECRETS
from tests.stored_bytes import stored_text
from tests.submission_factories import (
    SubmissionFactory,
    SubmittedFileFactory,
    SubmittedResultFactory,
)
from tests.submission_files import SETTINGS, sysbench_text

pytestmark = pytest.mark.django_db

EVERY_SHAPE = "\n".join(text for text in SECRETS if text[0] not in "{[")
COMMAND = "go-tpc tpcc -d mysql -p S3cret --warehouses 4 -T 8 run"
BLANKED = COMMAND.replace("S3cret", "***")
WARNED = {
    "code": "tool_warning", "severity": "note", "values": {"warnings": 2},
    "message": "The tool warned: --api-key S3cret is deprecated, W0rd",
    "results": [], "why": "", "remedy": "",
}  # fmt: skip
UNKNOWN = {**WARNED, "code": "workload_unknown", "values": {"script": "W0rd.sql"}}
TPS = {**WARNED, "code": "rate_limited", "message": "The load was limited."}


def upgrade():
    call_command("blank_uploads")


def template(command):
    book = Workbook()
    sheet = book.active
    sheet.title = "Report"
    for row in (("workload", "threads", "tps", "command"), ("tpcc", 8, 9, command)):
        sheet.append(row)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def stored_file(submission, content, **columns):
    content = content if isinstance(content, bytes) else content.encode()
    return SubmittedFileFactory(
        submission=submission,
        content=zlib.compress(content),
        sha256=hashlib.sha256(content).hexdigest(),
        size_bytes=len(content),
        **columns,
    )


def text_in(file):
    return zlib.decompress(SubmittedFile.objects.get(pk=file.pk).content)


@pytest.fixture
def accepted():
    statement = {"command": COMMAND, "region": "cn-hangzhou"}
    settings = {"sync_binlog": "1", "zzz_pw": "S3cret", "zzz": "W0rd"}
    submission = SubmissionFactory(
        accepted=True,
        statement=statement,
        parameter_settings=settings,
        credit="ann:S3cret@shop",
    )
    file = stored_file(
        submission,
        f"{EVERY_SHAPE}\n{sysbench_text()}",
        name="go-tpc -d mysql -p S3cret.txt",
        statement={"command": COMMAND},
        report={
            "format": "sysbench", "tool": "sysbench", "figures": {"tps": 100.0},
            "secrets": 1, "findings": [WARNED, TPS],
            "printed": {"statement_1": "SET PASSWORD = 'S3cret'", "tps": 100.0},
            "rows": [{"number": 1, "stated": {"command": COMMAND}}],
        },
    )  # fmt: skip
    SubmittedResultFactory(
        submission=submission,
        submitted_file=file,
        parameter_settings=settings,
        tool_facts={"statement_1": "SET W0rd", "tps": 100.0},
        findings=[WARNED, UNKNOWN, TPS],
        client={"os": "Debian", "instance": "ann:S3cret@shop"},
    )
    changed = {"command": {"before": None, "after": COMMAND}}
    told = {"id": str(file.pk), "sha256": file.sha256, "statement": statement}
    for step, text, details in (
        ("stated", COMMAND, {"changed": changed, "secrets": {"command": 1}}),
        ("submitted", "", {"statement": statement, "files": [told]}),
    ):
        SubmissionEvent.objects.create(
            submission=submission, step=step, text=text, details=details
        )
    return submission


def test_nothing_that_is_kept_holds_a_secret(accepted):
    assert "S3cret" in stored_text()

    upgrade()

    assert "S3cret" not in stored_text()
    submission = Submission.objects.get()
    assert submission.statement == {"command": BLANKED, "region": "cn-hangzhou"}
    assert submission.parameter_settings["sync_binlog"] == "1"
    stated, handed_in = submission.events.order_by("pk")
    assert stated.details["changed"]["command"]["after"] == stated.text == BLANKED
    file = submission.files.get()
    assert handed_in.details["files"][0]["sha256"] == file.sha256
    content = text_in(file)
    assert file.sha256 == hashlib.sha256(content).hexdigest()
    assert file.size_bytes == len(content)
    assert content.decode().endswith(sysbench_text())
    assert file.report["secrets"] > EVERY_SHAPE.count("S3cret") / 2
    assert file.report["figures"] == {"tps": 100.0}


def test_a_result_keeps_what_was_recognised(accepted):
    upgrade()

    result = Result.objects.get()
    assert result.parameter_settings == {"sync_binlog": "1"}
    assert result.tool_facts == {"tps": 100.0}
    assert "W0rd" not in str([result.findings, result.tool_facts])
    codes = [finding["code"] for finding in result.findings]
    assert codes == ["tool_warning", "workload_unknown", "rate_limited"]
    assert result.findings[0]["values"] == {"warnings": 2}
    assert result.findings[2] == TPS


def test_twice_is_as_once(accepted, capsys):
    upgrade()
    before = stored_text()

    upgrade()

    assert stored_text() == before
    assert "0 submissions changed." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("file_format", "content"),
    [
        ("benchbook-report-xlsx", template(COMMAND)),
        ("benchbook-report-csv", f'workload,tps,command\ntpcc,9,"{COMMAND}"\n'),
        ("mysql-variables", f"{SETTINGS}\nzzz_pw\tS3cret\nwsrep_sst_auth\tann:S3cret"),
        ("hammerdb-job-report-v1", '{"env": [{"name": "PGPASSWORD", "value": "S3cret"}]}'),
        ("go-tpc", "\ufeff# go-tpc tpcc -d mysql -p S3cret run\n"),
    ],
)  # fmt: skip
def test_a_file_of_any_format_is_blanked(file_format, content):
    file = stored_file(SubmissionFactory(), content, format=file_format)

    upgrade()

    kept = text_in(file)
    if file_format.endswith("xlsx"):
        rows = load_workbook(io.BytesIO(kept)).active.values
        kept = str(list(rows)).encode()
        assert b"--warehouses 4" in kept
    assert b"S3cret" not in kept
    assert b"***" in kept


def test_texts_that_only_a_secret_told_apart_stay_two():
    submission = SubmissionFactory()
    for secret in ("S3cret", "S3cret2"):
        stored_file(submission, f"# go-tpc -d mysql -p {secret}\n{sysbench_text()}")

    upgrade()

    assert "S3cret" not in stored_text()
    assert submission.files.values("sha256").distinct().count() == 2


def test_a_text_without_secrets_stays_as_it_is():
    file = stored_file(SubmissionFactory(), sysbench_text().replace("\n", "\r\n"))

    upgrade()

    after = SubmittedFile.objects.get()
    assert bytes(after.content) == bytes(file.content)
    assert after.sha256 == file.sha256
    assert after.report == file.report


@pytest.mark.parametrize("column", ["findings", "parameter_settings", "tool_facts"])
def test_a_damaged_result_does_not_end_the_upgrade(accepted, caplog, column):
    damaged, *_others = Result.objects.all()
    other = SubmittedResultFactory(tool_facts={"S3cret": "S3cret"})
    Result.objects.filter(pk=damaged.pk).update(**{column: [None, "text"]})

    upgrade()

    other.refresh_from_db()
    assert other.tool_facts == {}
    damaged.refresh_from_db()
    assert damaged.findings == [] or "row was not blanked" in caplog.text


@pytest.mark.parametrize(
    "columns",
    [
        {"content": b"no zlib"},
        {"content": zlib.compress(b"\xff\xfe\x00")},
        {"format": "unheard-of"},
        {"report": [None]},
    ],
)
def test_a_damaged_file_does_not_end_the_upgrade(caplog, columns):
    submission = SubmissionFactory()
    damaged = stored_file(submission, "nothing of note")
    whole = stored_file(submission, COMMAND)
    SubmittedFile.objects.filter(pk=damaged.pk).update(**columns)

    upgrade()

    whole.refresh_from_db()
    assert b"S3cret" not in zlib.decompress(whole.content)
    assert "was not blanked" in caplog.text
