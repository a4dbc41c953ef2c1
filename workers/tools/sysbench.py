"""Command lines of Debian's sysbench 1.0.20."""

import re
import tempfile
from collections.abc import Mapping
from pathlib import Path

from benchruns.failures.failure import BenchbookError
from benchruns.failures.messages import failure
from benchruns.workloads.size import loading_connections
from workers.confinement import process
from workers.connecting import libpq
from workers.connecting.target import SYSTEM_CAS, Target
from workers.engines.mysql import client_certificate
from workers.tools.command import Command
from workers.tools.sysbench_scripts import Script, script_of

TABLE_PREFIX = "sbtest"
CONNECT_SECONDS = 10
VERSION_SECONDS = 10

# First of all options: options are applied in order, and a later file would override.
_CONFIG_FILE = "--config-file=/dev/stdin"
# Without a transaction two threads may insert the row that both deleted: sysbench
# ignores that on PostgreSQL (23505) by itself, on MySQL (1062) only when told to.
_IGNORED_WITHOUT_TRX = "1213,1020,1205,1062"
_DRIVERS = {"mysql": "mysql", "postgresql": "pgsql"}
_PRIVATE = frozenset(
    {"PGHOSTADDR"}
    | {
        f"--{driver}-{what}"
        for driver in ("mysql", "pgsql")
        for what in ("host", "port", "user")
    }
)
_UNSAFE = re.compile(r"[,=\s\x00-\x1f\x7f]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]")
_MARK = re.compile(r"benchbook_[0-9a-f_]{1,50}", re.ASCII)

Parameters = Mapping[str, int | float | bool | str | None]


def tables(count: int) -> tuple[str, ...]:
    """The names of so many tables."""
    return tuple(f"{TABLE_PREFIX}{number}" for number in range(1, count + 1))


def prepare(
    target: Target,
    workload: str,
    parameters: Parameters,
    workspace: str | None,
    *,
    mark: str | None = None,
) -> Command:
    """Create and fill the tables.

    ``workspace`` None works in the endpoint's own database, where ``mark``, the
    comment that tells Benchbook's tables from a user's, is required.
    """
    script = script_of(workload)
    extra: tuple[str, ...] = ()
    if workspace is None:
        if mark is None or _MARK.fullmatch(mark) is None:
            raise ValueError("tables outside a workspace need a mark")
        script, extra = script.preparing(), (f"--mark={mark}",)
    tables = _whole(parameters, "tables", default=1)
    threads = loading_connections(tables=tables, rows=tables * _rows(parameters))
    if threads > tables:
        script = script.preparing()
    return _command(
        target,
        workspace,
        script=script,
        options=(*_sizes(script, parameters), f"--threads={threads}", *extra),
        action="prepare",
    )


def warmup(
    target: Target, workload: str, parameters: Parameters, workspace: str | None
) -> Command:
    """Run without measuring: a process of its own, so its figures mix with no others."""
    seconds = _whole(parameters, "warmup_seconds")
    return _run(target, workload, parameters, workspace, seconds=seconds)


def measure(
    target: Target, workload: str, parameters: Parameters, workspace: str | None
) -> Command:
    """Run and measure, with the histogram that every percentile comes from."""
    seconds = _whole(parameters, "duration_seconds")
    return _run(
        target,
        workload,
        parameters,
        workspace,
        seconds=seconds,
        extra=("--histogram=on",),
    )


def tls_of(target: Target) -> str:
    """What the load's own connections use: "none", "required", "as the server offers"."""
    if target.family.name == "postgresql":
        return libpq.tls_of(target)
    return "required" if target.tls in {"require", "verify-full"} else "none"


def version() -> str:
    """The version of the sysbench that is installed, "1.0.20"."""
    with tempfile.TemporaryDirectory(prefix="benchbook-") as folder:
        done = process.run(
            ["sysbench", "--version"],
            stdin=None,
            env={},
            cwd=Path(folder),
            on_line=lambda _line: None,
            poll=lambda: None,
            timeout_seconds=VERSION_SECONDS,
        )
    return done.output.strip().removeprefix("sysbench ")


def _run(
    target: Target,
    workload: str,
    parameters: Parameters,
    workspace: str | None,
    *,
    seconds: int,
    extra: tuple[str, ...] = (),
) -> Command:
    script = script_of(workload)
    interval = _whole(parameters, "report_interval_seconds", default=1)
    percentile = _whole(parameters, "percentile", default=95)
    options = [
        *_sizes(script, parameters),
        f"--threads={_whole(parameters, 'threads')}",
        f"--time={seconds}",
        "--events=0",
        f"--report-interval={interval}",
        f"--percentile={percentile}",
        *extra,
    ]
    if parameters.get("skip_trx"):
        options.append("--skip_trx=on")
        if target.family.name == "mysql":
            options.append(f"--mysql-ignore-errors={_IGNORED_WITHOUT_TRX}")
    if parameters.get("prepared_statements") is False:
        options.append("--db-ps-mode=disable")
    if parameters.get("rate"):
        options.append(f"--rate={_whole(parameters, 'rate')}")
    return _command(
        target, workspace, script=script, options=tuple(options), action="run"
    )


def _command(
    target: Target,
    workspace: str | None,
    *,
    script: Script,
    options: tuple[str, ...],
    action: str,
) -> Command:
    _check_names(target)
    if workspace is not None and _MARK.fullmatch(workspace) is None:
        raise ValueError(f"not the name of a workspace: {workspace!r}")
    connect = _postgresql if target.family.name == "postgresql" else _mysql
    connection = connect(target, workspace)
    return Command(
        argv=(
            "sysbench",
            _CONFIG_FILE,
            script.name,
            *connection.argv,
            *options,
            action,
        ),
        stdin=connection.stdin,
        env=connection.env,
        cwd_files={**connection.cwd_files, **script.texts()},
        private=_PRIVATE,
        stand_ins={_CONFIG_FILE: f"--{_DRIVERS[target.family.name]}-password=..."},
    )


def _mysql(target: Target, workspace: str | None) -> Command:
    """How sysbench reaches MySQL and MariaDB.

    Without the option there is no TLS at all, so ``prefer`` is plain here; with it,
    the three files must lie in the working folder and the CA is verified.
    """
    files: dict[str, str] = {}
    tls: tuple[str, ...] = ()
    if target.tls in {"require", "verify-full"}:
        tls, files = ("--mysql-ssl=on",), _mysql_tls_files(target)
    return Command(
        argv=(
            "--db-driver=mysql",
            f"--mysql-host={target.address}",
            f"--mysql-port={target.port}",
            f"--mysql-user={target.username}",
            f"--mysql-db={workspace or target.database}",
            *tls,
        ),
        stdin=f"mysql-password={_quoted(target.password)}\n",
        cwd_files=files,
    )


def _mysql_tls_files(target: Target) -> dict[str, str]:
    if target.tls == "verify-full":
        raise BenchbookError(failure("tls_unsupported"))
    if target.tls_ca is None:
        raise BenchbookError(failure("tls_ca_missing"))
    key, certificate = client_certificate.make()
    return {
        "client-key.pem": key,
        "client-cert.pem": certificate,
        "cacert.pem": target.tls_ca,
    }


def _postgresql(target: Target, workspace: str | None) -> Command:
    """How sysbench reaches PostgreSQL.

    What it has no option for, libpq takes from the environment. The name is kept for
    TLS, the checked address is connected to.
    """
    env = {
        "PGHOSTADDR": target.address,
        "PGCONNECT_TIMEOUT": str(CONNECT_SECONDS),
        "PGSSLMODE": target.tls,
        **libpq.NOTHING_OF_ITS_OWN,
    }
    files: dict[str, str] = {}
    if workspace is not None:
        env["PGOPTIONS"] = f"-c search_path={workspace}"
    if target.tls_ca is not None:
        env["PGSSLROOTCERT"], files["ca.pem"] = "ca.pem", target.tls_ca
    elif target.tls == "verify-full":
        env["PGSSLROOTCERT"] = SYSTEM_CAS
    return Command(
        argv=(
            "--db-driver=pgsql",
            f"--pgsql-host={target.host}",
            f"--pgsql-port={target.port}",
            f"--pgsql-user={target.username}",
            f"--pgsql-db={target.database}",
        ),
        stdin=f"pgsql-password={_quoted(target.password)}\n",
        env=env,
        cwd_files=files,
    )


def _quoted(password: str) -> str:
    """The password in the kind of quotation marks that it does not hold itself."""
    if _CONTROL.search(password) is None:
        for mark in ('"', "'"):
            if mark not in password:
                return f"{mark}{password}{mark}"
    raise BenchbookError(failure("password_unsupported"))


def _check_names(target: Target) -> None:
    for what, text in (
        ("host", target.host),
        ("address", target.address),
        ("user name", target.username),
        ("database", target.database),
    ):
        if _UNSAFE.search(text):
            raise BenchbookError(failure("unsafe_name", what=what))


def _sizes(script: Script, parameters: Parameters) -> tuple[str, ...]:
    return tuple(f"--{name}={_whole(parameters, name)}" for name in script.sizes)


def _rows(parameters: Parameters) -> int:
    """The rows of a table; a script without this parameter has few."""
    return _whole(parameters, "table_size", default=0)


def _whole(parameters: Parameters, name: str, *, default: int | None = None) -> int:
    """A parameter as a whole number; what is not one must not reach a command line."""
    value = parameters.get(name)
    if value is None and default is not None:
        return default
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(f"parameter {name} is a whole number, not {value!r}")
    return value
