"""The real command: a process of its own, as a shell or a build starts it."""

import os
import subprocess
import sys
from collections.abc import Mapping

from local.places import ROOT

CLIENT = ROOT / "client"
MODULE = [sys.executable, "-m", "benchbook_client"]


def start(*words: str, environment: Mapping[str, str], **options):
    return subprocess.Popen(
        [*MODULE, *words],
        env={**bare(), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


def bare() -> dict[str, str]:
    """What a process needs to find the client, and nothing that configures it."""
    return {"PATH": os.environ["PATH"], "PYTHONPATH": str(CLIENT), "HOME": "/nowhere"}
