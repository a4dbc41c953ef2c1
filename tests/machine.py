"""What a test may ask of its machine; where that is not given it is skipped, and says so."""

import os

import psutil
import pytest

MOST_IN_USE = 15  # per cent of the CPU time
LOOK_SECONDS = 2


def ask_for_all_cpus() -> None:
    """Of one CPU that others use, too, Benchbook rightly says that it is the limit."""
    allowed, there = len(os.sched_getaffinity(0)), psutil.cpu_count()
    if allowed < there:
        pytest.skip(f"asks for all CPUs; this process may use {allowed} of {there}")


def ask_for_idle_machine() -> None:
    """Where neither other programs nor, on a virtual machine, other machines compute."""
    in_use = 100 - psutil.cpu_times_percent(LOOK_SECONDS).idle
    if in_use > MOST_IN_USE:
        pytest.skip(f"asks for an idle machine; {in_use:.0f} % of its CPU time is used")
