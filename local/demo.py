"""``make demo``: Benchbook with its servers on one machine, until Ctrl-C.

This process is the root of all others. It starts supervisord, starts it again should
it die, and stops everything on SIGINT, SIGTERM or SIGHUP. When it is killed itself,
the kernel ends the others with it.
"""

import argparse
import contextlib
import fcntl
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import NoReturn

from local import child, first_runs, places, ports
from local.client import ApiError, Client
from local.readiness import DemoError, wait_until_ready
from local.servers import ServerError
from local.setup import CUSTOMER, USERNAME, Setup, load
from local.supervision import Supervision

ENDING_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class AskedToStop(BaseException):
    """One of the ending signals; no ``except Exception`` may swallow it."""


def say(text: str) -> None:
    print(text, flush=True)


def main() -> int:
    options = _options()
    # Database, keys and logs are this user's alone.
    os.umask(0o077)
    if options.end_with_parent:
        child.die_with_parent(parent=os.getppid(), of=signal.SIGTERM)
    for number in ENDING_SIGNALS:
        signal.signal(number, _ask_to_stop)
    try:
        with _only_one(places.ours(options.var) / "demo.lock"):
            run(options.var, port=_port(), run_seconds=options.run_seconds)
    except AskedToStop:
        say("Stopped.")
        return 0
    except (DemoError, ServerError, ApiError, OSError) as error:
        print(f"\n{error}", file=sys.stderr, flush=True)
        return 1


def run(var: Path, *, port: int, run_seconds: int) -> NoReturn:
    """Starts everything, serves, and stops everything however this ends."""
    (var / "demo.env").unlink(missing_ok=True)
    _require_free(port)
    setup = load(var, port=port)
    _prepare(setup)
    supervision = Supervision(setup)
    try:
        supervision.start()
        client = Client(setup.url, token=setup.keys.api_token, pause=supervision.tend)
        say("Starting MariaDB, PostgreSQL, Redis, the web server and the workers ...")
        wait_until_ready(supervision, client)
        first_runs.send(client, setup, seconds=run_seconds, say=say)
        customer = Client(
            setup.url, token=setup.keys.customer_token, pause=supervision.tend
        )
        first_runs.offer_samples(customer, setup, say=say)
        _announce(setup)
        while True:
            supervision.tend()
    finally:
        for number in ENDING_SIGNALS:
            signal.signal(number, signal.SIG_IGN)
        say("\nStopping ...")
        setup.env_file.unlink(missing_ok=True)
        supervision.stop()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m local.demo", description=__doc__)
    parser.add_argument(
        "--end-with-parent",
        action="store_true",
        help="stop when the process that started this one ends, as under make",
    )
    parser.add_argument(
        "--var",
        type=lambda text: Path(text).resolve(),
        default=places.VAR,
        help="the folder of the demo's data (%(default)s)",
    )
    parser.add_argument(
        "--run-seconds",
        type=int,
        default=first_runs.SECONDS,
        help="how long the first run on each server lasts (%(default)s)",
    )
    return parser.parse_args()


def _ask_to_stop(_number: int, _frame: FrameType | None) -> NoReturn:
    raise AskedToStop


def _port() -> int:
    text = os.environ.get("PORT", "8000")
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise DemoError(f"PORT={text} is not a port.")
    return int(text)


@contextlib.contextmanager
def _only_one(path: Path) -> Iterator[None]:
    """Holds the lock of this clone, which ends with the process."""
    with path.open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise DemoError("The demo of this folder is already running.") from error
        yield


def _require_free(port: int) -> None:
    # A web server of a demo that was killed a moment ago needs a second to go.
    deadline = time.monotonic() + 3
    while not ports.is_free(port):
        if time.monotonic() > deadline:
            raise DemoError(
                f"Port {port} is in use by another program. Stop that program, "
                f"or choose another port: make demo PORT={port + 1}"
            )
        time.sleep(0.2)


def _prepare(setup: Setup) -> None:
    """The data of the servers and of the portal, made or brought up to date."""
    for server in setup.servers:
        server.prepare()
    keys = setup.keys
    accounts = {
        "staff": _account(USERNAME, keys.user_password, keys.api_token),
        "customer": _account(CUSTOMER, keys.customer_password, keys.customer_token),
    }
    say("Preparing the database ...")
    done = subprocess.run(
        child.command_line([sys.executable, "-m", "local.prepare"]),
        input=json.dumps(accounts),
        env=setup.environment(),
        cwd=places.ROOT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if done.returncode != 0:
        raise DemoError(f"The database could not be prepared:\n{done.stdout[-4000:]}")


def _account(username: str, password: str, token: str) -> dict[str, str]:
    return {"username": username, "password": password, "token": token}


def _announce(setup: Setup) -> None:
    """Tells how to get in; ``demo.env`` appears when there is nothing left to do."""
    variables = {
        "BENCHBOOK_URL": setup.url,
        "BENCHBOOK_USER": USERNAME,
        "BENCHBOOK_PASSWORD": setup.keys.user_password,
        "BENCHBOOK_TOKEN": setup.keys.api_token,
        "BENCHBOOK_CUSTOMER": CUSTOMER,
        "BENCHBOOK_CUSTOMER_PASSWORD": setup.keys.customer_password,
        "BENCHBOOK_CUSTOMER_TOKEN": setup.keys.customer_token,
        "MARIADB_URL": setup.mariadb.url,
        "POSTGRES_URL": setup.postgresql.url,
    }
    lines = "".join(f"{name}={value}\n" for name, value in variables.items())
    say(
        f"""
Benchbook is ready:  {setup.url}

  user      {USERNAME}
  password  {setup.keys.user_password}
  API token {setup.keys.api_token}

  user      {CUSTOMER}  (uploads test reports, which {USERNAME} reviews)
  password  {setup.keys.customer_password}

These and the databases' addresses are in {setup.env_file}; logs are in {setup.logs},
mails in web.log and worker-webhooks.log there: none is sent.
Ctrl-C stops everything."""
    )
    places.write_secret(setup.env_file, lines)


if __name__ == "__main__":
    sys.exit(main())
