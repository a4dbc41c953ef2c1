"""What has to be known of a run, and what should be, to hold it against others."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from benchruns.submissions.statement.fields import FIELDS
from benchruns.submissions.understanding.understood import Run


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """Met where one of ``ways`` is known whole: each names fields."""

    code: str
    label: str | Promise
    ways: tuple[tuple[str, ...], ...]

    def is_met(self, run: Run) -> bool:
        return any(
            all(run.value(name) is not None for name in way) for way in self.ways
        )


def _field(name: str) -> Need:
    return Need(code=name, label=FIELDS[name].label, ways=((name,),))


# Without these nobody can review it.
ESSENTIAL: Sequence[Need] = (
    _field("provider"),
    Need(
        code="instance_class",
        label=_("Instance class with its vCPUs and memory"),
        ways=(("vcpus", "memory_gb"),),
    ),
    _field("engine"),
    _field("engine_version"),
    _field("workload"),
    _field("threads"),
    _field("duration_seconds"),
    _field("tested_on"),
)
# These explain a figure that surprises.
RECOMMENDED: Sequence[Need] = (
    Need(
        code="data_size",
        label=_("Size of the data"),
        ways=(("tables", "table_size"), ("scale",), ("data_gb",)),
    ),
    *map(
        _field,
        (
            "regime",
            "tool_version",
            "warmup_seconds",
            "edition",
            "replication",
            "storage",
            "region",
            "zone",
            "client_instance",
            "client_vcpus",
            "client_memory_gb",
            "client_region",
            "network",
            "command",
        ),
    ),
)
EVERY = (*ESSENTIAL, *RECOMMENDED)


def lacking(needs: Sequence[Need], runs: Sequence[Run]) -> list[Need]:
    """Those that are not met by some of the runs."""
    return [need for need in needs if not all(need.is_met(run) for run in runs)]
