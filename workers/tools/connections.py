"""Whether each tool reaches a server: by one connection of its own, made as its load's.

What Benchbook's own driver can does not say what a tool's can: sysbench has no "TLS if
offered" on MySQL, and each has a client library of its own.
"""

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchruns.engines import Family
from benchruns.evidence import pgbench_verdict, sysbench_verdict, tpcc_verdict
from benchruns.failures.failure import BenchbookError, Failure, failure
from benchruns.workloads import WORKLOADS
from workers.confinement import process, tool_limits
from workers.confinement.guard import Peer
from workers.confinement.process import Completed
from workers.connecting.target import Target
from workers.tools import pgbench, sysbench, tpcc_driver
from workers.tools.command import Command

SECONDS = 15  # for one connection; a tool of Python's takes one to start
# What a server says to who comes without TLS, where it asks this account for it.
_WITHOUT_TLS = frozenset({"wrong_password", "tls_required", "host_not_allowed"})


@dataclass(frozen=True, slots=True)
class _Tool:
    command: Callable[[Target], Command]
    judge: Callable[[Completed, Family], None]
    loaded_bytes: int  # before it connects


def _judge_sysbench(done: Completed, family: Family) -> None:
    sysbench_verdict.check_ending(
        exit_status=done.exit_status,
        output=done.output,
        stderr=done.stderr,
        engine_family=family,
    )


def _judge_pgbench(done: Completed, family: Family) -> None:
    pgbench_verdict.check_ending(done.exit_status, done.output, family)


def _judge_tpcc(done: Completed, family: Family) -> None:
    tpcc_verdict.check_ending(
        exit_status=done.exit_status,
        output=done.output,
        stderr=done.stderr,
        family=family,
    )


_TOOLS: Mapping[str, _Tool] = {
    "sysbench": _Tool(sysbench.connect, _judge_sysbench, sysbench.LOADED_BYTES),
    "pgbench": _Tool(pgbench.connect, _judge_pgbench, pgbench.LOADED_BYTES),
    "benchbook-tpcc": _Tool(tpcc_driver.connect, _judge_tpcc, tpcc_driver.LOADED_BYTES),
}


def failures(
    target: Target, *, has_tls: bool, go_on: Callable[[], None] = lambda: None
) -> dict[str, Failure | None]:
    """By tool that speaks to such a server: why it does not reach this one, None if it
    does. ``has_tls`` where Benchbook's own connection has TLS.

    ``go_on`` is called before each tool and while it is waited for; it raises to stop.
    """
    tools = dict.fromkeys(
        each.tool for each in WORKLOADS.values() if target.family in each.families
    )
    return {
        tool: _failure(tool, target, has_tls=has_tls, go_on=go_on) for tool in tools
    }


def _failure(
    tool: str, target: Target, *, has_tls: bool, go_on: Callable[[], None]
) -> Failure | None:
    try:
        done = _carry_out(_TOOLS[tool], target, go_on)
        _TOOLS[tool].judge(done, target.family)
    except process.ToolTimeout:
        return failure("connection_timeout")
    except BenchbookError as error:
        lacks_tls = (
            has_tls
            and target.tls == "prefer"
            and tool in target.family.needing_ca_for_tls
        )
        if lacks_tls and error.failure.code in _WITHOUT_TLS:
            return failure("tool_without_tls", error.failure.detail)
        return error.failure
    return None


def _carry_out(tool: _Tool, target: Target, go_on: Callable[[], None]) -> Completed:
    go_on()
    command = tool.command(target)
    peer = Peer(target.address, target.port)
    with tempfile.TemporaryDirectory(prefix="benchbook-") as name:
        return process.run(
            command.argv,
            stdin=command.stdin,
            env=command.env,
            cwd=command.write_files(Path(name)),
            on_line=lambda _line: None,
            poll=go_on,
            timeout_seconds=SECONDS,
            merges_stderr=command.merges_stderr,
            limits=tool_limits.of_connection(peer, loaded_bytes=tool.loaded_bytes),
        )
