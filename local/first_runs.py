"""Registers the demo's two servers and sends one short run to each, as examples."""

import os
import time
from collections.abc import Callable, Iterator

import psutil

from local.client import Client, Json
from local.servers import DATABASE, USERNAME, Server
from local.setup import Setup

SECONDS = 10
PARAMETERS = {"tables": 4, "table_size": 25_000, "threads": 4}
ENDED = ("succeeded", "failed", "cancelled")
CHECK_SECONDS = 30
RUNS_SECONDS = 300

Say = Callable[[str], None]


def send(client: Client, setup: Setup, *, seconds: int, say: Say) -> None:
    """Both endpoints exist, are checked, and have a run of ``seconds`` that has ended.

    The runs are public, so that a new account finds finished ones to look at. What a
    former start has done is not done again.
    """
    waiting = []
    for name, engine, server in _locals(setup):
        endpoint = _endpoint(client, name, engine, server, say=say)
        if run := _run(client, endpoint, seconds=seconds, say=say):
            waiting.append(run)
    for run in waiting:
        _wait_for_run(client, run, say=say)


def offer_samples(client: Client, setup: Setup, *, say: Say) -> None:
    """The account of ``client`` has endpoints of its own to try runs on.

    By other names, as staff find theirs among all.
    """
    for name, engine, server in _locals(setup):
        sample = name.replace("Local", "Sample")
        _endpoint(client, sample, engine, server, say=say)


def _locals(setup: Setup) -> Iterator[tuple[str, str, Server]]:
    yield "Local MariaDB", "mariadb", setup.mariadb
    yield "Local PostgreSQL", "postgresql", setup.postgresql


def _endpoint(
    client: Client, name: str, engine: str, server: Server, *, say: Say
) -> Json:
    """The endpoint of that name, registered or moved to the server's port."""
    known = [e for e in client.each("/api/v1/endpoints/") if e["name"] == name]
    if known and known[0]["port"] == server.port:
        return _consented(client, known[0])
    # its own servers: whoever starts the demo agrees to their load
    reach = {"port": server.port, "password": server.password, "consent": True}
    if known:
        endpoint = client.patch(f"/api/v1/endpoints/{known[0]['id']}/", reach)
    else:
        description = _description(name, engine) | reach
        endpoint = client.post("/api/v1/endpoints/", description)
    say(f"{name}: {_check(client, endpoint)}")
    return endpoint


def _consented(client: Client, endpoint: Json) -> Json:
    if endpoint["consent"]:
        return endpoint
    return client.patch(f"/api/v1/endpoints/{endpoint['id']}/", {"consent": True})


def _description(name: str, engine: str) -> Json:
    return {
        "name": name,
        "engine": engine,
        "host": "127.0.0.1",
        "username": USERNAME,
        "database": DATABASE,
        "vcpus": os.cpu_count(),
        "memory_gb": round(psutil.virtual_memory().total / 2**30, 1),
    }


def _check(client: Client, endpoint: Json) -> str:
    """The answer of a check, in its own words."""
    path = f"/api/v1/endpoints/{endpoint['id']}/"
    answer = client.post(f"{path}check/")
    deadline = time.monotonic() + CHECK_SECONDS
    # 202: the check takes longer than a request should.
    while "ok" not in answer or answer["ok"] is None:
        if time.monotonic() > deadline:
            return "the check has not ended"
        client.pause()
        answer = client.get(path)["last_check"] or {}
    return str(answer["message"])


def _run(client: Client, endpoint: Json, *, seconds: int, say: Say) -> Json | None:
    """The run to wait for: one that is under way, or the first; none if one is done."""
    runs = list(client.each(f"/api/v1/runs/?endpoint={endpoint['id']}"))
    if any(run["state"] == "succeeded" for run in runs):
        return None
    under_way = [run for run in runs if run["state"] not in ENDED]
    if under_way:
        return under_way[0]
    say(f"{endpoint['name']}: a first run of {seconds} seconds")
    body = {
        "endpoint": endpoint["id"],
        "workload": "oltp_read_write",
        "parameters": PARAMETERS | {"duration_seconds": seconds},
    }
    return client.post("/api/v1/runs/", body)


def _wait_for_run(client: Client, run: Json, *, say: Say) -> None:
    path = f"/api/v1/runs/{run['id']}/"
    deadline = time.monotonic() + RUNS_SECONDS
    while run["state"] not in ENDED:
        if time.monotonic() > deadline:
            say(f"The run {run['id']} has not ended yet; it goes on.")
            return
        client.pause()
        run = client.get(path)
    say(f"Run {run['id']} {run['state']}: {_outcome(run)}")
    if run["state"] == "succeeded" and run["visibility"] != "public":
        client.post(f"{path}publish/")


def _outcome(run: Json) -> str:
    """What became of a run: its throughput, or why there is none."""
    if run["failure"]:
        return str(run["failure"]["message"])
    tps = run["figures"]["tps"] if run["figures"] else None
    return "no figures" if tps is None else f"{tps:.0f} transactions a second"
