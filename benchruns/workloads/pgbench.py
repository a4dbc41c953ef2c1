"""The two pgbench workloads of the papers, custom scripts over the standard tables, and two
that pgbench brings with it, which draw all accounts with equal chance.

The papers' accounts are drawn from a bell curve over the first ``hot_records`` of them: 68 % of
the draws fall in the middle tenth, 95 % in the middle fifth.
"""

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from benchruns.workloads import sysbench
from benchruns.workloads.base import Best, Parameter, Workload
from benchruns.workloads.pgbench_scripts import BUILT_INS, SCRIPTS
from benchruns.workloads.size import Size

ACCOUNTS = 100_000  # a unit of scale; with them 10 tellers and 1 branch
STORAGE = "accounts"

SCALE = Parameter(
    name="scale",
    label=_("Scale"),
    type=int,
    default=10,
    minimum=1,
    maximum=100_000,
    help=_("100,000 accounts each, about 16 MB. The papers ran 1,000 to 50,000."),
    limit_reason=_("A larger one takes days to load."),
)
HOT_RECORDS = Parameter(
    name="hot_records",
    label=_("Hot records"),
    type=int,
    default=None,
    minimum=1,
    maximum=SCALE.maximum * ACCOUNTS if SCALE.maximum else None,
    unit="accounts",
    help=_(
        "Accounts that are drawn from, on a bell curve with two thirds of the draws "
        "in its middle tenth. Empty: all of them."
    ),
)
CLIENTS = Parameter(
    name="clients",
    label=_("Clients"),
    type=int,
    default=8,
    minimum=1,
    maximum=10_000,
    help=_("Connections that load the server at the same time."),
    limit_reason=_("The server's max_connections must be above it as well."),
)
JOBS = Parameter(
    name="jobs",
    label=_("Jobs"),
    type=int,
    default=None,
    minimum=1,
    maximum=10_000,
    unit="threads",
    help=_(
        "Threads of pgbench that share the clients; never more than clients. Empty: "
        "one a client, as in the papers."
    ),
)
DURATION = replace(
    sysbench.DURATION, help=_("Measured time. The papers ran 120 s with pgbench.")
)

PARAMETERS = (
    SCALE,
    HOT_RECORDS,
    CLIENTS,
    JOBS,
    DURATION,
    sysbench.WARMUP,
    sysbench.RATE,
)
PRESETS = {
    "quick": {"scale": 2, "clients": 4, "duration_seconds": 15, "warmup_seconds": 10},
    # for a buffer of 1 GB, as sysbench's
    "cached": {
        "scale": 34,
        "clients": 16,
        "duration_seconds": 120,
        "warmup_seconds": 60,
    },
    "disk_io": {
        "scale": 270,
        "clients": 16,
        "duration_seconds": 120,
        "warmup_seconds": 60,
    },
    # the smallest class of the papers, with all of its records hot
    "paper": {"scale": 1_000, "clients": 8, "duration_seconds": 120},
}


def records(parameters: Mapping[str, Any]) -> int:
    """All accounts."""
    return int(parameters["scale"]) * ACCOUNTS


def hot_records(parameters: Mapping[str, Any]) -> int:
    """The accounts that are drawn from: all of them where nothing is said."""
    return int(parameters.get("hot_records") or records(parameters))


def jobs(parameters: Mapping[str, Any]) -> int:
    """One thread a client where nothing is said, as in the papers (-c = -j)."""
    return int(parameters["jobs"] or parameters["clients"])


def size(parameters: Mapping[str, Any]) -> Size:
    """The accounts: tellers and branches are a ten-thousandth of them."""
    return Size(
        rows=records(parameters),
        tables=1,
        storage=STORAGE,
        scale=parameters["scale"],
        hot_records=hot_records(parameters),
    )


def check(parameters: Mapping[str, Any]) -> dict[str, str]:
    """What does not fit the other parameters."""
    errors = {}
    clients, scale = parameters["clients"], parameters["scale"]
    if hot_records(parameters) > records(parameters):
        errors["hot_records"] = gettext(
            "Give %(most)s at most: scale %(scale)s has no more accounts."
        ) % {"most": f"{records(parameters):,}", "scale": f"{scale:,}"}
    if jobs(parameters) > clients:
        errors["jobs"] = gettext(
            "Give at most %(clients)d, as many as clients: each thread needs one."
        ) % {"clients": clients}
    return errors


READ_ONLY = Workload(
    name="pgbench_read_only",
    best=(Best(key="pgbench_qps", figure="qps", rank=6),),
    called={
        "pgbench": ("select-only",),
        "pgbench file": ("ro.sql", SCRIPTS["pgbench_read_only"].name),
    },
    short_label=_("read-only"),
    label=_("pgbench read-only"),
    summary=_("1 point select, without BEGIN and END."),
    cost=_("Loads CPU and the buffer with the smallest statement there is."),
    tool="pgbench",
    parameters=PARAMETERS,
    statements=asdict(SCRIPTS["pgbench_read_only"].statements),
    script=SCRIPTS["pgbench_read_only"].lines,
    size=size,
    sized_by=SCALE.name,
    presets=PRESETS,
    check=check,
    load="clients",
    counts_begin_and_end=False,
    samples_percentile=False,
)
READ_WRITE = replace(
    READ_ONLY,
    name="pgbench_read_write",
    best=(),
    called={
        "pgbench file": ("rw.sql", SCRIPTS["pgbench_read_write"].name),
    },
    short_label=_("read/write"),
    label=_("pgbench read/write"),
    summary=_("3 updates, 1 select and 1 insert between BEGIN and END."),
    cost=_("Loads CPU, the log and its flush at every commit."),
    statements=asdict(SCRIPTS["pgbench_read_write"].statements),
    script=SCRIPTS["pgbench_read_write"].lines,
)
TPCB = replace(
    READ_WRITE,
    name="pgbench_tpcb",
    called={"pgbench": ("tpcb-like",)},
    short_label=_("TPC-B-like"),
    label=_("pgbench TPC-B-like"),
    summary=_(
        "3 updates, 1 select and 1 insert between BEGIN and END, on all accounts alike."
    ),
    parameters=tuple(each for each in PARAMETERS if each is not HOT_RECORDS),
    statements=asdict(BUILT_INS["pgbench_tpcb"].statements),
    script=BUILT_INS["pgbench_tpcb"].lines,
)
SIMPLE_UPDATE = replace(
    TPCB,
    name="pgbench_simple_update",
    called={"pgbench": ("simple-update",)},
    short_label=_("simple update"),
    label=_("pgbench simple update"),
    summary=_(
        "1 update, 1 select and 1 insert between BEGIN and END, on all accounts alike."
    ),
    cost=_("Loads the log and its flush at every commit; no row is wanted by many."),
    statements=asdict(BUILT_INS["pgbench_simple_update"].statements),
    script=BUILT_INS["pgbench_simple_update"].lines,
)
