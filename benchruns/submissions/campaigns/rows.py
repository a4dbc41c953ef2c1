"""A filled-in report of a paper to the campaign and the results that it will be."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from benchruns.models import CampaignDraft, Submission, SubmittedFile
from benchruns.submissions.statement.fields import FIELDS
from benchruns.submissions.understanding.result_columns import columns
from benchruns.submissions.understanding.understood import Run, Understanding

# A campaign is of one method: what all its rows must say alike.
ALIKE = ("provider", "engine", "engine_version", "tool", "tool_version")
REQUIRED = ("provider", "engine", "tool")
# What is the campaign's where all rows say it alike, and else the row's alone.
SHARED = (
    "duration_seconds",
    "client_instance",
    "client_vcpus",
    "client_memory_gb",
    "client_os",
    "region",
    "zone",
    "network",
    "storage",
    "edition",
)
NUMBERS = frozenset({"duration_seconds", "client_vcpus", "client_memory_gb"})
CLIENT_PLACE = ("client_region", "client_zone")

Fault = tuple[str, str]  # the row, "row 7", and what to do about it


@dataclass(frozen=True, slots=True)
class PaperRow:
    """One row as it is understood, and the columns of its result."""

    run: Run
    columns: Mapping[str, Any]


class Paper:
    """The rows of a draft, read by the same rules as an uploaded report's.

    ``faults`` say what keeps them from being published; the catalogue is asked anew
    each time, so that a class entered meanwhile is found.
    """

    def __init__(self, draft: CampaignDraft) -> None:
        self.draft = draft

    @cached_property
    def runs(self) -> Sequence[Run]:
        # A report that nobody stores as a submission: the same readers, no rows of its own.
        file = SubmittedFile(report=self.draft.report, statement={})
        return Understanding(Submission(), [file]).runs

    @cached_property
    def rows(self) -> Sequence[PaperRow]:
        """Those that can become results."""
        return [PaperRow(run, columns(run, {})) for run in self.runs if not run.missing]

    @cached_property
    def faults(self) -> list[Fault]:
        found = [fault for run in self.runs for fault in _faults_of(run)]
        found += list(self._different())
        found += list(self._repeated())
        return found

    @property
    def campaign(self) -> dict[str, Any]:
        """What the rows state of their campaign, by the names of its columns."""
        first = self.rows[0]
        shared = {name: self._said_by_all(name) for name in SHARED}
        return {
            "provider_id": first.columns["provider_id"],
            "engine": first.columns["engine"],
            "engine_version": first.columns["engine_version"],
            "tool": first.columns["tool"],
            "tool_version": first.columns["tool_version"],
            "workloads": sorted({row.columns["workload"] for row in self.rows}),
            **{n: v if n in NUMBERS else v or "" for n, v in shared.items()},
            "metrics_published": [
                name
                for name in ("reads", "writes", "tps", "qps", "tpm", "nopm")
                if any(getattr(run.figures, name) is not None for run in self.runs)
            ],
        }

    def _said_by_all(self, name: str) -> Any:  # as its field has it
        """None where rows differ, or do not say."""
        values = {run.value(name) for run in self.runs}
        value = values.pop() if len(values) == 1 else None
        if name == "duration_seconds" and value is not None:
            # Of a part of a second only the rows tell: the campaign has whole ones.
            return int(value) if float(value).is_integer() else None
        return value

    def _repeated(self) -> Iterator[Fault]:
        """Rows that are word for word another one: entered twice, they would be two tests."""
        seen: dict[str, str] = {}
        for row in self.rows:
            first = seen.setdefault(repr(sorted(row.columns.items())), row.run.place)
            if first != row.run.place:
                yield (
                    row.run.place,
                    _("The same stands in %s; keep one of them.") % first,
                )

    def _different(self) -> Iterator[Fault]:
        for name in ALIKE:
            values = {str(run.value(name) or "–") for run in self.runs}
            if len(values) > 1:
                yield (
                    str(FIELDS[name].label),
                    _(
                        "A campaign is of one method, and these rows say %(values)s: "
                        "enter each in a file of its own."
                    )
                    % {"values": ", ".join(sorted(values))},
                )


def _faults_of(run: Run) -> Iterator[Fault]:
    for name in dict.fromkeys((*REQUIRED, *run.missing)):
        if run.value(name) is None:
            label = str(FIELDS[name].label) if name in FIELDS else name
            yield run.place, _("Give this: %s.") % label
    if run.value("provider") and run.provider is None:
        yield (
            run.place,
            _("There is no provider “%s”: enter it first.") % run.value("provider"),
        )
    elif run.instance_class is None:
        code = run.value("instance_class")
        yield (
            run.place,
            _("There is no class “%s” of that provider and engine: enter it first.")
            % code
            if code
            else _("Give this: %s.") % FIELDS["instance_class"].label,
        )
