"""Command lines of pgbench 11 and later."""

import math
import os
import tempfile
from pathlib import Path
from typing import Any

from benchruns.parsers.pgbench.output import version_in
from benchruns.workloads import pgbench as registry
from benchruns.workloads.pgbench_scripts import SCRIPTS, Script, script_of
from workers.confinement import process
from workers.confinement.tool_limits import MIB
from workers.connecting.target import Target
from workers.engines import libpq
from workers.tools.command import Command
from workers.tools.driver import Parameters

TABLES = ("pgbench_accounts", "pgbench_branches", "pgbench_history", "pgbench_tellers")
VERSION_SECONDS = 10
LOADED_BYTES = 10 * MIB

# Steps of -i: tables, rows from the client, vacuum, primary keys. "d" is never among
# them: it drops what has one of these names, whoever made it.
CREATE_AND_LOAD = "tgvp"
LOAD_ALONE = "gvp"
CONNECT = "connect.sql"

LOG_FILES = "pgbench_log.*"
LOG_LINES = 2_000_000  # about 80 MB; percentiles need no more
# What a load generator may reach at most, over the network of its own machine.
MOST_STATEMENTS_A_CLIENT = 20_000  # a second
MOST_STATEMENTS_A_CPU = 50_000


def prepare(target: Target, parameters: Parameters, workspace: str | None) -> Command:
    """Create and fill the tables.

    ``workspace`` None fills those that ``create_marked_tables`` has made in the
    endpoint's own database. pgbench empties them first.
    """
    steps = LOAD_ALONE if workspace is None else CREATE_AND_LOAD
    scale = _whole(parameters, "scale")
    return _command(
        target, workspace, options=("-i", "-I", steps, "-q", "-s", str(scale))
    )


def connect(target: Target) -> Command:
    """One connection with one statement, as those of a load are made."""
    options = ("-n", "-c", "1", "-t", "1", "-f", CONNECT)
    return _command(target, None, options=options, files={CONNECT: "SELECT 1;\n"})


def warmup(
    target: Target,
    workload: str,
    parameters: Parameters,
    workspace: str | None,
    *,
    script: Script | None = None,
) -> Command:
    """Run without measuring: a process of its own, so its figures mix with no others.

    ``script`` None is the workload's own, here and below.
    """
    seconds = _whole(parameters, "warmup_seconds")
    return _run(target, workload, parameters, workspace, seconds=seconds, script=script)


def measure(
    target: Target,
    workload: str,
    parameters: Parameters,
    workspace: str | None,
    *,
    script: Script | None = None,
) -> Command:
    """Run and measure, with the log that every percentile comes from."""
    seconds = _whole(parameters, "duration_seconds")
    log = ["-l"]
    share = logged_share(workload, parameters, script=script)
    if share < 1:
        log.append(f"--sampling-rate={share}")
    return _run(
        target,
        workload,
        parameters,
        workspace,
        seconds=seconds,
        extra=tuple(log),
        script=script,
    )


def logged_share(
    workload: str, parameters: Parameters, *, script: Script | None = None
) -> float:
    """The share of transactions to log, so that the log stays below ``LOG_LINES``.

    LOG_LINES over the most transactions that can be: the rate where there is one, else
    20,000 statements a second a client or 50,000 a CPU here, whichever is less.
    """
    statements = (script or script_of(workload)).statements.all or 1
    clients = _whole(parameters, "clients")
    most: float = min(
        clients * MOST_STATEMENTS_A_CLIENT,
        (os.cpu_count() or 1) * MOST_STATEMENTS_A_CPU,
    )
    most /= statements
    if parameters.get("rate"):
        most = min(most, _whole(parameters, "rate"))
    share = LOG_LINES / (most * _whole(parameters, "duration_seconds"))
    # rounded down to three digits, so that what is stored is what pgbench was told
    digits = 2 - math.floor(math.log10(share))
    return 1.0 if share >= 1 else math.floor(share * 10**digits) / 10**digits


def version() -> str:
    """The version of the pgbench that is installed, "15.18"."""
    with tempfile.TemporaryDirectory(prefix="benchbook-") as folder:
        done = process.run(
            ["pgbench", "--version"],
            stdin=None,
            # Debian's wrapper takes the newest of several versions for another host,
            # as it does when it measures; for none, that of the default cluster
            env={"PGHOST": "127.0.0.1"},
            cwd=Path(folder),
            on_line=lambda _line: None,
            poll=lambda: None,
            timeout_seconds=VERSION_SECONDS,
        )
    return version_in(done.output) or ""


def _run(
    target: Target,
    workload: str,
    parameters: Parameters,
    workspace: str | None,
    *,
    seconds: int,
    extra: tuple[str, ...] = (),
    script: Script | None,
) -> Command:
    """One start of the script.

    -n, as in the papers' runs but the first of each class, which vacuums: here the
    vacuum is a step of the load.
    """
    script = script or script_of(workload)
    clients = _whole(parameters, "clients")
    jobs = min(registry.jobs(parameters), clients)
    options = [
        *("-M", "prepared", "-n", "-r", "-P", "1", *script.words),
        *("-c", str(clients), "-j", str(jobs), "-T", str(seconds)),
        *("-D", f"scale={_whole(parameters, 'scale')}"),
    ]
    if workload in SCRIPTS:
        options += ["-D", f"range={registry.hot_records(parameters)}"]
    options += extra
    if parameters.get("rate"):
        options.append(f"--rate={_whole(parameters, 'rate')}")
    return _command(
        target,
        workspace,
        options=tuple(options),
        files=script.files,
    )


def _command(
    target: Target,
    workspace: str | None,
    *,
    options: tuple[str, ...],
    files: dict[str, str] | None = None,
) -> Command:
    reached = libpq.connection(target, workspace)
    return Command(
        argv=("pgbench", *options),
        env=reached.env,
        cwd_files={**reached.files, **(files or {})},
        private=libpq.PRIVATE,
        merges_stderr=True,  # its progress lines are there
    )


def _whole(parameters: Parameters, name: str) -> int:
    """A parameter as a whole number; what is not one must not reach a command line."""
    value: Any = parameters.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(f"parameter {name} is a whole number, not {value!r}")
    return value
