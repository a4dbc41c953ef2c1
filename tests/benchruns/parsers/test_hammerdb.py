"""HammerDB's logs and job reports."""

import json

import pytest

from benchruns.parsers import recognition
from benchruns.parsers.errors import AbortedError, NoEventsError, ReportError
from benchruns.parsers.hammerdb import job_report
from benchruns.parsers.hammerdb import log as hammerdb
from benchruns.parsers.tool_report import Kind
from benchruns.sentences.catalogue import worded
from tests.benchruns.parsers.reading_cases import assert_read_as_told
from tests.benchruns.report_cases.hammerdb import CASES

RESULT = "Vuser 1:TEST RESULT : System achieved 1000 NOPM from 2320 MySQL TPM\n"
END = "ALL VIRTUAL USERS COMPLETE\n"
SAMPLES = {case.path.rpartition("/")[2]: case for case in CASES}


def codes(report) -> set[str]:
    return {finding.code for finding in report.findings}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_each_text_is_read_as_told(case):
    assert_read_as_told(case, recognition.read)


@pytest.mark.parametrize(
    ("label", "engine"),
    [
        ("MySQL", "mysql"),
        ("MariaDB", "mariadb"),
        ("PostgreSQL", "postgresql"),
        ("SQL Server", "sqlserver"),
    ],
)
def test_the_engine_is_told_in_both_orders_of_the_result(label, engine):
    new = hammerdb.read(f"TEST RESULT : System achieved 43 NOPM from 100 {label} TPM")
    old = hammerdb.read(f"TEST RESULT : System achieved 100 {label} TPM at 43 NOPM")

    assert new.stated["engine"] == old.stated["engine"] == engine
    assert (new.figures.nopm, new.figures.tpm) == (43, 100)
    assert new.figures == old.figures


def test_the_counter_makes_no_samples_and_no_tps():
    report = hammerdb.read(SAMPLES["6.0-mariadb-profile.txt"].text)

    assert report.samples == ()
    assert report.figures.tps is None
    assert report.kind == Kind.REPORT
    assert report.workload == "tpcc"


@pytest.mark.parametrize(
    ("name", "variant"),
    [("5.0-postgresql-asynchronous.txt", "waits"), ("6.0-mariadb-profile.txt", "")],
)
def test_clients_that_key_and_think_are_a_variant(name, variant):
    assert hammerdb.read(SAMPLES[name].text).variant == variant


def test_a_profile_of_single_users_alone_is_left_out():
    text = SAMPLES["6.0-mariadb-profile.txt"].text
    cut = text[: text.index(">>>>> SUMMARY OF")]

    assert "neword_calls" not in hammerdb.read(cut).printed


def test_a_profile_that_comes_twice_unnamed_is_refused():
    block = ">>>>> PROC: NEWORD\nCALLS: 5\tRATIO: 39.106%\n"

    with pytest.raises(ReportError, match="nothing tells whose it is"):
        hammerdb.read(RESULT + block + block)


def test_a_profile_that_was_cut_is_refused():
    with pytest.raises(ReportError, match="The profile of NEWORD is not whole"):
        hammerdb.read(RESULT + ">>>>> PROC: NEWORD\nCALLS: 434379\tMIN: 0.2")


def test_a_failed_user_is_told_with_its_line():
    with pytest.raises(AbortedError) as error:
        hammerdb.read(RESULT + "Vuser 7:FINISHED FAILED\n" + END)

    assert error.value.line == "Vuser 7:FINISHED FAILED"


def test_a_run_without_new_orders_is_no_result():
    with pytest.raises(NoEventsError):
        hammerdb.read("TEST RESULT : System achieved 0 NOPM from 12 MySQL TPM")


@pytest.mark.parametrize(
    ("tpm", "is_told"), [(2320, False), (2200, True), (2400, True), (0, True)]
)
def test_a_ratio_that_the_load_does_not_give_is_told(tpm, is_told):
    text = f"TEST RESULT : System achieved 1000 NOPM from {tpm} MySQL TPM\n" + END

    assert ("nopm_tpm_ratio" in codes(hammerdb.read(text))) is is_told


def test_a_log_without_its_end_is_doubted():
    assert "end_not_told" in codes(hammerdb.read(RESULT))
    assert "end_not_told" not in codes(hammerdb.read(RESULT + END))


def test_secrets_and_places_of_a_job_report_are_not_kept():
    for name in ("5.0-mysql-numbers-as-strings.json", "6.0-postgresql.json"):
        text = SAMPLES[name].text
        told = repr(job_report.read(text))

        assert "do-not-keep" not in told
        assert "db-host-17" not in told


@pytest.mark.parametrize("audited", [True, None, "false", 0])
def test_only_a_report_that_says_it_is_not_audited_is_read(audited):
    document = json.loads(SAMPLES["6.0-postgresql.json"].text)
    document["disclaimer"]["audited"] = audited

    with pytest.raises(ReportError, match="it is not audited"):
        job_report.read(json.dumps(document))


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("many", "is not a number"),
        (-5, "is negative"),
        ([], "is not a number"),
        (True, "is not a number"),
        (None, "no “nopm”"),
        (0, "No new order"),
    ],
)
def test_a_figure_that_is_none_is_refused(value, message):
    document = json.loads(SAMPLES["6.0-postgresql.json"].text)
    document["result"]["nopm"] = value

    with pytest.raises(ReportError, match=message):
        job_report.read(json.dumps(document))


def test_other_users_than_configured_are_told():
    report = job_report.read(SAMPLES["6.0-sql-server-short.json"].text)

    assert "virtual_users" in codes(report)
    assert report.stated["threads"] == 20


WHOLE_LOG = SAMPLES["6.0-mariadb-profile.txt"].text
ENDED = "Vuser 2:FINISHED SUCCESS"


@pytest.mark.parametrize(
    "line",
    [
        "Error in Virtual User 2: mysqlexec/db server: Lost connection",
        "hammerdb>Error in Virtual User 2: mysqlexec/db server: Lost connection",
        "Vuser 2:FINISHED FAILED at 12:00",
        "2026-09-22 12:00 Vuser 2:FINISHED FAILED ",
    ],
)
def test_a_user_that_failed_is_told_however_it_is_said(line):
    with pytest.raises(AbortedError, match="A virtual user failed") as error:
        hammerdb.read(WHOLE_LOG.replace(ENDED, line))

    assert error.value.line == line.strip()


def test_where_some_users_tell_their_end_all_must():
    with pytest.raises(AbortedError, match="Of 5 virtual users 4 tell"):
        hammerdb.read(WHOLE_LOG.replace(ENDED + "\n", ""))
    with pytest.raises(AbortedError, match="Of 3 virtual users 1 tell"):
        hammerdb.read("Vuser 1:2 Active Virtual Users configured\n" + RESULT + ENDED)


@pytest.mark.parametrize(
    "failed",
    ["Vuser 1:FINISHED FAILED", "Error in Virtual User 1: mysqlexec/db server: exists"],
)
def test_a_schema_that_could_not_be_built_or_dropped_is_not_the_run(failed):
    other = f"Vuser 1:RUNNING\n{failed}\n"
    whole = hammerdb.read(WHOLE_LOG)

    assert hammerdb.read(other + WHOLE_LOG).figures == whole.figures
    assert hammerdb.read(f"{WHOLE_LOG}\n{other}").figures == whole.figures
    with pytest.raises(AbortedError, match="A virtual user failed"):
        hammerdb.read(f"{WHOLE_LOG}\n{failed}\n{other}")


def test_errors_of_procedures_that_were_not_raised_are_counted():
    lines = (
        "Vuser 2:New Order Procedure Error set RAISEERROR for Details\n"
        "Payment Procedure Error set RAISEERROR for Details\n"
    )

    report = hammerdb.read(WHOLE_LOG.replace("Vuser 1:TEST", f"{lines}Vuser 1:TEST"))

    (found,) = (each for each in report.findings if each.code == "procedure_errors")
    assert (found.severity, found.values) == ("caution", {"lines": 2})
    assert worded(found).message == "Stored procedures failed 2 times."
    assert "procedure_errors" not in codes(hammerdb.read(WHOLE_LOG))


def test_users_that_built_the_schema_before_are_not_counted():
    built = "".join(f"Vuser {n}:RUNNING\nVuser {n}:FINISHED SUCCESS\n" for n in (1, 2))

    assert hammerdb.read(built + WHOLE_LOG).figures == hammerdb.read(WHOLE_LOG).figures
    with pytest.raises(AbortedError, match="Of 5 virtual users 4 tell"):
        hammerdb.read(built + WHOLE_LOG.replace(ENDED + "\n", ""))
