"""The database of an old release, with rows of every kind, under this one."""

import signal

import pytest

from local import ports
from tests.local.demo_process import Demo
from tests.upgrade.upgrade import DATABASES, NoHistory, old_release, upgrade
from tests.waiting import ENDLESS_SECONDS, for_ends, until

pytestmark = [pytest.mark.long, pytest.mark.timeout(3600)]


# 0055_claims_in_doubt adds what an upload does not state, and judges by it.
WRITTEN_ANEW = {"benchruns_result.findings", "benchruns_result.doubt"}


@pytest.mark.parametrize("database", DATABASES)
def test_an_old_release_with_data_becomes_this_one(database):
    try:
        done = upgrade(database)
    except NoHistory as reason:
        pytest.skip(str(reason))

    assert done.rows > 1_000
    assert done.lost == []
    changed = {name for name, is_same in done.columns.items() if not is_same}
    assert changed == WRITTEN_ANEW
    assert done.after["passwords"] == done.before["passwords"]
    assert done.after["states"] == done.before["states"]
    # what was under way is taken over, and what waited comes next
    assert done.after["claimed"] == [2, 1]
    assert done.after["failed"] == []
    assert done.after["pages"]["200"] > 900


# Pages are not asked for; its own would want packages that this release has not.
NO_STATIC_FILES = "def collect_if_changed():\n    pass\n"


@pytest.fixture
def demo(server_folder):
    """Of the old release, with a run under way that does not end by itself."""
    folder = server_folder / "old-demo"
    try:
        release = old_release(folder)
    except NoHistory as reason:
        pytest.skip(str(reason))
    (release / "local/static_files.py").write_text(NO_STATIC_FILES)
    demo = Demo(server_folder / "upgraded", port=ports.choose(), release=release)
    demo.start()
    yield demo
    demo.end()


def under_way(client):
    """A run that is measuring."""
    endpoint = next(iter(client.each("/api/v1/endpoints/")))["id"]
    size = {"tables": 1, "table_size": 1_000, "threads": 1}
    body = {
        "endpoint": endpoint,
        "workload": "oltp_read_write",
        "parameters": {**size, "duration_seconds": ENDLESS_SECONDS},
    }
    run = client.post("/api/v1/runs/", body)["id"]
    measures(client, run)
    return run


def measures(client, run):
    def does():
        return client.get(f"/api/v1/runs/{run}/")["phase"] == "measure"

    until(does, what="a run under load")


def kept(client):
    """Each run, and each endpoint with whether its last check found no fault."""
    runs = {(run["id"], run["created_at"]) for run in client.each("/api/v1/runs/")}
    endpoints = client.each("/api/v1/endpoints/")
    return runs, {(each["id"], each["last_check"]["ok"]) for each in endpoints}


@pytest.mark.fault
def test_a_demo_of_an_old_release_goes_on_under_this_one(demo):
    run = under_way(demo.client())
    before = kept(demo.client())
    for_ends(*demo.send(signal.SIGTERM))
    demo.process.wait()

    upgraded = Demo(demo.var, port=demo.port)
    try:
        upgraded.start()
        client = upgraded.client()
        assert client.is_healthy()
        runs, endpoints = kept(client)
        assert runs == before[0]
        assert endpoints >= before[1]  # this one offers samples as well
        measures(client, run)
        client.post(f"/api/v1/runs/{run}/cancel/")
        until(
            lambda: client.get(f"/api/v1/runs/{run}/")["state"] == "cancelled",
            what="the end of the run",
        )
    finally:
        upgraded.end()
