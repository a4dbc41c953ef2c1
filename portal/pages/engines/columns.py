"""What the tables of an engine's page say of a row's server, load and data, column by column."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from benchruns.reports.engine.table import Table
from benchruns.results.row import Row
from portal.formats.figures import DASH, exact, figure, memory, millions, ratio, size_gb


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """``text`` prints a row's cell and ``title`` what stands behind it, if anything;
    ``meaning`` is what the head's ``label`` is short for. Numbers stand right; what is
    not ``is_narrow`` is left out on a phone, and what ``is_wider`` on a tablet, too."""

    text: Callable[[Row], str]
    label: str = ""
    unit: str = ""
    meaning: str = ""
    title: Callable[[Row], str] | None = None
    is_text: bool = False
    is_narrow: bool = False
    is_wider: bool = False

    @property
    def has_title(self) -> bool:
        return self.title is not None

    @property
    def head_class(self) -> str:
        return " ".join(filter(None, ["" if self.is_text else "n", self.width_class]))

    @property
    def cell_class(self) -> str:
        return " ".join(
            filter(None, ["" if self.is_text else "n", "s", self.width_class])
        )

    @property
    def width_class(self) -> str:
        if self.is_narrow:
            return ""
        return "bb-wide bb-wider" if self.is_wider else "bb-wide"


def server_columns(table: Table, *, load_heading: str) -> list[Column]:
    """The server's size and what connected to it, in tables of pairs."""
    limits = [
        (table.has_iops, Column(label="IOPS", text=lambda row: figure(row.iops))),
        (table.has_connections, _connections()),
        (table.has_stress_connections, _stress_connections()),
        (
            table.has_threads,
            Column(label=load_heading, text=lambda row: figure(row.threads)),
        ),
    ]
    return [_vcpus(), _memory(), *(column for is_shown, column in limits if is_shown)]


def row_columns(table: Table, *, load_heading: str) -> list[Column]:
    """The same with what tells rows apart, and their data, where a row has a line."""
    kinds = [
        (
            table.has_families,
            Column(
                label=_("Family"), text=lambda row: row.family or DASH, is_text=True
            ),
        ),
        (
            table.has_editions,
            Column(label=_("Edition"), text=_edition, is_text=True),
        ),
    ]
    vcpus, size, *limits = server_columns(table, load_heading=load_heading)
    per_vcpu = Column(
        unit="GB / vCPU", text=lambda row: memory(row.gb_per_vcpu), is_wider=True
    )
    return [
        *(column for is_shown, column in kinds if is_shown),
        vcpus,
        size,
        per_vcpu,
        *limits,
        *(_data(table) if table.has_data else ()),
    ]


def _vcpus() -> Column:
    return Column(
        label="vCPU",
        text=lambda row: DASH if row.vcpus is None else str(row.vcpus),
        is_narrow=True,
    )


def _memory() -> Column:
    return Column(label=_("Memory"), unit="GB", text=lambda row: memory(row.memory_gb))


def _connections() -> Column:
    return Column(
        label=_("Conn."),
        meaning=_("Maximum connections"),
        text=lambda row: figure(row.max_connections),
    )


def _stress_connections() -> Column:
    return Column(
        label=_("Stress conn."),
        meaning=_("Connections in the stress test: what it came to, not a limit"),
        text=lambda row: figure(row.stress_connections),
    )


def _edition(row: Row) -> str:
    """``High availability, 1.4``: the edition, and the section of its paper."""
    parts = [row.edition or DASH, row.source_section]
    return ", ".join(part.replace(";", ", ") for part in parts if part)


def _data(table: Table) -> list[Column]:
    return [
        Column(label=_("Rows"), text=lambda row: millions(row.rows), is_wider=True),
        Column(
            unit="≈ GB" if table.has_estimates else "GB",
            text=lambda row: size_gb(row.data_gb),
            is_wider=True,
        ),
        Column(
            label=_("× mem."),
            text=lambda row: ratio(row.over_memory),
            title=lambda row: exact(row.over_memory),
            is_wider=True,
        ),
    ]
