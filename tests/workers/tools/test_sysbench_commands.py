"""Command lines, without a server."""

from dataclasses import replace

import pytest
from cryptography import x509

from benchruns.failures.failure import BenchbookError
from workers.connecting.target import ABSENT_FILE, Target
from workers.engines.mysql import client_certificate
from workers.tools import sysbench

MYSQL = Target(
    engine="mariadb",
    host="db.example",
    address="192.0.2.7",
    port=3306,
    username="bench",
    password="hunter2",
    database="bench",
    tls="prefer",
)
POSTGRESQL = replace(MYSQL, engine="postgresql", port=5432)
PARAMETERS = {
    "tables": 3,
    "table_size": 1000,
    "threads": 8,
    "duration_seconds": 60,
    "warmup_seconds": 5,
}


def refusal(target: Target) -> str:
    with pytest.raises(BenchbookError) as caught:
        sysbench.measure(target, "oltp_read_write", PARAMETERS, "benchbook_ab")
    return caught.value.failure.code


def test_a_measurement_on_mysql():
    command = sysbench.measure(MYSQL, "oltp_read_write", PARAMETERS, "benchbook_ab")

    assert command.argv == (
        "sysbench",
        "--config-file=/dev/stdin",
        "oltp_read_write",
        "--db-driver=mysql",
        "--mysql-host=192.0.2.7",
        "--mysql-port=3306",
        "--mysql-user=bench",
        "--mysql-db=benchbook_ab",
        "--tables=3",
        "--table_size=1000",
        "--threads=8",
        "--time=60",
        "--events=0",
        "--report-interval=1",
        "--percentile=95",
        "--histogram=on",
        "run",
    )
    assert command.stdin == 'mysql-password="hunter2"\n'
    assert command.env == {
        "MARIADB_PLUGIN_DIR": ABSENT_FILE,
        "LIBMYSQL_PLUGIN_DIR": ABSENT_FILE,
    }


def test_a_server_that_may_have_the_password_gets_any_login():
    for target in (MYSQL, POSTGRESQL):
        allowed = replace(target, allow_cleartext_password=True)
        env = sysbench.connect(allowed).env
        assert not {"MARIADB_PLUGIN_DIR", "PGREQUIREAUTH", "LD_PRELOAD"} & env.keys()


def test_postgresql_keeps_the_name_and_connects_to_the_checked_address():
    command = sysbench.measure(POSTGRESQL, "oltp_read_only", PARAMETERS, "benchbook_ab")

    assert "--pgsql-host=db.example" in command.argv
    assert "--pgsql-db=bench" in command.argv
    env = {name: text for name, text in command.env.items() if name != "LD_PRELOAD"}
    assert env == {
        "PGHOSTADDR": "192.0.2.7",
        "PGCONNECT_TIMEOUT": "10",
        "PGSSLMODE": "prefer",
        "PGOPTIONS": "-c search_path=benchbook_ab",
        "PGGSSENCMODE": "disable",
        "PGREQUIREAUTH": "!password",
        **dict.fromkeys(
            ("PGPASSFILE", "PGSSLCERT", "PGSSLKEY", "PGSSLCRL", "PGSSLROOTCERT"),
            ABSENT_FILE,
        ),
    }
    assert ABSENT_FILE not in command.displayed


def test_optional_parameters_reach_the_tool():
    parameters = {
        **PARAMETERS,
        "skip_trx": True,
        "rate": 100,
        "percentile": 99,
        "report_interval_seconds": 10,
    }

    argv = sysbench.measure(MYSQL, "oltp_read_only", parameters, "benchbook_ab").argv

    assert {
        "--skip_trx=on",
        "--rate=100",
        "--percentile=99",
        "--report-interval=10",
    } <= set(argv)


def test_a_warm_up_has_a_time_of_its_own_and_no_histogram():
    argv = sysbench.warmup(MYSQL, "oltp_read_write", PARAMETERS, "benchbook_ab").argv

    assert "--time=5" in argv
    assert "--histogram=on" not in argv


@pytest.mark.parametrize(("tables", "threads"), [(1, 1), (3, 3), (20, 4)])
def test_preparing_is_parallel_up_to_four(tables, threads):
    parameters = {**PARAMETERS, "tables": tables}

    argv = sysbench.prepare(MYSQL, "oltp_read_write", parameters, "benchbook_ab").argv

    assert f"--threads={threads}" in argv
    assert "oltp_read_write" in argv


@pytest.mark.parametrize(("tables", "rows"), [(1, 200_000), (3, 70_000)])
def test_a_few_large_tables_are_filled_over_four_connections(tables, rows):
    parameters = {**PARAMETERS, "tables": tables, "table_size": rows}

    command = sysbench.prepare(MYSQL, "oltp_read_write", parameters, "benchbook_ab")

    assert {"./benchbook_prepare.lua", "--threads=4"} < set(command.argv)
    assert f"--table_size={rows}" in command.argv


def test_preparing_in_a_users_database_marks_the_tables():
    command = sysbench.prepare(
        MYSQL, "oltp_read_write", PARAMETERS, None, mark="benchbook_ab"
    )

    assert "--mark=benchbook_ab" in command.argv
    assert "--mysql-db=bench" in command.argv
    assert set(command.cwd_files) == {"benchbook_prepare.lua", "benchbook_load.lua"}


@pytest.mark.parametrize("workload", ["oltp_legacy", "hot_row_update"])
def test_a_script_of_our_own_lies_in_the_working_folder(workload):
    files = {f"{workload}.lua", "benchbook_tables.lua", "benchbook_load.lua"}

    prepare = sysbench.prepare(MYSQL, workload, PARAMETERS, None, mark="benchbook_ab")
    measure = sysbench.measure(MYSQL, workload, PARAMETERS, "benchbook_ab")

    assert f"./{workload}.lua" in prepare.argv
    assert "--mark=benchbook_ab" in prepare.argv
    assert f"./{workload}.lua" in measure.argv
    assert set(prepare.cwd_files) == set(measure.cwd_files) == files


def test_the_hot_row_has_no_size():
    parameters = {"threads": 8, "duration_seconds": 60, "warmup_seconds": 0}

    prepare = sysbench.prepare(MYSQL, "hot_row_update", parameters, "benchbook_ab")
    measure = sysbench.measure(MYSQL, "hot_row_update", parameters, "benchbook_ab")

    assert "--threads=1" in prepare.argv
    assert "--threads=8" in measure.argv
    assert not [
        word for word in prepare.argv + measure.argv if word.startswith("--table")
    ]


def test_preparing_in_a_users_database_without_a_mark_is_a_bug():
    with pytest.raises(ValueError, match="mark"):
        sysbench.prepare(MYSQL, "oltp_read_write", PARAMETERS, None)


def test_the_tables_of_a_workload_are_known_by_name():
    assert sysbench.tables(3) == ("sbtest1", "sbtest2", "sbtest3")


@pytest.mark.parametrize("target", [MYSQL, POSTGRESQL])
def test_the_password_is_nowhere_but_in_the_input(target):
    command = sysbench.measure(target, "oltp_read_write", PARAMETERS, "benchbook_ab")

    assert "hunter2" not in repr(command)
    assert "hunter2" not in repr(target)
    assert "hunter2" not in command.displayed
    assert "-password=..." in command.displayed


@pytest.mark.parametrize(
    ("password", "quoted"),
    [("it's", '"it\'s"'), ('say "x"', "'say \"x\"'"), ("# a,b=c \\", '"# a,b=c \\"')],
)
def test_a_password_is_quoted_with_what_it_lacks(password, quoted):
    target = replace(MYSQL, password=password)

    command = sysbench.measure(target, "oltp_read_write", PARAMETERS, "benchbook_ab")

    assert command.stdin == f"mysql-password={quoted}\n"


@pytest.mark.parametrize("password", ["\"'", "a\nb", "a\rb", "a\0b", "a\x7fb"])
def test_a_password_that_sysbench_cannot_be_given_is_refused(password):
    assert refusal(replace(MYSQL, password=password)) == "password_unsupported"
    assert refusal(replace(POSTGRESQL, password=password)) == "password_unsupported"


@pytest.mark.parametrize("field", ["host", "username", "database"])
@pytest.mark.parametrize("text", ["a,b", "a=b", "a b", "a\nb", "a\tb", "a\0b"])
def test_a_name_that_a_tool_would_misread_is_refused(field, text):
    assert refusal(replace(POSTGRESQL, **{field: text})) == "unsafe_name"


def test_mysql_with_tls_gets_the_three_files_that_sysbench_wants():
    target = replace(MYSQL, tls="require", tls_ca="the CA")

    command = sysbench.measure(target, "oltp_read_write", PARAMETERS, "benchbook_ab")

    assert "--mysql-ssl=on" in command.argv
    assert set(command.cwd_files) == {"client-key.pem", "client-cert.pem", "cacert.pem"}
    assert command.cwd_files["cacert.pem"] == "the CA"


def test_the_client_certificate_is_one_that_tls_1_3_never_sends():
    key, certificate = client_certificate.make()

    public = x509.load_pem_x509_certificate(certificate.encode()).public_key()
    assert public.curve.name == "secp256k1"
    assert "PRIVATE KEY" in key


def test_tls_that_sysbench_cannot_give_is_refused_not_weakened():
    assert refusal(replace(MYSQL, tls="require")) == "tls_ca_missing"
    assert refusal(replace(MYSQL, tls="verify-full", tls_ca="CA")) == "tls_unsupported"


def test_postgresql_gets_its_ca_as_a_file():
    target = replace(POSTGRESQL, tls="verify-full", tls_ca="the CA")

    command = sysbench.measure(target, "oltp_read_write", PARAMETERS, "benchbook_ab")

    assert command.env["PGSSLMODE"] == "verify-full"
    assert command.env["PGSSLROOTCERT"] == "ca.pem"
    assert command.cwd_files == {"ca.pem": "the CA"}


@pytest.mark.parametrize("value", [None, "8", "8; id", -1, 1.5, True])
def test_a_parameter_that_is_no_whole_number_reaches_no_command_line(value):
    with pytest.raises(ValueError, match="threads"):
        sysbench.measure(
            MYSQL, "oltp_read_write", {**PARAMETERS, "threads": value}, "benchbook_ab"
        )


def test_only_names_of_benchbooks_own_are_workspaces():
    with pytest.raises(ValueError, match="workspace"):
        sysbench.measure(MYSQL, "oltp_read_write", PARAMETERS, "x' -c y=z")


def test_the_installed_version_is_told():
    assert sysbench.version().startswith("1.")


@pytest.mark.parametrize(
    ("target", "tls", "used"),
    [
        (MYSQL, "disable", "none"),
        (MYSQL, "prefer", "none"),
        (MYSQL, "require", "required"),
        (POSTGRESQL, "disable", "none"),
        (POSTGRESQL, "prefer", "as the server offers"),
        (POSTGRESQL, "verify-full", "required"),
    ],
)
def test_what_the_loads_own_connections_use_is_told(target, tls, used):
    assert sysbench.tls_of(replace(target, tls=tls)) == used
