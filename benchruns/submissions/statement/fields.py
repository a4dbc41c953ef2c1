"""What may be stated about an uploaded test: names, kinds, limits.

One list for the page's form, the API, the report template and what tools state
themselves. A value that is not known is absent, never empty or 0.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from benchruns.engines import ENGINE_CHOICES
from benchruns.names import rules as names
from benchruns.submissions.statement import clean as cleaning
from benchruns.vocabulary import Regime
from benchruns.workloads import WORKLOADS

Value = str | int | float | date
Words = Mapping[str, str | Promise]


class Group(StrEnum):
    """The parts of the statement, in the order of the form."""

    CLASS = "class"
    SERVER = "server"
    CLIENT = "client"
    LOAD = "load"


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One thing that may be stated.

    ``clean`` raises ``cleaning.BadValue``. ``of_file`` fields may differ between the
    files of one submission. ``unit`` is what a number counts. ``choices`` are the words
    that are taken, with their labels.
    """

    name: str
    label: str | Promise
    group: Group
    clean: Callable[[object], Value]
    help: str | Promise = ""
    unit: str | Promise = ""
    choices: Words | None = None
    of_file: bool = False


ENGINES: Words = dict(ENGINE_CHOICES)
REGIMES: Words = {
    regime.value: regime.label for regime in (Regime.CACHED, Regime.DISK_IO)
}
LOADS: Words = {
    name: workload.label
    for name, workload in WORKLOADS.items()
    if not workload.is_custom
}
CONSENTS: Words = {
    "yes": _("yes, in writing"),
    "no": _("no, or not asked"),
}
REPLICATION: Words = {
    "none": _("none: a single server"),
    "async": _("asynchronous"),
    "semi_sync": _("semi-synchronous"),
    "sync": _("synchronous"),
}


def _of_class() -> Iterator[Field]:
    yield Field(
        name="provider",
        label=_("Provider"),
        group=Group.CLASS,
        clean=cleaning.name(names.provider),
        help=_("Who sells or runs the server, as alibaba-cloud or self-managed."),
    )
    yield Field(
        name="instance_class",
        label=_("Instance class"),
        group=Group.CLASS,
        clean=cleaning.name(names.class_code),
        help=_(
            "Its code in the provider's price list. One that the catalogue lacks "
            "is proposed, with its vCPUs and memory."
        ),
    )
    yield Field(
        name="vcpus", label=_("vCPUs"), group=Group.CLASS, clean=cleaning.whole(1, 4096)
    )
    yield Field(
        name="memory_gb",
        label=_("Memory"),
        unit="GB",
        group=Group.CLASS,
        clean=cleaning.number(0.1, 65536),
    )
    yield Field(
        name="family",
        label=_("Family"),
        group=Group.CLASS,
        clean=cleaning.text(60),
        help=_("General-purpose, dedicated, ..."),
    )
    yield Field(
        name="max_connections",
        label=_("Most connections"),
        group=Group.CLASS,
        clean=cleaning.whole(1, 10_000_000),
    )
    yield Field(
        name="iops",
        label=_("IOPS"),
        group=Group.CLASS,
        clean=cleaning.whole(1, 100_000_000),
    )


def _of_server() -> Iterator[Field]:
    yield Field(
        name="engine",
        label=_("Engine"),
        group=Group.SERVER,
        clean=cleaning.choice(ENGINES),
        choices=ENGINES,
    )
    yield Field(
        name="engine_version",
        label=_("Engine version"),
        group=Group.SERVER,
        clean=cleaning.name(names.engine_version),
        help=_("As the server tells it: SELECT version()."),
    )
    yield Field(
        name="edition",
        label=_("Edition"),
        group=Group.SERVER,
        clean=cleaning.text(),
        help=_("High-availability, Enterprise, Standard, ..."),
    )
    yield Field(
        name="replication",
        label=_("Replication mode"),
        group=Group.SERVER,
        clean=cleaning.choice(REPLICATION),
        choices=REPLICATION,
    )
    yield Field(
        name="storage", label=_("Storage"), group=Group.SERVER, clean=cleaning.text(80)
    )
    yield Field(
        name="region",
        label=_("Region of the server"),
        group=Group.SERVER,
        clean=cleaning.text(80),
    )
    yield Field(
        name="zone",
        label=_("Zone of the server"),
        group=Group.SERVER,
        clean=cleaning.text(80),
    )
    yield Field(
        name="vendor_consent",
        label=_("Vendor's consent to publishing"),
        group=Group.SERVER,
        clean=cleaning.yes_or_no(CONSENTS),
        choices=CONSENTS,
        help=_(
            "SQL Server's licence terms ask for Microsoft's prior written approval. "
            "Without it the results stay private when they are accepted."
        ),
    )


def _of_client() -> Iterator[Field]:
    yield Field(
        name="client_instance",
        label=_("Client machine"),
        group=Group.CLIENT,
        clean=cleaning.text(80),
        help=_("The instance class of the load generator, or its model."),
    )
    yield Field(
        name="client_vcpus",
        label=_("vCPUs of the client"),
        group=Group.CLIENT,
        clean=cleaning.whole(1, 4096),
    )
    yield Field(
        name="client_memory_gb",
        label=_("Memory of the client"),
        unit="GB",
        group=Group.CLIENT,
        clean=cleaning.number(0.1, 65536),
    )
    yield Field(
        name="client_os",
        label=_("Operating system of the client"),
        group=Group.CLIENT,
        clean=cleaning.text(80),
    )
    yield Field(
        name="client_region",
        label=_("Region of the client"),
        group=Group.CLIENT,
        clean=cleaning.text(80),
    )
    yield Field(
        name="client_zone",
        label=_("Zone of the client"),
        group=Group.CLIENT,
        clean=cleaning.text(80),
    )
    yield Field(
        name="network",
        label=_("Network"),
        group=Group.CLIENT,
        clean=cleaning.text(80),
        help=_(
            "How the client reached the server: VPC, internal address, internet, ..."
        ),
    )


def _of_load() -> Iterator[Field]:
    yield Field(
        name="workload",
        label=_("Workload"),
        group=Group.LOAD,
        clean=cleaning.choice(LOADS),
        choices=LOADS,
        of_file=True,
    )
    yield Field(
        name="tested_on",
        label=_("Day of the test"),
        group=Group.LOAD,
        clean=cleaning.day,
        of_file=True,
    )
    yield Field(
        name="threads",
        label=_("Threads"),
        group=Group.LOAD,
        clean=cleaning.whole(1, 1_000_000),
        of_file=True,
        help=_("Threads of sysbench, clients of pgbench, virtual users of HammerDB."),
    )
    yield Field(
        name="duration_seconds",
        label=_("Duration"),
        unit="s",
        group=Group.LOAD,
        clean=cleaning.number(0.1, 10_000_000),
        of_file=True,
    )
    yield Field(
        name="warmup_seconds",
        label=_("Warm-up"),
        unit="s",
        group=Group.LOAD,
        clean=cleaning.number(0, 10_000_000),
        of_file=True,
    )
    yield Field(
        name="tables",
        label=_("Tables"),
        group=Group.LOAD,
        clean=cleaning.whole(1, 100_000),
        of_file=True,
    )
    yield Field(
        name="table_size",
        label=_("Rows a table"),
        group=Group.LOAD,
        clean=cleaning.whole(1, 10**12),
        of_file=True,
    )
    yield Field(
        name="scale",
        label=_("Scale"),
        group=Group.LOAD,
        clean=cleaning.whole(1, 10_000_000),
        of_file=True,
        help=_("The scale factor of pgbench, or the number of TPC-C warehouses."),
    )
    yield Field(
        name="hot_records",
        label=_("Hot records"),
        group=Group.LOAD,
        clean=cleaning.whole(1, 10**13),
        of_file=True,
    )
    yield Field(
        name="data_gb",
        label=_("Size of the data"),
        unit="GB",
        group=Group.LOAD,
        clean=cleaning.number(0.001, 10_000_000),
        of_file=True,
    )
    yield Field(
        name="regime",
        label=_("Regime claimed"),
        group=Group.LOAD,
        clean=cleaning.choice(REGIMES),
        choices=REGIMES,
        of_file=True,
        help=_("Cached: the data fits the buffer memory. Disk I/O: it does not."),
    )
    yield Field(
        name="rate",
        label=_("Rate limit"),
        unit="TPS",
        group=Group.LOAD,
        clean=cleaning.number(0.001, 10**9),
        of_file=True,
    )
    yield Field(
        name="percentile",
        label=_("Percentile of the samples"),
        unit="%",
        group=Group.LOAD,
        clean=cleaning.number(0.001, 100),
        of_file=True,
    )
    yield Field(
        name="rampup_seconds",
        label=_("Ramp-up"),
        unit="s",
        group=Group.LOAD,
        clean=cleaning.number(0, 10_000_000),
        of_file=True,
    )
    yield Field(
        name="profile",
        label=_("TPC-C profile"),
        group=Group.LOAD,
        clean=cleaning.text(20),
        of_file=True,
    )
    yield Field(
        name="tool",
        label=_("Tool"),
        group=Group.LOAD,
        clean=cleaning.text(40),
        of_file=True,
    )
    yield Field(
        name="tool_version",
        label=_("Version of the tool"),
        group=Group.LOAD,
        clean=cleaning.text(40),
        of_file=True,
    )
    yield Field(
        name="command",
        label=_("Command line of the tool"),
        group=Group.LOAD,
        clean=cleaning.command,
        of_file=True,
        help=_("As it was typed. Passwords and tokens in it are removed."),
    )


FIELDS: Mapping[str, Field] = {
    field.name: field
    for fields in (_of_class(), _of_server(), _of_client(), _of_load())
    for field in fields
}
