"""The load generator's own machine, as it is stored with every run."""

import platform
from typing import Any

import psutil

from benchruns.units import GB


def describe() -> dict[str, Any]:
    """``{instance, vcpus, memory_gb, os}``; the instance's type is not known here."""
    return {
        "instance": "",
        "vcpus": psutil.cpu_count(),
        "memory_gb": round(psutil.virtual_memory().total / GB, 1),
        "os": platform.freedesktop_os_release().get("PRETTY_NAME", platform.system()),
    }
