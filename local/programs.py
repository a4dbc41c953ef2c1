"""The processes of the demo, and the configuration that supervisord reads."""

import os
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

from local import child
from local.servers import Server
from local.setup import Setup

# supervisord's own number, which it puts in when it reads its configuration.
SUPERVISOR = f"%(ENV_{child.OWN_PID})s"
# Servers start first and stop last.
SERVERS, PORTAL = "servers", "portal"
PRIORITIES = {SERVERS: 10, PORTAL: 20}


@dataclass(frozen=True, slots=True)
class Program:
    name: str
    group: str
    command: list[str]
    stop_signal: str
    stop_seconds: int


def of(setup: Setup) -> list[Program]:
    """Every process that the demo keeps alive."""
    return [
        *(_server(server) for server in setup.servers),
        _portal("web", _web(setup.port)),
        # One run at a time; checks never wait for it, the sweeper for neither, and none of
        # them for a receiver of webhooks or a mail server.
        _portal("worker-runs", _worker(setup, queue="runs", processes=1)),
        _portal("worker-control", _worker(setup, queue="control", processes=2)),
        _portal("worker-tend", _worker(setup, queue="tend", processes=2)),
        _portal("worker-webhooks", _worker(setup, queue="webhooks", processes=2)),
        _portal("beat", ["celery", "-A", "portal", "beat", "--pidfile="]),
    ]


def _server(server: Server) -> Program:
    return Program(
        name=server.name,
        group=SERVERS,
        command=server.command(parent=SUPERVISOR),
        stop_signal=server.stop_signal.name.removeprefix("SIG"),
        stop_seconds=6,
    )


def _portal(name: str, module: list[str]) -> Program:
    command = [sys.executable, "-m", *module]
    return Program(
        name=name,
        group=PORTAL,
        command=child.command_line(command, parent=SUPERVISOR),
        stop_signal="TERM",
        stop_seconds=4,
    )


def _web(port: int) -> list[str]:
    return [
        *("gunicorn", "-c", "python:portal.gunicorn"),
        f"--bind=127.0.0.1:{port}",
        "--workers=1",
        "--graceful-timeout=2",
    ]


def _worker(setup: Setup, *, queue: str, processes: int) -> list[str]:
    return [
        *("celery", "-A", "portal", "worker"),
        *("-Q", queue, "-c", str(processes)),
        *("-n", f"{queue}@demo-{setup.port}"),
        # There is one worker of a kind: none has to hear of the others.
        *("--without-gossip", "--without-mingle", "--without-heartbeat"),
    ]


def configuration(setup: Setup, programs: list[Program], *, socket: Path) -> str:
    """The whole supervisord.conf. It holds no secret: those are in the environment."""
    logs = _literal(str(setup.logs))
    # Said aloud, because supervisord warns of root otherwise.
    user = "user = root" if os.geteuid() == 0 else ""
    head = f"""
[supervisord]
nodaemon = true
{user}
silent = true
logfile = {logs}/supervisord.log
logfile_maxbytes = 1MB
logfile_backups = 1
pidfile = {_literal(str(socket.with_suffix(".pid")))}
childlogdir = {logs}

[unix_http_server]
file = {_literal(str(socket))}
chmod = 0600

[rpcinterface:supervisor]
supervisor.rpcinterface_factory = supervisor.rpcinterface:make_main_rpcinterface
"""
    groups = [_group(name, programs) for name in PRIORITIES]
    return "".join([head, *groups, *(_section(p, logs) for p in programs)])


def _group(name: str, programs: list[Program]) -> str:
    members = ",".join(program.name for program in programs if program.group == name)
    return f"""
[group:{name}]
programs = {members}
priority = {PRIORITIES[name]}
"""


def _section(program: Program, logs: str) -> str:
    # Many retries: a server may need seconds until what is left of a killed
    # predecessor has gone, and nobody is there to start it by hand.
    return f"""
[program:{program.name}]
command = {_command(program.command)}
autorestart = true
startsecs = 1
startretries = 100000
stopsignal = {program.stop_signal}
stopwaitsecs = {program.stop_seconds}
killasgroup = true
redirect_stderr = true
stdout_logfile = {logs}/{program.name}.log
stdout_logfile_maxbytes = 2MB
stdout_logfile_backups = 1
"""


def _command(command: list[str]) -> str:
    parts = [part if part == SUPERVISOR else _literal(part) for part in command]
    return " ".join(p if p == SUPERVISOR else shlex.quote(p) for p in parts)


def _literal(text: str) -> str:
    """The text as supervisord's configuration writes it."""
    return text.replace("%", "%%")
