"""The server's limit of prepared statements: each thread prepares some for every table."""

from contextlib import contextmanager

import pymysql
import pytest

from benchruns.models import DataSet
from benchruns.sentences.failures.table import why_failed
from benchruns.workloads import WORKLOADS
from tests.targets import endpoint_of, queue
from workers.runs import executor

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]

THREADS, TABLES = 2, 3
SIZES = {"tables": TABLES, "table_size": 100, "threads": THREADS}
A_TABLE = {
    "oltp_read_write": 9,
    "oltp_read_only": 5,
    "oltp_write_only": 4,
    "oltp_point_select": 1,
    "oltp_update_index": 1,
    "oltp_update_non_index": 1,
}
# BEGIN and COMMIT, but of the workloads that send none
A_CONNECTION = {
    workload: 2 if WORKLOADS[workload].statements["other"] else 0
    for workload in A_TABLE
}
WANTED = {
    workload: THREADS * (statements * TABLES + A_CONNECTION[workload])
    for workload, statements in A_TABLE.items()
}


@contextmanager
def limit_of(target, statements: int):
    """The server allows so many prepared statements at the same time."""
    with pymysql.connect(
        host=target.address,
        port=target.port,
        user=target.username,
        password=target.password,
    ) as connection:
        cursor = connection.cursor()
        cursor.execute("SELECT @@GLOBAL.max_prepared_stmt_count")
        (before,) = cursor.fetchone()
        cursor.execute("SET GLOBAL max_prepared_stmt_count = %s", [statements])
        try:
            yield
        finally:
            cursor.execute("SET GLOBAL max_prepared_stmt_count = %s", [before])


def carry_out(target, workload: str, **parameters):
    run = queue(endpoint_of(target), workload, duration_seconds=1, **parameters)
    executor.execute(run.id)
    run.refresh_from_db()
    return run


@pytest.mark.cases_in_turn
@pytest.mark.parametrize("workload", WANTED)
def test_as_many_as_the_plan_says_are_enough(mariadb_target, workload):
    with limit_of(mariadb_target, WANTED[workload]):
        run = carry_out(mariadb_target, workload, **SIZES)

    assert run.state == "succeeded", run.failure_detail


@pytest.mark.parametrize("workload", WANTED)
def test_one_fewer_is_refused_before_anything_is_created(mariadb_target, workload):
    wanted = WANTED[workload]

    with limit_of(mariadb_target, wanted - 1):
        run = carry_out(mariadb_target, workload, **SIZES)

    assert run.failure_code == "too_many_statements"
    assert f"prepare {wanted} statements for 3 tables" in why_failed(run)
    assert f"allows {wanted - 1}" in why_failed(run)
    assert not DataSet.objects.exists()


def test_statements_sent_as_text_need_none_and_say_so(mariadb_target):
    with limit_of(mariadb_target, 0):
        run = carry_out(
            mariadb_target, "oltp_read_write", prepared_statements=False, **SIZES
        )

    assert run.state == "succeeded", run.failure_detail
    assert "--db-ps-mode=disable" in run.attempts.get().command
    assert "statements_as_text" in {f["code"] for f in run.result.findings}
