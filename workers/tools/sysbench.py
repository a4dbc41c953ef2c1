"""Command lines of Debian's sysbench 1.0.20."""

import re
import tempfile
from collections.abc import Mapping
from pathlib import Path

from benchruns.engines import drivers_of
from benchruns.failures.failure import BenchbookError, failure
from benchruns.workloads.size import loading_connections
from benchruns.workloads.sysbench_lua import CONNECT
from workers.confinement import process
from workers.confinement.tool_limits import MIB
from workers.connecting.target import Target
from workers.engines.client import Sysbench
from workers.engines.registry import CLIENTS
from workers.tools.command import Command
from workers.tools.sysbench_scripts import Script, script_of

TOOL = "sysbench"
TABLE_PREFIX = "sbtest"
VERSION_SECONDS = 10
LOADED_BYTES = 12 * MIB  # with the library of either family

# First of all options: options are applied in order, and a later file would override.
_CONFIG_FILE = "--config-file=/dev/stdin"
_PRIVATE = frozenset(
    {"PGHOSTADDR", "LD_PRELOAD"}
    | {
        f"--{driver}-{what}"
        for driver in drivers_of(TOOL)
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
    script: Script | None = None,
) -> Command:
    """Create and fill the tables.

    ``workspace`` None works in the endpoint's own database, where ``mark``, the
    comment that tells Benchbook's tables from a user's, is required. ``script`` None is
    the workload's own, here and below.
    """
    script = script or script_of(workload)
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


def connect(target: Target) -> Command:
    """One connection with one statement, as those of a load are made."""
    return _command(
        target,
        None,
        script=Script(f"./{CONNECT}", files=(CONNECT,)),
        options=("--threads=1", "--events=1", "--time=0"),
        action="run",
    )


def warmup(
    target: Target,
    workload: str,
    parameters: Parameters,
    workspace: str | None,
    *,
    script: Script | None = None,
    seed: int | None = None,
) -> Command:
    """Run without measuring: a process of its own, so its figures mix with no others."""
    return _run(
        target,
        workload,
        parameters,
        workspace,
        seconds=_whole(parameters, "warmup_seconds"),
        seed=seed,
        script=script,
    )


def measure(
    target: Target,
    workload: str,
    parameters: Parameters,
    workspace: str | None,
    *,
    script: Script | None = None,
    seed: int | None = None,
) -> Command:
    """Run and measure, with the histogram that every percentile comes from.

    ``seed`` is that of the random draws; sysbench takes the time where none is given.
    """
    seconds = _whole(parameters, "duration_seconds")
    return _run(
        target,
        workload,
        parameters,
        workspace,
        seconds=seconds,
        seed=seed,
        extra=("--histogram=on",),
        script=script,
    )


def tls_of(target: Target) -> str:
    """What the load's own connections use: "none", "required", "as the server offers"."""
    return _sysbench(target).tls_of(target)


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
    seed: int | None = None,
    extra: tuple[str, ...] = (),
    script: Script | None,
) -> Command:
    script = script or script_of(workload)
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
    if seed is not None:
        options.append(f"--rand-seed={seed}")
    if parameters.get("skip_trx"):
        options.append("--skip_trx=on")
        options += _sysbench(target).without_transactions
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
    way = _sysbench(target).way(target, workspace)
    password = f"{target.family.drivers[TOOL][0]}-password"
    return Command(
        argv=(
            "sysbench",
            _CONFIG_FILE,
            script.name,
            *way.argv,
            *options,
            action,
        ),
        stdin=f"{password}={_quoted(target.password)}\n",
        env=way.env,
        cwd_files={**way.files, **script.texts()},
        private=_PRIVATE,
        stand_ins={_CONFIG_FILE: f"--{password}=..."},
    )


def _sysbench(target: Target) -> Sysbench:
    found = CLIENTS[target.engine].sysbench
    if found is None:
        raise ValueError(f"sysbench does not speak to {target.engine}")
    return found


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
        ("username", target.username),
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
