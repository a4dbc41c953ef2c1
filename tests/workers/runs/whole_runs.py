"""Carrying out whole runs as a worker does, and looking at what they leave."""

import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from benchruns.figures.metrics import Figures
from benchruns.models import DataSet, Output, Run
from benchruns.runs import lifecycle
from tests import waiting
from workers import probes
from workers.connecting.target import Target
from workers.runs import data_sets, executor


def carry_out(run: Run) -> Run:
    executor.execute(run.id)
    run.refresh_from_db()
    return run


def nobody_stops() -> None:
    """A ``go_on`` that always does."""


def drop_now(target: Target, data_set: DataSet) -> None:
    data_sets.drop(target, data_set, go_on=nobody_stops)


def measured_output(run: Run) -> str:
    return phase_output(run, "measure")


def phase_output(run: Run, phase: str) -> str:
    output = Output.objects.get(attempt__run=run, phase=phase)
    return zlib.decompress(output.content).decode()


def known(figures: Figures) -> dict[str, float]:
    values = figures.as_dict().items()
    return {name: value for name, value in values if value is not None}


def workspaces(target: Target) -> set[str]:
    """The databases or schemas of Benchbook's own on a server."""
    recorded = DataSet.objects.values_list("workspace", flat=True)
    with probes.connect(target) as probe:
        return {name for name in recorded if probe.workspace_exists(name)}


@contextmanager
def in_background(run: Run) -> Iterator[threading.Thread]:
    """Carry a run out in a thread, as a worker would beside this test."""

    def body() -> None:
        try:
            executor.execute(run.id)
        finally:
            connection.close()

    thread = threading.Thread(target=body, name="the run")
    thread.start()
    try:
        yield thread
    except BaseException:  # it may have been made to last
        lifecycle.request_cancel(run.pk)
        raise
    finally:
        waiting.for_thread(thread)
