"""The load generator's processor, kernel and network, as they are stored with a run."""

import platform
import socket
from pathlib import Path
from typing import Any

import psutil

CPU_INFO = Path("/proc/cpuinfo")


def describe(address: str) -> dict[str, Any]:
    """``{cpu_model, kernel, interface, network_mbit}`` of the way to an address.

    Null where the system does not tell: virtual interfaces often have no speed.
    """
    interface = _interface_to(address)
    stats = psutil.net_if_stats().get(interface or "")
    return {
        "cpu_model": _cpu_model(),
        "kernel": f"{platform.system()} {platform.release()}",
        "interface": interface,
        "network_mbit": stats.speed if stats and stats.speed > 0 else None,
    }


def _cpu_model() -> str | None:
    """ARM processors have no such line."""
    try:
        lines = CPU_INFO.read_text().splitlines()
    except OSError:
        return None
    names = (line.partition(":")[2] for line in lines if line.startswith("model name"))
    return next((" ".join(name.split()) for name in names), None)


def _interface_to(address: str) -> str | None:
    """The one that packets to this address leave by; nothing is sent."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as way:
        try:
            way.connect((address, 9))
        except OSError:
            return None
        own = way.getsockname()[0]
    for name, places in psutil.net_if_addrs().items():
        if any(place.address.partition("%")[0] == own for place in places):
            return name
    return None
