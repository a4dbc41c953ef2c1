"""The TPC-C-derived load of Benchbook's own tool, on every engine.

The tables, transactions and their shares are those of HammerDB's TPROC-C (profile
``hammerdb``) or nearer the TPC-C specification (``spec``); docs/tpcc.md tells every
difference. Neither is TPC-C: nobody audits it, and without waits it is another load.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from benchruns.vocabulary import Variant
from benchruns.workloads import sysbench
from benchruns.workloads.base import Best, Parameter, SqlLine, Workload
from benchruns.workloads.size import Size

TOOL = "benchbook-tpcc"  # as it calls itself
HAMMERDB, SPEC = "hammerdb", "spec"
OLDER_HAMMERDB = "hammerdb before %d.%d"  # another load on some engines

ITEMS = 100_000
# Rows a warehouse; an order has 5 to 15 lines, each number as often.
WAREHOUSE_ROWS: Mapping[str, int] = {
    "warehouse": 1,
    "district": 10,
    "customer": 30_000,
    "history": 30_000,
    "orders": 30_000,
    "new_order": 9_000,
    "order_line": 300_000,
    "stock": 100_000,
}
TABLES = (*WAREHOUSE_ROWS, "item")
STORAGE = "warehouses"  # of a row of any table: all bytes over all rows

WAREHOUSES = Parameter(
    name="warehouses",
    label=_("Warehouses"),
    type=int,
    default=10,
    minimum=1,
    maximum=10_000,
    help=_(
        "About 500,000 rows and 100 MB each. The paper ran 10; HammerDB's guide asks for "
        "4 to 5 a virtual user."
    ),
    limit_reason=_("A terabyte takes days to load."),
)
VIRTUAL_USERS = Parameter(
    name="virtual_users",
    label=_("Virtual users"),
    type=int,
    default=8,
    minimum=1,
    maximum=2_000,
    help=_("Connections that load the server, each with one transaction at a time."),
    limit_reason=_(
        "One load generator carries no more; the server's max_connections must be above "
        "it as well."
    ),
)
RAMPUP = Parameter(
    name="rampup_seconds",
    label=_("Ramp-up"),
    type=int,
    default=20,
    minimum=0,
    maximum=86_400,
    unit="s",
    help=_(
        "Load before measuring, not counted; the measured time follows without a pause. "
        "20 s fill a buffer of some GB and plan every routine. HammerDB's 120 s, in the "
        "preset “paper”, are for larger ones."
    ),
    limit_reason=_("A ramp-up may take a day at most."),
)
DURATION = replace(
    sysbench.DURATION,
    help=_("Measured time. HammerDB's default is 5 minutes."),
)
PROFILE = Parameter(
    name="profile",
    label=_("Profile"),
    type=str,
    default=HAMMERDB,
    choices={
        HAMMERDB: _("as HammerDB"),
        SPEC: _("nearer the TPC-C specification"),
    },
    help=_(
        "What the transactions do. As HammerDB, to be compared with the papers and with "
        "HammerDB's figures; or nearer the specification: all columns are updated, "
        "items are drawn unevenly. The two never share a chart."
    ),
)
WAITS = Parameter(
    name="keying_and_thinking",
    label=_("Keying and think time"),
    type=bool,
    default=False,
    help=_(
        "Each virtual user waits before and after a transaction, as a person would: a "
        "few transactions a minute each. The papers ran without."
    ),
)
ALL_WAREHOUSES = Parameter(
    name="all_warehouses",
    label=_("All warehouses"),
    type=bool,
    default=False,
    help=_(
        "Each virtual user works on another warehouse each time, in place of one of its "
        "own: more data is touched, more of it must be read."
    ),
)
# Of 23 cards, as HammerDB and the specification deal them; by the routine of each kind.
CARDS: Mapping[str, int] = {
    "neword": 10,
    "payment": 10,
    "delivery": 1,
    "ostat": 1,
    "slev": 1,
}
_LABELS = {
    "neword": _("Weight of new orders"),
    "payment": _("Weight of payments"),
    "delivery": _("Weight of deliveries"),
    "ostat": _("Weight of order status"),
    "slev": _("Weight of stock level"),
}
MOST_CARDS = 1000
WEIGHTS = tuple(
    Parameter(
        name=f"{kind}_weight",
        label=_LABELS[kind],
        type=int,
        default=None,
        # without new orders there is no NOPM, and nothing to deliver
        minimum=1 if kind == "neword" else 0,
        maximum=MOST_CARDS,
        help=format_lazy(
            _(
                "How many of all cards are of this kind. Empty: {cards}, of 23 where all "
                "are empty. Another mix is another load, which compares with its like alone."
            ),
            cards=cards,
        ),
        limit_reason=_("More cards make no other mix."),
        is_added=True,
    )
    for kind, cards in CARDS.items()
)
PARAMETERS = (
    WAREHOUSES,
    VIRTUAL_USERS,
    RAMPUP,
    DURATION,
    PROFILE,
    WAITS,
    ALL_WAREHOUSES,
    *WEIGHTS,
)
PRESETS = {
    "quick": {
        "warehouses": 2,
        "virtual_users": 2,  # more would wait for each other's locks
        "rampup_seconds": 5,
        "duration_seconds": 15,
    },
    # for a buffer of 1 GB, as sysbench's, with no more users than warehouses
    "cached": {
        "warehouses": 5,
        "virtual_users": 5,
        "rampup_seconds": 60,
        "duration_seconds": 300,
    },
    "disk_io": {
        "warehouses": 45,
        "virtual_users": 16,
        "rampup_seconds": 300,
        "duration_seconds": 300,
        "all_warehouses": True,
    },
    # It states 10 warehouses, and the virtual users of the peak, which a sweep finds;
    # the times are HammerDB's own.
    "paper": {
        "warehouses": 10,
        "virtual_users": 16,
        "rampup_seconds": 120,
        "duration_seconds": 300,
    },
}


def size(parameters: Mapping[str, Any]) -> Size:
    """The nine tables; the number of order lines is drawn, so the rows are about."""
    warehouses = int(parameters["warehouses"])
    return Size(
        rows=warehouses * sum(WAREHOUSE_ROWS.values()) + ITEMS,
        tables=len(TABLES),
        storage=STORAGE,
        warehouses=warehouses,
        profile=str(parameters["profile"]),
    )


def weights(parameters: Mapping[str, Any]) -> tuple[int, ...]:
    """Cards of each kind, in the order of ``CARDS``, as they were asked for."""
    given = (parameters.get(f"{kind}_weight") for kind in CARDS)
    return tuple(
        cards if asked is None else int(asked)
        for asked, cards in zip(given, CARDS.values(), strict=True)
    )


def mix_text(parameters: Mapping[str, Any]) -> str:
    """As ``10:20:1:1:1``, and "waits" where users key and think."""
    cards = ":".join(map(str, weights(parameters)))
    return f"{cards}, waits" if parameters.get("keying_and_thinking") else cards


def weights_words(parameters: Mapping[str, Any]) -> list[str]:
    """The tool's option; none where the mix is the papers'."""
    if not is_other_mix(parameters):
        return []
    cards = ":".join(map(str, weights(parameters)))
    return [f"--weights={cards}"]


def is_other_mix(parameters: Mapping[str, Any]) -> bool:
    """Whether its transactions come in other shares than the papers'."""
    asked = weights(parameters)
    return any(
        each * CARDS["neword"] != cards * asked[0]
        for each, cards in zip(asked, CARDS.values(), strict=True)
    )


def variant(parameters: Mapping[str, Any]) -> str:
    """Which load it is; empty for the papers': HammerDB's mix without waits."""
    if is_other_mix(parameters):
        return Variant.OTHER_MIX
    is_spec = parameters.get("profile") == SPEC
    if parameters.get("keying_and_thinking"):
        return Variant.SPEC_WAITS if is_spec else Variant.WAITS
    return Variant.SPEC if is_spec else ""


TPCC = Workload(
    name="tpcc",
    label=_("TPC-C-derived"),
    summary=_(
        "Orders, payments, deliveries and two queries of a wholesaler, one stored "
        "procedure a transaction."
    ),
    cost=_(
        "Loads CPU, log and locks; nine tables, 100 MB a warehouse. The load of the SQL "
        "Server chapters, for every engine."
    ),
    tool=TOOL,
    parameters=PARAMETERS,
    statements={"reads": 0, "writes": 0, "other": 1},
    script=(SqlLine(1, "CALL NEWORD | PAYMENT | DELIVERY | OSTAT | SLEV (...)"),),
    size=size,
    sized_by=WAREHOUSES.name,
    presets=PRESETS,
    load="virtual_users",
    # TPM are what the papers print of SQL Server. Elsewhere they count the whole server,
    # where NOPM count the load alone.
    figures=("nopm", "tpm", "tps"),
    figures_by_counter=("tpm", "nopm", "tps"),
    best=(Best(key="tpm", figure="tpm", rank=5),),
    called={
        "sysbench": ("tpcc",),
        "go-tpc": ("tpcc",),
        "benchbase": ("tpcc",),
        "hammerdb": ("tpc-c", "tproc-c"),
        "diset": ("tpcc",),  # of HammerDB's own language
    },
    section_title=_("TPC-C-derived load by class"),
    has_kinds=True,
    variant=variant,
    uses_one_core_a_process=True,
    counting_connections=1,
)
