"""The registry of workloads: every load that a run can execute."""

from collections.abc import Collection, Mapping

from django.utils.translation import gettext as _

from benchruns.workloads.base import (
    Parameter,
    ParameterError,
    Workload,
    lead_seconds,
)
from benchruns.workloads.custom.loads import CUSTOM_PGBENCH, CUSTOM_SYSBENCH
from benchruns.workloads.hot_row import HOT_ROW_UPDATE
from benchruns.workloads.legacy import OLTP_LEGACY
from benchruns.workloads.pgbench import READ_ONLY, READ_WRITE, SIMPLE_UPDATE, TPCB
from benchruns.workloads.sysbench import (
    OLTP_INSERT,
    OLTP_POINT_SELECT,
    OLTP_READ_ONLY,
    OLTP_READ_WRITE,
    OLTP_UPDATE_INDEX,
    OLTP_UPDATE_NON_INDEX,
    OLTP_WRITE_ONLY,
)
from benchruns.workloads.tpcc import TPCC

WORKLOADS = {
    workload.name: workload
    for workload in (
        OLTP_READ_WRITE,
        OLTP_READ_ONLY,
        OLTP_WRITE_ONLY,
        OLTP_POINT_SELECT,
        OLTP_INSERT,
        OLTP_UPDATE_INDEX,
        OLTP_UPDATE_NON_INDEX,
        OLTP_LEGACY,
        HOT_ROW_UPDATE,
        READ_ONLY,
        READ_WRITE,
        TPCB,
        SIMPLE_UPDATE,
        CUSTOM_SYSBENCH,
        CUSTOM_PGBENCH,
        TPCC,
    )
}

MAIN = next(
    iter(WORKLOADS)
)  # the papers' own, and what is asked of where none is named


def refuse_of_any(
    parameters: Mapping[str, object], *, among: Collection[Workload]
) -> None:
    """ParameterError for each value that no one of these workloads takes.

    For where it is not known which of them is meant, and so what else it would need.
    """
    errors = {}
    for name, value in parameters.items():
        alike = [p for each in among for p in each.parameters if p.name == name]
        refusals = list(filter(None, (_refusal(p, value) for p in alike)))
        if not alike:
            errors[name] = _("No workload has a parameter of this name.")
        elif len(refusals) == len(alike):
            errors[name] = refusals[0]
    if errors:
        raise ParameterError(errors)


def _refusal(parameter: Parameter, value: object) -> str:
    if value is None and parameter.is_added:
        return ""
    try:
        parameter.clean(value)
    except ValueError as error:
        return str(error)
    return ""


def workload_called(tool: str, word: str) -> str | None:
    """The workload by the word of a tool's reports and commands, without case."""
    for workload in WORKLOADS.values():
        if word.casefold() in workload.called.get(tool, ()):
            return workload.name
    return None


def only_workload(tool: str) -> str | None:
    """The workload of a tool that knows no other; None where it may be one of several."""
    found = [each.name for each in WORKLOADS.values() if tool in each.called]
    return found[0] if len(found) == 1 else None


def words_called(*tools: str) -> tuple[str, ...]:
    """All words by which these tools name the workloads known here."""
    words = (
        word
        for workload in WORKLOADS.values()
        for tool in tools
        for word in workload.called.get(tool, ())
    )
    return tuple(dict.fromkeys(words))


__all__ = [
    "MAIN",
    "WORKLOADS",
    "Parameter",
    "ParameterError",
    "Workload",
    "lead_seconds",
    "only_workload",
    "refuse_of_any",
    "words_called",
    "workload_called",
]
