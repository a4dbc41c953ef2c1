"""The custom loads: whatever a script does, on the tables of a tool's other loads."""

from django.utils.translation import gettext_lazy as _

from benchruns.workloads import pgbench, sysbench
from benchruns.workloads.base import Parameter, Workload
from benchruns.workloads.custom.script import SCRIPT, SHA256

NOTHING_KNOWN = {"reads": 0, "writes": 0, "other": 0}
_NOT_OF_A_SCRIPT = (sysbench.SKIP_TRX, pgbench.HOT_RECORDS)


def _with_script(parameters: tuple[Parameter, ...]) -> tuple[Parameter, ...]:
    rest = (each for each in parameters if each not in _NOT_OF_A_SCRIPT)
    return (SCRIPT, *rest, SHA256)


CUSTOM_SYSBENCH = Workload(
    name="custom_sysbench",
    is_custom=True,
    is_aside=True,
    is_told_by_statements=False,
    driver="custom_sysbench",
    bytes_a_row=sysbench.BYTES_A_ROW,
    section_title=_("Scripts of one's own"),
    label=_("Own sysbench script"),
    summary=_(
        "What a Lua script of the load generator's folder does, on sbtest tables."
    ),
    cost=_("Loads what the script loads."),
    tool="sysbench",
    parameters=_with_script(sysbench.PARAMETERS),
    statements=NOTHING_KNOWN,
    script=(),
    size=sysbench.size,
    sized_by=sysbench.TABLE_SIZE.name,
    presets=sysbench.PRESETS,
    check=sysbench.check_interval,
)
CUSTOM_PGBENCH = Workload(
    name="custom_pgbench",
    is_custom=True,
    is_aside=True,
    is_told_by_statements=False,
    driver="custom_pgbench",
    section_title=_("Scripts of one's own"),
    label=_("Own pgbench script"),
    summary=_(
        "What a SQL script of the load generator's folder does, on pgbench's tables."
    ),
    cost=_("Loads what the script loads."),
    tool="pgbench",
    parameters=_with_script(pgbench.PARAMETERS),
    statements=NOTHING_KNOWN,
    script=(),
    size=pgbench.size,
    sized_by=pgbench.SCALE.name,
    presets={name: each for name, each in pgbench.PRESETS.items() if name != "paper"},
    check=pgbench.check,
    load="clients",
    counts_begin_and_end=False,
    samples_percentile=False,
)
