"""The client as somebody installs it: from its folder, into an environment of its own."""

import shutil
import subprocess
import sys

import pytest

from tests.client.command import CLIENT


def done(*words, **options):
    return subprocess.run(
        [str(word) for word in words],
        capture_output=True,
        text=True,
        check=True,
        **options,
    ).stdout


@pytest.mark.long
def test_it_installs_and_completes_words(tmp_path):
    source = tmp_path / "client"
    shutil.copytree(
        CLIENT,
        source,
        ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__"),
    )
    home = tmp_path / "environment"
    done(sys.executable, "-m", "venv", home)
    done(home / "bin" / "pip", "install", "--quiet", source)

    program = home / "bin" / "benchbook"
    assert "reproduce" in done(program, "--help")
    asked = {"_BENCHBOOK_COMPLETE": "complete_bash", "COMP_WORDS": "benchbook re"}
    env = {"PATH": "/usr/bin:/bin", "COMP_CWORD": "1", "HOME": str(tmp_path)}
    assert done(program, env=env | asked).split() == ["reproduce", "results"]
    packages = done(home / "bin" / "pip", "list", "--format", "freeze").lower()
    assert "django" not in packages
    assert "py.typed" in done(home / "bin" / "pip", "show", "-f", "benchbook-client")
