"""The container files agree with the project, as far as that shows without Docker."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import redis
import yaml
from django.conf import settings

from local import ports
from local.places import ROOT
from tests import waiting

FOLDER = ROOT / "docker"
COMPOSE = yaml.safe_load((FOLDER / "compose.yml").read_text())
WORKERS = ("runs", "control", "tend", "webhooks")
PORTAL = ("migrate", "web", *(f"worker-{name}" for name in WORKERS), "beat")
# What compose alone uses, beside the portal's settings.
OF_COMPOSE = {
    "POSTGRES_PASSWORD",
    "REDIS_PASSWORD",
    "TARGET_PASSWORD",
    "ACCEPT_EULA",
    "PORT",
    "LISTEN",
    "MSSQL_PORT",
}


def documented() -> set[str]:
    text = (ROOT / "env.example").read_text()
    return set(re.findall(r"^(?:# )?([A-Z_]+)=", text, re.MULTILINE))


def copied() -> list[str]:
    lines = (FOLDER / "Dockerfile").read_text().splitlines()
    copies = [line.split()[1:-1] for line in lines if line.startswith("COPY ")]
    return [name for names in copies if "--from" not in names[0] for name in names]


@pytest.mark.parametrize("name", copied())
def test_a_copied_file_exists_and_is_sent_to_the_builder(name):
    sent = (FOLDER / "Dockerfile.dockerignore").read_text().splitlines()

    assert (ROOT / name).exists()
    assert any(f"!{part}" in sent for part in (name, name.split("/")[0]))


def test_each_service_of_the_demo_is_there():
    assert set(PORTAL) | {"redis", "postgres"} <= set(COMPOSE["services"])


@pytest.mark.parametrize("name", PORTAL[2:])
def test_a_command_is_installed(name):
    program = COMPOSE["services"][name]["command"][0]

    assert shutil.which(program, path=str(Path(sys.executable).parent))


def test_workers_take_every_queue_that_the_portal_sends_to():
    commands = [COMPOSE["services"][f"worker-{name}"]["command"] for name in WORKERS]
    queues = {command[command.index("-Q") + 1] for command in commands}

    assert queues == {queue.name for queue in settings.CELERY_TASK_QUEUES}


@pytest.mark.parametrize("name", PORTAL)
def test_variables_of_a_service_are_documented_settings(name):
    assert set(COMPOSE["services"][name]["environment"]) <= documented()


def test_variables_that_compose_reads_are_known():
    text = (FOLDER / "compose.yml").read_text()
    read = set(re.findall(r"\$\{([A-Z_]+)", text))

    assert read <= documented() | OF_COMPOSE


def test_redis_has_a_password_and_a_network_of_its_own():
    redis = COMPOSE["services"]["redis"]
    on_network = {
        name
        for name, service in COMPOSE["services"].items()
        if "queue" in service.get("networks", ())
    }

    assert redis["networks"] == ["queue"]
    assert on_network == {"redis", *PORTAL}
    for name in PORTAL:
        assert (
            "REDIS_PASSWORD:?" in COMPOSE["services"][name]["environment"]["REDIS_URL"]
        )


def test_redis_refuses_who_does_not_know_its_password(tmp_path):
    """The command of compose.yml itself, on a port of our own."""
    port, password = ports.choose(), "for-tests"
    line = COMPOSE["services"]["redis"]["command"][-1].replace("$$", "$")
    program = "redis-server -"
    line = line.replace(program, f"{program} --port {port} --dir {tmp_path}")
    environment = {"PATH": os.environ["PATH"], "REDIS_PASSWORD": password}
    with subprocess.Popen(["sh", "-c", line], env=environment) as started:
        try:
            known = redis.Redis(port=port, password=password)
            waiting.until(lambda: _answers(known), what="Redis")
            arguments = Path(f"/proc/{started.pid}/cmdline").read_bytes()
            assert known.config_get("save") == {"save": ""}
            with pytest.raises(redis.AuthenticationError):
                redis.Redis(port=port).ping()
        finally:
            started.terminate()

    assert arguments.startswith(b"redis-server")  # in the shell's place, and so ended
    assert password.encode() not in arguments


def _answers(server):
    try:
        return server.ping()
    except redis.ConnectionError:
        return False


def test_no_secret_has_a_default():
    text = (FOLDER / "compose.yml").read_text()

    for name in ("SECRET_KEY", "ENCRYPTION_KEYS", "POSTGRES_PASSWORD"):
        assert set(re.findall(rf"\$\{{{name}([^}}]*)", text)) == {
            ":?set it in docker/.env"
        }


def test_services_wait_for_what_they_need():
    for name in PORTAL[1:]:
        assert COMPOSE["services"][name]["depends_on"]["migrate"] == {
            "condition": "service_completed_successfully"
        }


def test_the_image_runs_as_an_ordinary_user():
    assert "\nUSER benchbook\n" in (FOLDER / "Dockerfile").read_text()


def test_targets_listen_on_this_machine_alone_where_the_readme_says():
    readme = (ROOT / "docker/README.md").read_text()
    for name, service in COMPOSE["services"].items():
        if "targets" not in service.get("profiles", ()):
            continue
        (port,) = service["ports"]
        address, outside, _inside = re.sub(r"\$\{\w+:-(\d+)\}", r"\1", port).split(":")

        assert address == "127.0.0.1", name
        assert outside in readme, name
