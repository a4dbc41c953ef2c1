"""What is installed is what was looked at: pinned, each file with its hash."""

import re

import pytest

from local.places import ROOT

FILES = ("requirements.txt", "requirements-dev.txt")


@pytest.mark.parametrize("name", FILES)
def test_each_requirement_is_pinned_with_a_hash(name):
    text = (ROOT / name).read_text().replace("\\\n", "")
    lines = text.splitlines()

    assert len(lines) > 50
    pinned = re.compile(r"[a-z0-9._-]+==\S+(\s+--hash=sha256:[0-9a-f]{64})+", re.ASCII)
    assert [line for line in lines if not pinned.fullmatch(line)] == []


@pytest.mark.parametrize("name", ["local/install.sh", "docker/Dockerfile"])
def test_an_installation_insists_on_the_hashes(name):
    text = (ROOT / name).read_text()

    assert re.search(r"--require-hashes -r \"?\$?\w", text)


def test_both_files_agree_on_what_both_name():
    pins = [
        dict(re.findall(r"^([a-z0-9._-]+)==(\S+)", (ROOT / name).read_text(), re.M))
        for name in FILES
    ]
    both = pins[0].keys() & pins[1].keys()

    assert both
    assert {n: pins[0][n] for n in both} == {n: pins[1][n] for n in both}
