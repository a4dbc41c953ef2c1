"""What is told of what is shipped: known vulnerabilities, and the list of all of it."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from local.places import ROOT

FOUND = "echo 'django 1.2 PYSEC-2011-1 1.2.5'; exit 1"
NOTHING = "exit 0"
AWAY = "echo 'requests.exceptions.ConnectionError: Max retries exceeded'; exit 1"
BROKEN = "echo 'a fault of its own'; exit 3"
# Of what is known to be vulnerable it is asked first.
NO_DEPS = 'case "$*" in *--no-deps*)'


def tree(folder: Path, script: str, *files: str) -> Path:
    """A tree of this script and these files of ours alone."""
    for name in (f"local/{script}", *files):
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    return folder / "local" / script


def program(path: Path, does: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{does}\n")
    path.chmod(0o755)


@pytest.mark.parametrize(
    ("python", "npm", "status", "words"),
    [
        (NOTHING, NOTHING, 0, "Python packages (pip-audit): nothing known"),
        (FOUND, NOTHING, 1, "FOUND\ndjango 1.2"),
        (NOTHING, FOUND, 1, "Front-end packages (npm audit): FOUND"),
        (AWAY, NOTHING, 2, "NOT ASKED"),
        (FOUND, AWAY, 1, "NOT ASKED"),
        (AWAY, FOUND, 1, "FOUND"),
        (BROKEN, NOTHING, 1, "a fault of its own"),
        (f"{NO_DEPS} {NOTHING};; esac; {FOUND}", NOTHING, 2, "which has known ones"),
    ],
)
def test_an_audit_ends_by_what_was_found_and_what_was_not_asked(
    tmp_path, python, npm, status, words
):
    script = tree(tmp_path, "audit.sh")
    first = "" if NO_DEPS in python else f"{NO_DEPS} {FOUND};; esac; "
    program(tmp_path / ".venv/bin/python", first + python)
    program(tmp_path / "bin/npm", npm)
    path = f"{tmp_path}/bin:{os.environ['PATH']}"

    done = subprocess.run(
        [script], env={"PATH": path}, capture_output=True, text=True, check=False
    )

    assert done.returncode == status, done.stdout
    assert words in done.stdout


@pytest.mark.long
def test_the_list_of_what_is_shipped_has_each_pinned_package(tmp_path):
    packages = ("package.json", "package-lock.json")
    script = tree(tmp_path, "sbom.sh", "requirements.txt", "pyproject.toml", *packages)
    (tmp_path / ".venv").symlink_to(ROOT / ".venv")

    done = subprocess.run([script], capture_output=True, text=True, check=False)

    pins = re.findall(
        r"^([a-z0-9._-]+)==(\S+)", (ROOT / "requirements.txt").read_text(), re.M
    )
    listed = of_list(tmp_path / "var/sbom-python.json")
    assert len(pins) > 50
    assert {(each["name"], each["version"]) for each in listed} == set(pins)
    assert all(each["externalReferences"][0]["hashes"] for each in listed)
    front_end = tmp_path / "var/sbom-front-end.json"
    # Debian's npm is older than this command, and the script says so
    assert front_end.exists() == (done.returncode == 0), done.stderr
    if front_end.exists():
        locked = json.loads((ROOT / "package-lock.json").read_text())["packages"]
        shipped = {
            (path.rpartition("node_modules/")[2], each["version"])
            for path, each in locked.items()
            if path and not each.get("dev") and not each.get("optional")
        }
        found = of_list(front_end)
        assert {(each["name"], each["version"]) for each in found} >= shipped
    else:
        assert "NOT WRITTEN" in done.stderr


def of_list(path: Path) -> list[dict]:
    return json.loads(path.read_text())["components"]
