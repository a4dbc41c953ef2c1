"""The load generator's own machine, as it is stored with every run."""

import platform
from typing import Any

import psutil
from django.conf import settings

from benchruns.units import GB

LONGEST = 80  # as a result's own region and zone
LABELS = {"instance": "class"}  # what its labels call it, where that is another word


def describe() -> dict[str, Any]:
    """``{instance, vcpus, memory_gb, os}``, with ``provider``, ``region`` and ``zone``
    where the worker's environment states them: the machine itself does not know.

    A label of the same name says as much as a variable of its own.
    """
    labels = settings.LOADGEN_LABELS
    stated = {
        name: " ".join((text or labels.get(LABELS.get(name, name), "")).split())[
            :LONGEST
        ]
        for name, text in settings.LOAD_GENERATOR.items()
    }
    return {
        "instance": stated.pop("instance"),
        "vcpus": psutil.cpu_count(),
        "memory_gb": round(psutil.virtual_memory().total / GB, 1),
        "os": platform.freedesktop_os_release().get("PRETTY_NAME", platform.system()),
        **{name: text for name, text in stated.items() if text},
    }
