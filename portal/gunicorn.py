"""How the web server runs, everywhere: ``gunicorn -c python:portal.gunicorn``.

The command line and GUNICORN_CMD_ARGS win over it. Slow clients are not its own:
the proxy in front reads a request whole before it passes it on (docker/nginx.conf).
"""

import gc
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from portal.settings import LOG_FORMAT, LOGGING

wsgi_app = "portal.wsgi"
workers = 2
threads = 8
bind = "127.0.0.1:8000"
# No path of theirs on the file system; what they do is told by supervisors.
control_socket_disable = True
# A heartbeat on a disk waits for the disk.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108
timeout = 60  # of a process that does not move at all
graceful_timeout = 20
# Longer than the proxy keeps a connection that nobody uses, so that it closes first.
keepalive = 75

# Its own lines as all others; by default they are told with the number of the process.
if LOG_FORMAT == "json":
    _stderr = {"handlers": ["stderr"], "level": "INFO", "propagate": False}
    logconfig_dict = {**LOGGING, "loggers": {"gunicorn.error": _stderr}}

# Each process keeps its figures in a file of its own (portal.metrics.http).
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
_own_folder = None
if FOLDER not in os.environ:
    _own_folder = tempfile.mkdtemp(prefix="benchbook-metrics-")
    os.environ[FOLDER] = _own_folder


def post_worker_init(_worker: Any) -> None:
    """The site's code is there, and nobody was answered yet."""
    from benchruns.audit import trigger

    trigger.put_back()
    _spare_what_stays()


def _spare_what_stays() -> None:
    """The site's own code and pages' addresses are garbage never: a full collection that
    walks them takes a tenth of a second, in the midst of somebody's request."""
    from django.urls import get_resolver

    get_resolver().reverse_dict  # noqa: B018 (loads every view)
    gc.collect()
    gc.freeze()


def child_exit(_server: Any, worker: Any) -> None:
    """What counts up stays counted; what a process held goes with it."""
    # It looks for the folder when it is imported, here and in every process.
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]  # theirs


def on_exit(_server: Any) -> None:
    if _own_folder is not None:
        shutil.rmtree(_own_folder, ignore_errors=True)
