"""pgbench's command lines: what they say, and what they never say."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from benchruns.failures.failure import BenchbookError
from tests import waiting
from workers.confinement import process
from workers.connecting.target import Target
from workers.tools import pgbench, pgbench_tables, progress

TARGET = Target(
    engine="postgresql",
    host="db.example",
    address="10.0.0.7",
    port=5433,
    username="shop",
    password="hunter2",
    database="bench",
)
PARAMETERS = {
    "scale": 10,
    "hot_records": None,
    "clients": 8,
    "jobs": None,
    "duration_seconds": 60,
    "warmup_seconds": 5,
    "rate": None,
}
SPACE = "benchbook_ab"


def measure(target=TARGET, workload="pgbench_read_write", **changes):
    return pgbench.measure(target, workload, PARAMETERS | changes, SPACE)


def text_of(command) -> str:
    return " ".join(command.argv)


def refusal(target: Target) -> str:
    with pytest.raises(BenchbookError) as caught:
        measure(target)
    return caught.value.failure.code


def test_measuring_is_the_papers_command_with_a_log():
    command = measure(hot_records=500_000)

    assert text_of(command).startswith(
        "pgbench -M prepared -n -r -P 1 -f rw.sql -c 8 -j 8 -T 60 "
        "-D scale=10 -D range=500000 -l"
    )
    assert "UPDATE pgbench_accounts" in command.cwd_files["rw.sql"]
    assert command.merges_stderr


def test_all_records_are_hot_and_a_client_has_a_thread_where_nothing_is_said():
    assert "-D range=1000000" in text_of(measure())
    assert "-c 8 -j 2" in text_of(measure(jobs=2))


def test_a_rate_is_handed_on():
    assert "--rate=250" in text_of(measure(rate=250))
    assert "--rate" not in text_of(measure())


def test_warming_up_logs_nothing_and_lasts_its_own_time():
    command = pgbench.warmup(TARGET, "pgbench_read_only", PARAMETERS, SPACE)

    assert "-T 5" in text_of(command)
    assert "-f ro.sql" in text_of(command)
    assert "-l" not in command.argv


def test_preparing_never_drops_a_table():
    own = pgbench.prepare(TARGET, PARAMETERS, SPACE)
    marked = pgbench.prepare(TARGET, PARAMETERS, None)

    assert own.argv == ("pgbench", "-i", "-I", "tgvp", "-q", "-s", "10")
    assert marked.argv == ("pgbench", "-i", "-I", "gvp", "-q", "-s", "10")
    assert own.env["PGOPTIONS"] == "-c search_path=benchbook_ab"
    assert "PGOPTIONS" not in marked.env


def test_only_names_of_benchbooks_own_are_workspaces():
    with pytest.raises(ValueError, match="workspace"):
        pgbench.prepare(TARGET, PARAMETERS, "public -c x=y")


def test_the_checked_address_is_connected_to_and_the_name_kept():
    env = measure().env

    assert (env["PGHOST"], env["PGHOSTADDR"]) == ("db.example", "10.0.0.7")
    assert (env["PGSSLMODE"], env["PGCONNECT_TIMEOUT"]) == ("prefer", "10")


def test_the_password_is_nowhere_but_in_its_file():
    command = measure()

    assert command.cwd_files["pgpass"] == "*:*:*:*:hunter2\n"
    for told in (
        repr(command),
        command.displayed,
        *command.argv,
        *command.env.values(),
    ):
        assert "hunter2" not in told


def test_what_is_shown_names_no_server_and_no_account():
    shown = measure().displayed

    for private in ("db.example", "10.0.0.7", "5433", "shop", "PGDATABASE", "pgpass"):
        assert private not in shown
    assert "pgbench -M prepared" in shown


@pytest.mark.parametrize(
    ("password", "escaped"),
    [
        ("a:b", "a\\:b"),
        ("a\\b", "a\\\\b"),
        ("  # x", "  # x"),
        ('it\'s "x"', 'it\'s "x"'),
    ],
)
def test_a_password_is_escaped(password, escaped):
    command = measure(replace(TARGET, password=password))

    assert command.cwd_files["pgpass"] == f"*:*:*:*:{escaped}\n"


@pytest.mark.parametrize("password", ["a\nb", "a\rb", "a\0b"])
def test_a_password_that_the_file_cannot_hold_is_refused(password):
    assert refusal(replace(TARGET, password=password)) == "password_unsupported"


@pytest.mark.parametrize("field", ["host", "username", "database"])
@pytest.mark.parametrize("text", ["a,b", "a=b", "a b", "a\nb", "postgresql://x/y"])
def test_a_name_that_libpq_would_misread_is_refused(field, text):
    assert refusal(replace(TARGET, **{field: text})) == "unsafe_name"


def test_a_ca_is_given_as_a_file():
    command = measure(replace(TARGET, tls="verify-full", tls_ca="the CA"))

    assert (command.env["PGSSLMODE"], command.env["PGSSLROOTCERT"]) == (
        "verify-full",
        "ca.pem",
    )
    assert command.cwd_files["ca.pem"] == "the CA"


@pytest.mark.parametrize("value", [None, "8", "8; id", -1, 1.5, True])
def test_a_parameter_that_is_no_whole_number_reaches_no_command_line(value):
    with pytest.raises(ValueError, match="clients"):
        measure(clients=value)


@pytest.mark.parametrize(
    ("changes", "most_a_second"),
    [
        ({"clients": 1}, 20_000),
        ({"clients": 1_000}, 50_000 * (os.cpu_count() or 1)),
        ({"clients": 1_000, "rate": 900}, 900),
    ],
)
def test_the_log_stays_below_two_million_lines(changes, most_a_second):
    parameters = PARAMETERS | changes | {"duration_seconds": 86_400}

    share = pgbench.logged_share("pgbench_read_only", parameters)

    assert 0.98 <= share * most_a_second * 86_400 / 2_000_000 <= 1
    assert f"--sampling-rate={share}" in text_of(
        pgbench.measure(TARGET, "pgbench_read_only", parameters, SPACE)
    )


def test_a_short_run_is_logged_whole():
    assert pgbench.logged_share("pgbench_read_write", PARAMETERS) == 1
    assert not any(word.startswith("--sampling") for word in measure().argv)


def test_the_installed_version_is_told():
    assert int(pgbench.version().split(".")[0]) >= 11


def test_account_numbers_are_wide_where_they_must_be():
    assert "aid integer" in pgbench_tables.definitions(19_999)["pgbench_accounts"]
    assert "aid bigint" in pgbench_tables.definitions(20_000)["pgbench_history"]
    assert set(pgbench_tables.definitions(1)) == set(pgbench.TABLES)


def test_loading_is_told_by_rows_then_steps():
    told = progress.of_pgbench_load()
    lines = [
        "generating data (client-side)...",
        "500000 of 1000000 tuples (50%) done (elapsed 5.00 s, remaining 5.00 s)",
        "1000000 of 1000000 tuples (100%) done (elapsed 9.51 s, remaining 0.00 s)",
        "vacuuming...",
        "creating primary keys...",
        "done in 12.15 s (create tables 0.01 s, ...).",
    ]

    shares = [told(line, None) for line in lines]

    assert shares == [None, 0.3, 0.6, 0.6, 0.7, 1.0]


def test_complaints_are_lines_among_the_others_where_the_tool_asks_for_it(tmp_path):
    came = []

    done = process.run(
        ["sh", "-c", "echo one; echo two >&2; echo three; exit 2"],
        stdin=None,
        env={},
        cwd=Path(tmp_path),
        on_line=came.append,
        poll=lambda: None,
        timeout_seconds=waiting.HANG_SECONDS,
        merges_stderr=True,
    )

    assert came == ["one", "two", "three"]
    assert (done.exit_status, done.output, done.stderr) == (2, "one\ntwo\nthree\n", "")
