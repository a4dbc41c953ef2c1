"""In a fresh clone pytest's workers rewrite the asserts of all test modules: each of a share.

They would read the same files in the same order, and so each would rewrite each of them. Who
comes to a module that another worker has read finds it rewritten.
"""

import importlib
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import pytest

from local.places import ROOT


def read_own_share(places: Iterable[str]) -> None:
    """Of the modules in these folders, before all are collected in their order."""
    count = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if count == 1:
        return
    own = int(os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw"))
    folders = [place for each in places if (place := ROOT / each).is_dir()]
    files = sorted(file for folder in folders for file in folder.rglob("test_*.py"))
    for file in files[own::count]:
        # what is wrong with it is told when it is collected
        with suppress(Exception, pytest.skip.Exception):
            importlib.import_module(_name(file))


def _name(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts)
