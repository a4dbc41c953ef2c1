"""Messages as the servers, sysbench 1.0.20 and the drivers really wrote them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchruns.engines import FAMILIES
from benchruns.failures.diagnosis import diagnose, diagnose_error
from benchruns.sentences.failures.table import SENTENCES, of_failure

MYSQL_OUTPUT = {
    "FATAL: error 1045: Access denied for user 'x'@'localhost' (using password: YES)": (
        "wrong_password"
    ),
    "FATAL: error 2005: Unknown server host 'no.such.host' (-2)": "unknown_host",
    "FATAL: error 2002: Can't connect to server on '127.0.0.1' (111)": (
        "connection_refused"
    ),
    "FATAL: error 2002: Can't connect to server on '10.255.255.1' (110)": (
        "connection_timeout"
    ),
    "FATAL: error 1049: Unknown database 'nope'": "unknown_database",
    "FATAL: error 1044: Access denied for user 'x'@'%' to database 'y'": "no_privilege",
    "FATAL: error 1040: Too many connections": "too_many_connections",
    "FATAL: MySQL error: 1146 \"Table 'bench.sbtest1' doesn't exist\"": "table_missing",
    "FATAL: mysql_drv_query() returned error 1050 (Table 'sbtest1' already exists) "
    "for query 'CREATE TABLE sbtest1('": "table_exists",
    "FATAL: mysql_drv_query() returned error 1114 (The table 'sbtest1' is full)": (
        "disk_full"
    ),
    "FATAL: mysql_stmt_execute() returned error 1021 (Disk full)": "disk_full",
    "FATAL: mysql_stmt_execute() returned error 2013 (Lost connection to server during "
    "query) for query 'COMMIT'": "server_gone",
    "FATAL: mysql_stmt_execute() returned error 1213 (Deadlock found when trying to "
    "get lock)": "deadlock",
    "FATAL: error 3159: Connections using insecure transport are prohibited while "
    "--require_secure_transport=ON.": "tls_required",
    "FATAL: error 2026: TLS/SSL error: self-signed certificate": "tls_failed",
    "FATAL: The event queue is full. This means the worker threads are unable to keep "
    "up with the specified event generation rate": "rate_too_high",
    "FATAL: Worker threads failed to initialize within 30 seconds!": "threads_not_ready",
}

POSTGRESQL_OUTPUT = {
    'FATAL: Connection to database failed: connection to server at "127.0.0.1", port '
    '5432 failed: FATAL:  password authentication failed for user "x"': (
        "wrong_password"
    ),
    'could not translate host name "no.such.host" to address: Name or service not '
    "known": "unknown_host",
    'connection to server at "127.0.0.1", port 5 failed: Connection refused': (
        "connection_refused"
    ),
    'connection to server at "10.0.0.1", port 5432 failed: timeout expired': (
        "connection_timeout"
    ),
    'FATAL:  database "nope" does not exist': "unknown_database",
    "FATAL:  sorry, too many clients already": "too_many_connections",
    "FATAL:  remaining connection slots are reserved for non-replication superuser "
    "connections": "too_many_connections",
    "ERROR:  permission denied for schema public": "no_privilege",
    'FATAL: PQprepare() failed: ERROR:  relation "sbtest1" does not exist': (
        "table_missing"
    ),
    'ERROR:  relation "sbtest1" already exists': "table_exists",
    'ERROR:  could not extend file "base/5/1": No space left on device': "disk_full",
    "FATAL:  the database system is starting up": "server_starting",
    "server closed the connection unexpectedly": "server_gone",
    "FATAL:  terminating connection due to administrator command": "server_gone",
    "ERROR:  deadlock detected": "deadlock",
    'FATAL:  no pg_hba.conf entry for host "10.0.0.9", user "x", database "y", '
    "no encryption": "tls_required",
    'FATAL:  no pg_hba.conf entry for host "10.0.0.9", user "x", database "y", '
    "SSL encryption": "host_not_allowed",
    "server does not support SSL, but SSL was required": "tls_failed",
    'server certificate for "db" does not match host name "x"': "tls_failed",
    "ERROR:  cannot execute CREATE TABLE in a read-only transaction": (
        "server_read_only"
    ),
}


@pytest.mark.parametrize(("line", "code"), MYSQL_OUTPUT.items())
def test_what_sysbench_prints_for_mysql_is_understood(line, code):
    found = diagnose(f"Threads started!\n{line}\n", engine_family=FAMILIES["mysql"])

    assert found is not None
    assert found.code == code
    assert found.detail == line


@pytest.mark.parametrize(("line", "code"), POSTGRESQL_OUTPUT.items())
def test_what_sysbench_prints_for_postgresql_is_understood(line, code):
    found = diagnose(
        f"Threads started!\n{line}\n", engine_family=FAMILIES["postgresql"]
    )

    assert found is not None
    assert found.code == code


# Number and text as pymssql 2.4 raises them.
SQL_SERVER_ERRORS = {
    (18456, "Login failed for user 'bench'."): "wrong_password",
    (4060, 'Cannot open database "x" requested by the login.'): "unknown_database",
    (208, "Invalid object name 'warehouse'."): "table_missing",
    (229, "The SELECT permission was denied on the object 'x'."): "no_privilege",
    (262, "CREATE DATABASE permission denied in database 'master'."): "no_privilege",
    (1105, "Could not allocate space for object 'x'."): "disk_full",
    (9002, "The transaction log for database 'x' is full."): "disk_full",
    (1205, "Transaction (Process ID 51) was deadlocked."): "deadlock",
    (1222, "Lock request time out period exceeded."): "deadlock",
    (17809, "The maximum number of '5' user connections has already been reached."): (
        "too_many_connections"
    ),
    (20003, "TDS server connection timed out (10.0.0.1)"): "connection_timeout",
    (
        20009,
        "Unable to connect: TDS server is unavailable or does not exist (10.0.0.1)\n"
        "Net-Lib error during Connection refused (111)",
    ): "connection_refused",
    (20009, "Unable to connect\nNet-Lib error during No route to host (113)"): (
        "unreachable"
    ),
    (
        20009,
        "Unable to connect\nNet-Lib error during Operation now in progress (115)",
    ): ("connection_timeout"),
    (20002, "TDS server connection failed (127.0.0.1)"): "server_gone",
    (50000, "Something of a trigger's own."): "unknown",
}


@pytest.mark.parametrize(("error", "code"), SQL_SERVER_ERRORS.items())
def test_what_sql_server_and_its_driver_say_is_understood(error, code):
    assert diagnose_error(*error, engine_family=FAMILIES["sqlserver"]).code == code


def test_a_port_of_another_service_is_named_as_a_cause():
    error = (20002, "TDS server connection failed (127.0.0.1)")

    found = diagnose_error(*error, engine_family=FAMILIES["sqlserver"])

    assert "see that engine and port fit" in of_failure(found)


def test_a_number_means_what_it_does_on_its_engine():
    text = "as somebody says it"

    assert diagnose_error(1222, text, engine_family=FAMILIES["mysql"]).code == "unknown"
    assert (
        diagnose_error(1146, text, engine_family=FAMILIES["sqlserver"]).code
        == "unknown"
    )


def test_the_first_cause_counts():
    found = diagnose(
        "FATAL: error 1040: Too many connections\nFATAL: error 1045: Access denied"
    )

    assert found is not None
    assert found.code == "too_many_connections"


def test_output_without_a_cause_is_none():
    assert diagnose("Threads started!\n[ 1s ] thds: 2 tps: 4.0") is None


@pytest.mark.parametrize(
    ("code", "text", "expected"),
    [
        (1045, "Access denied for user 'timed out'", "wrong_password"),
        (2003, "Can't connect ([Errno 111] Connection refused)", "connection_refused"),
        (2003, "Can't connect (timed out)", "connection_timeout"),
        (2003, "Can't connect ([Errno 113] No route to host)", "unreachable"),
        (2003, "Can't connect", "connection_refused"),
        (2026, "SSL is required but the server doesn't support it", "tls_failed"),
        ("28P01", "password authentication failed", "wrong_password"),
        ("53100", "could not write", "disk_full"),
        (1317, "Query execution was interrupted", "statement_killed"),
        (1194, "Table 'sbtest1' is marked as crashed", "table_damaged"),
        ("57014", "canceling statement due to user request", "statement_killed"),
        ("57014", "canceling statement due to statement timeout", "statement_timeout"),
        ("57014", "other words", "statement_timeout"),
        ("XX001", "invalid page in block 3 of relation base/5/1", "table_damaged"),
        (None, "something else", "unknown"),
        (9999, "something else", "unknown"),
        ("XX000", "something else", "unknown"),
    ],
)
def test_a_drivers_number_counts_before_its_text(code, text, expected):
    assert diagnose_error(code, text).code == expected


@given(st.text(), st.none() | st.integers() | st.text(max_size=5))
def test_any_text_has_a_diagnosis(text, code):
    assert diagnose_error(code, text).code in SENTENCES
