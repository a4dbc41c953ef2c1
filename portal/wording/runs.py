"""A run in words: its title, where it ran, why it waits."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from benchruns.emergency import stop
from benchruns.engines import ENGINES, engine_title
from benchruns.models import Result, Run
from benchruns.runs.queue_places import Place
from benchruns.sentences import emergency
from benchruns.sentences.generators.labels import nobody_has, what_to_do
from benchruns.units import size_text
from benchruns.vocabulary import Phase, Regime, RunState
from benchruns.workloads import WORKLOADS
from benchruns.workloads.labels import workload_label

DOING = {
    Phase.PREFLIGHT: gettext_lazy("Looking at the server"),
    Phase.PREPARE: gettext_lazy("Preparing"),
    Phase.WARMUP: gettext_lazy("Warming up"),
    Phase.MEASURE: gettext_lazy("Measuring"),
    Phase.CLEANUP: gettext_lazy("Cleaning up"),
}


def title(run: Run, *, is_private_seen: bool) -> str:
    """ "OLTP read/write on shop-db, 64 threads"."""
    return _("%(workload)s on %(place)s, %(load)s") % {
        "workload": workload_label(run.workload),
        "place": place(run, is_private_seen=is_private_seen),
        "load": load(run),
    }


def load(run: Run) -> str:
    """How many connections load the server, in the tool's own word for them."""
    workload = WORKLOADS[run.workload]
    return workload.words.counted(workload.threads(run.parameters))


def regimes(run: Run, *, planned: Regime | None) -> list[tuple[str, str, str]]:
    """Clause, name and word of each: as published or expected, as planned, as measured.

    ``planned`` is by the size of the data; what was measured takes its place. Empty
    where nothing was expected.
    """
    if not run.expected_regime:
        return []
    result = result_of(run)
    wanted = _("vendor's label") if run.expects_as_published else _("expected")
    told: list[tuple[str, str | None]] = [(wanted, run.expected_regime)]
    if result is not None:
        told.append((_("measured here as"), result.regime))
    else:
        told.append((_("planned here as"), planned))
    return [(clause, name, str(Regime(name).label)) for clause, name in told if name]


def sample_latency(run: Run) -> str:
    """What a sample's latency is: a percentile ("p95"), or the interval's mean."""
    if WORKLOADS[run.workload].samples_percentile:
        return f"p{run.parameters.get('percentile', 95)}"
    return _("mean")


def has_latency_of_seconds(run: Run) -> bool:
    """Percentiles of several generators cannot be added, means can."""
    return run.generators == 1 or not WORKLOADS[run.workload].samples_percentile


def place(run: Run, *, is_private_seen: bool) -> str:
    """The endpoint's name for its owner; its class or size for everybody else."""
    if is_private_seen:
        return run.endpoint.name
    return server_size(run) or ENGINES[run.endpoint.engine].label


def server_size(run: Run) -> str:
    """The class as it was measured or is registered: its code, or its size."""
    told = result_of(run) or run.endpoint
    if told.instance_class:
        return told.instance_class.code
    return size_text(told.vcpus, told.memory_gb)


def engine(run: Run, *, found: Mapping[str, Any] | None = None) -> str:
    """The engine with its version once that is known, be it from ``found`` facts."""
    result = result_of(run)
    if result is not None:
        return engine_title(result.engine, result.engine_version_full)
    if found and found.get("version"):
        return engine_title(found["engine"], found["version"])
    return ENGINES[run.endpoint.engine].label


def publishing_restriction(run: Run) -> str:
    """Why it is private, by the licence of its engine; empty where none forbids."""
    told = result_of(run) or run.endpoint
    return str(ENGINES[told.engine].publishing_restricted or "")


def asked(run: Run) -> list[tuple[str, str, str]]:
    """Each parameter that was given a value: its label, the value and its unit.

    What is off by default is told where it is on.
    """
    return asked_of(run.workload, run.parameters)


def asked_of(name: str, parameters: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """The same of parameters alone; none of a workload that is not known."""
    workload = WORKLOADS.get(name)
    told = []
    for parameter in workload.parameters if workload else ():
        value = parameters.get(parameter.name)
        if value is None or (value is False and not parameter.default):
            continue
        if isinstance(value, bool):
            text = _("yes") if value else _("no")
        elif isinstance(value, str):
            text = parameter.label_of(value)
        else:
            text = f"{value:,}"
        told.append((str(parameter.label), text, str(parameter.unit)))
    return told


def state(run: Run) -> str:
    """What it does or how it ended: "Measuring", "failed"."""
    if run.state != RunState.RUNNING:
        return run.get_state_display()
    if run.cancel_requested_at is not None:
        return _("Stopping")
    return str(DOING[Phase(run.phase)])


def sweep_place(run: Run) -> str:
    """ "run 4 of 15, repetition 1 of 3"; empty for a run of no sweep."""
    sweep = run.sweep
    if sweep is None:
        return ""
    values = {
        "position": run.sweep_position,
        "runs": len(sweep.threads) * sweep.repetitions,
        "repetition": run.repetition,
        "repetitions": sweep.repetitions,
    }
    if sweep.repetitions == 1:
        return _("run %(position)s of %(runs)s") % values
    return (
        _("run %(position)s of %(runs)s, repetition %(repetition)s of %(repetitions)s")
        % values
    )


def uses_kept_data(run: Run) -> bool:
    """Whether it works on a data set that another run has loaded."""
    return run.data_set is not None and run.data_set.run_id != run.pk


def result_of(run: Run) -> Result | None:
    """The result of a succeeded run; select it with the run."""
    return getattr(run, "result", None)


def why_it_waits(place: Place | None) -> str:
    """Why a queued run has not begun; None when a worker takes it just now.

    A stop of all load by staff goes before any place in a queue.
    """
    if (standing := stop.standing()) is not None:
        return emergency.run_waits(standing)
    if place is None:
        return _("It starts now.")
    if (wanted := place.unserved) is not None:
        why = nobody_has(**asdict(wanted))
        return f"{why} {what_to_do(wanted.labels, tool=wanted.tool)}"
    if place.position > 1:
        ahead = place.position - 1
        return ngettext(
            "%(ahead)d run on this server is before it.",
            "%(ahead)d runs on this server are before it.",
            ahead,
        ) % {"ahead": ahead}
    if place.busy_with is not None:
        return _("The server runs one test at a time and is busy with another run.")
    return _("It starts when a worker is free.")
